import QtQuick
import Gouji.Controls
import Gouji.Theme

// A play of the round: its cards, and under them the mark of its side and its words.
//
// cards, cardWidth, room  as in CardRow; cardWidth and room come from the layout of the table
// side    you | ally | enemy | opposite
// words   "三张 10，贴一张 2"
// beaten  whether another play lies over it
// align   left | center | right: to which edge of `room` it is pushed
Item {
    id: pile

    property alias cards: row.cards
    property alias cardWidth: row.cardWidth
    property alias room: row.room
    property alias beaten: row.veiled
    property string side: "ally"
    property string words: ""
    property string align: "left"

    readonly property int cardsWidth: row.implicitWidth

    function pushed(part: real): int {
        return align === "right" ? width - part : align === "center" ? Math.round((width - part) / 2) : 0;
    }

    implicitWidth: room
    implicitHeight: row.implicitHeight + Theme.px(5) + Theme.lineHeight(Theme.sizeLabel)

    CardRow {
        id: row

        x: pile.pushed(width)
    }

    Row {
        x: pile.pushed(width)
        y: row.implicitHeight + Theme.px(5)
        spacing: Theme.px(5)

        SideMark {
            id: mark

            anchors.verticalCenter: parent.verticalCenter
            visible: pile.words !== ""
            side: pile.side
        }

        GText {
            width: Math.min(implicitWidth, pile.width - mark.width - parent.spacing)
            height: Theme.lineHeight(Theme.sizeLabel)
            text: pile.words
            size: Theme.sizeLabel
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            color: Theme.text2
        }
    }
}
