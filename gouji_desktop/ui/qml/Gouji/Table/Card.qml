import QtQuick
import Gouji.Theme

// One card: a face or a back, with its stamp, veil, outline and cursor as items of their own.
//
// name       face (`3s` … `2c`, `S`, `B`), or "" for the back
// received   whether it carries 贡
// bought     whether it carries 买 instead
// veiled     whether it belongs to a beaten play
// selected   whether it has the blue outline
// cursor     whether the keyboard is on it
// cardWidth  its width in pixels; the height is 1.4 times that
Item {
    id: card

    property string name: ""
    property bool received: false
    property bool bought: false
    property bool veiled: false
    property bool selected: false
    property bool cursor: false
    property int cardWidth: Theme.px(84)

    width: cardWidth
    height: Math.round(cardWidth * 1.4)

    Image {
        id: face

        anchors.fill: parent
        source: Theme.cardSource(card.name)
        sourceSize: Qt.size(card.width, card.height)
        smooth: GraphicsInfo.api !== GraphicsInfo.Software
    }

    Image {
        id: stamp

        readonly property int side: Math.round(Math.max(14, 0.19 * card.width))

        visible: (card.received || card.bought) && card.name !== ""
        x: Math.round(Theme.stampX / 200 * card.width)
        y: Math.round(Theme.stampY / 280 * card.height)
        width: side
        height: side
        source: visible ? Theme.stampSource(card.bought) : ""
        sourceSize: Qt.size(side, side)
        smooth: face.smooth
    }

    Rectangle {
        visible: card.veiled
        anchors.fill: parent
        radius: 0.065 * card.width
        color: Theme.veil
    }

    Rectangle {
        id: outline

        visible: card.selected
        anchors.fill: parent
        anchors.margins: -1
        radius: 0.065 * card.width + 1
        color: "transparent"
        border.width: Math.round(Math.max(2.5, 0.036 * card.width))
        border.color: Theme.sel
    }

    Rectangle {
        visible: card.cursor
        anchors.fill: parent
        anchors.margins: 2
        radius: Math.max(2, 0.065 * card.width - 2)
        color: "transparent"
        border.width: Math.max(2, Math.round(2.5 * Theme.u))
        border.color: Theme.you
    }
}
