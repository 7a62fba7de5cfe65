pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Table
import Gouji.Theme

// A paragraph of the rule book, or an example with its cards.
Item {
    id: block

    required property string kind
    required property string text
    required property list<string> cards
    required property list<string> answer
    required property bool good

    height: kind === "text" ? prose.height : example.height

    GText {
        id: prose

        visible: block.kind === "text"
        width: Math.min(parent.width, Theme.tx(760))
        text: visible ? block.text : ""
        size: 16
        lineHeight: 1.35
        wrapMode: Text.Wrap
    }

    Row {
        id: example

        visible: block.kind !== "text"
        width: parent.width
        spacing: Theme.px(10)

        CardRow {
            id: table

            cards: block.cards
            cardWidth: Theme.px(54)
            room: Theme.px(200)
            veiled: block.kind === "beat" && block.good
        }

        CardRow {
            id: laid

            visible: block.answer.length > 0
            cards: block.answer
            cardWidth: Theme.px(54)
            room: Theme.px(200)
        }

        Icon {
            id: sign

            anchors.verticalCenter: parent.verticalCenter
            name: block.good ? "check" : "close"
        }

        GText {
            anchors.verticalCenter: parent.verticalCenter
            width: example.width - table.width - sign.width - 2 * example.spacing
                   - (laid.visible ? laid.width + example.spacing : 0)
            text: block.kind === "text" ? "" : block.text
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }
    }
}
