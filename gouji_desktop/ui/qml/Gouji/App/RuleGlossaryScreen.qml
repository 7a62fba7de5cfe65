pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// 词汇: every word of the game, and a field to look for one.
PageFrame {
    id: page

    required property AppModel app
    readonly property RuleBookModel book: app.ruleBook as RuleBookModel
    readonly property var words: app.words

    function scroll(by: int) {
        list.contentY = Math.max(0, Math.min(list.contentHeight - list.height, list.contentY + by));
    }

    title: words["glossary.page"] ?? ""
    subtitle: words["glossary.subtitle"] ?? ""
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    Row {
        id: top

        width: parent.width
        spacing: Theme.space4

        TextInputField {
            id: field

            objectName: "glossary-search"
            width: Math.min(parent.width * 0.6, Theme.tx(460))
            focus: true
            text: page.book.wanted
            placeholderText: page.words["glossary.search"] ?? ""
            maximumLength: 40
            onTextEdited: {
                page.book.search(text);
                list.contentY = 0;
            }
            Keys.onDownPressed: page.scroll(Theme.px(60))
            Keys.onUpPressed: page.scroll(-Theme.px(60))
            Component.onCompleted: selectAll()
        }

        GText {
            height: field.height
            text: page.book.found
            size: Theme.sizeLabel
            color: Theme.text2
        }
    }

    ScrollPanel {
        id: list

        y: top.height + Theme.px(12)
        width: parent.width
        height: parent.height - y

        Repeater {
            model: page.book.glossary

            Item {
                id: term

                required property string chinese
                required property string pinyin
                required property string english
                required property string meaning

                objectName: "glossary-term"
                width: list.inner
                height: Math.max(Theme.tx(40), meaningText.height + 2 * Theme.px(8))

                GText {
                    id: chineseText

                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.tx(130)
                    text: term.chinese
                    bold: true
                }

                GText {
                    id: pinyinText

                    anchors.verticalCenter: parent.verticalCenter
                    x: chineseText.width + Theme.px(8)
                    width: Theme.tx(170)
                    text: term.pinyin
                    color: Theme.text2
                }

                GText {
                    id: englishText

                    anchors.verticalCenter: parent.verticalCenter
                    x: pinyinText.x + pinyinText.width + Theme.px(8)
                    width: Theme.tx(170)
                    text: term.english
                }

                GText {
                    id: meaningText

                    anchors.verticalCenter: parent.verticalCenter
                    x: englishText.x + englishText.width + Theme.px(8)
                    width: parent.width - x
                    text: term.meaning
                    wrapMode: Text.Wrap
                }

                Hairline {
                    anchors.bottom: parent.bottom
                    width: parent.width
                }
            }
        }
    }
}
