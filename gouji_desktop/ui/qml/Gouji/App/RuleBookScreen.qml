pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// 规则书: the chapters at the left, the chapter, and its words at the right.
PageFrame {
    id: page

    required property AppModel app
    readonly property RuleBookModel book: app.ruleBook as RuleBookModel
    readonly property var words: app.words

    function turn(by: int) {
        book.choose(book.current + by);
        text.contentY = 0;
    }

    title: words["book.page"] ?? ""
    subtitle: book.about
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    Keys.onDownPressed: text.contentY = Math.max(0, Math.min(text.contentHeight - text.height, text.contentY + Theme.px(60)))
    Keys.onUpPressed: text.contentY = Math.max(0, text.contentY - Theme.px(60))
    Keys.onRightPressed: page.turn(1)
    Keys.onLeftPressed: page.turn(-1)

    tools: BarButton {
        objectName: "book-glossary"
        text: page.words["rule.words"] ?? ""
        size: Theme.sizeLabel
        onTriggered: page.app.go("glossary")
    }

    ScrollPanel {
        id: chapters

        width: Theme.tx(190)
        height: parent.height
        spacing: Theme.px(2)

        Repeater {
            model: page.book.chapters

            ListRow {
                id: row

                required property int index
                required property string title

                objectName: "book-chapter"
                width: chapters.inner
                implicitHeight: Theme.button(44)
                pressable: true
                current: index === page.book.current
                text: title
                focus: index === 0
                onClicked: {
                    page.book.choose(row.index);
                    text.contentY = 0;
                }
                onActiveFocusChanged: if (activeFocus)
                    chapters.show(row)
            }
        }
    }

    ScrollPanel {
        id: text

        x: chapters.width + Theme.px(28)
        width: side.x - x - Theme.px(28)
        height: parent.height
        spacing: Theme.px(12)

        GText {
            width: text.inner
            text: page.book.heading
            size: Theme.sizeTitle
            bold: true
        }

        Repeater {
            model: page.book.blocks

            RuleBookBlock {
                width: text.inner
            }
        }
    }

    ScrollPanel {
        id: side

        x: parent.width - width
        width: Math.round(Math.min(Theme.tx(250), parent.width * 0.23))
        height: parent.height
        spacing: Theme.px(10)

        GText {
            width: side.inner
            text: page.words["book.chapter_words"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        Repeater {
            model: page.book.terms

            Column {
                id: term

                required property string chinese
                required property string pinyin
                required property string english
                required property string meaning

                objectName: "book-term"
                width: side.inner

                LinkText {
                    text: term.chinese
                    size: Theme.sizeBody
                    implicitHeight: Theme.button(30)
                    onClicked: {
                        page.book.search(term.chinese);
                        page.app.go("glossary");
                    }
                }

                GText {
                    width: parent.width
                    text: term.pinyin + " · " + term.english
                    size: Theme.sizeSmall
                    color: Theme.text2
                    wrapMode: Text.Wrap
                }

                GText {
                    width: parent.width
                    text: term.meaning
                    size: Theme.sizeSmall
                    wrapMode: Text.Wrap
                }
            }
        }
    }
}
