import QtQuick
import Gouji.Controls
import Gouji.Theme

// The play that is to be answered: larger cards in a plate with an edge of its side's colour, its value in words.
//
// cards, cardWidth, room  as in CardRow; cardWidth and room come from the layout of the table
// side   you | ally | enemy | opposite
// words  "够级 · 三张 Q"
// align  left | center | right: to which edge of its place it is pushed
Item {
    id: plate

    property alias cards: row.cards
    property alias cardWidth: row.cardWidth
    property alias room: row.room
    property string side: "enemy"
    property string words: ""
    property string align: "center"

    readonly property int sideRoom: Theme.px(18)
    readonly property int mostWidth: room + 2 * sideRoom
    readonly property int frameWidth: Math.min(mostWidth, Math.max(row.implicitWidth, Math.ceil(label.implicitWidth) + 2)
                                               + 2 * sideRoom)

    implicitWidth: mostWidth
    implicitHeight: frame.height

    Rectangle {
        id: frame

        x: plate.align === "right" ? plate.width - width
                                   : plate.align === "center" ? Math.round((plate.width - width) / 2) : 0
        width: plate.frameWidth
        height: row.implicitHeight + Theme.px(9) + Theme.px(5) + Theme.lineHeight(Theme.sizeLabel) + Theme.px(10)
        radius: plate.side === "ally" || plate.side === "you" ? Theme.px(16) : Theme.radius
        color: Theme.table
        border.width: Math.max(2, Theme.px(2))
        border.color: Theme.sideColour(plate.side)

        CardRow {
            id: row

            x: Math.round((frame.width - implicitWidth) / 2)
            y: Theme.px(9)
        }

        GText {
            id: label

            x: plate.sideRoom - Theme.px(8)
            y: row.y + row.implicitHeight + Theme.px(5)
            width: frame.width - 2 * x
            height: Theme.lineHeight(Theme.sizeLabel)
            text: plate.words
            size: Theme.sizeLabel
            bold: true
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            horizontalAlignment: Text.AlignHCenter
        }
    }
}
