pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// How to play, in short: who sits where, what beats what, the words of the game, and the keys.
PageFrame {
    id: page

    required property AppModel app

    readonly property var words: app.words

    title: words["help.title"] ?? ""
    subtitle: words["help.subtitle"] ?? ""
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    ScrollPanel {
        id: scroll

        anchors.fill: parent
        spacing: Theme.px(18)
        focus: true
        Keys.onDownPressed: contentY = Math.min(contentHeight - height, contentY + Theme.px(60))
        Keys.onUpPressed: contentY = Math.max(0, contentY - Theme.px(60))

        Repeater {
            model: page.app.helpParts

            Row {
                id: part

                required property string title
                required property string detail
                required property list<string> cards

                spacing: Theme.px(28)

                GText {
                    width: Theme.tx(150)
                    text: part.title
                    bold: true
                    wrapMode: Text.Wrap
                }

                Column {
                    width: Math.min(scroll.inner - Theme.tx(150) - Theme.px(28), Theme.tx(860))
                    spacing: Theme.px(10)

                    GText {
                        width: parent.width
                        text: part.detail
                        lineHeight: 1.25
                        wrapMode: Text.Wrap
                    }

                    CardRow {
                        visible: part.cards.length > 0
                        cards: part.cards
                        cardWidth: Theme.px(60)
                        room: parent.width
                    }
                }
            }
        }
    }
}
