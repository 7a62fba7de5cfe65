import QtQuick
import Gouji.Theme

// The table: wood, felt, stitch line, and the coin that marks the place of the own play.
//
// cornerRadius, rim  radius of its corners and width of the wood, in pixels
// coinArea           where the coin lies, in pixels of this item
Rectangle {
    id: surface

    property int cornerRadius: Math.round(0.34 * height)
    property int rim: Theme.px(7)
    property rect coinArea: Qt.rect(0, 0, 0, 0)

    radius: cornerRadius
    color: Theme.rim

    Rectangle {
        anchors.fill: parent
        anchors.margins: surface.rim
        radius: surface.cornerRadius - surface.rim
        color: Theme.table
        border.width: 1
        border.color: Theme.tableLine
    }

    Rectangle {
        anchors.fill: parent
        anchors.margins: surface.rim + Theme.px(10)
        radius: Math.max(0, surface.cornerRadius - surface.rim - Theme.px(10))
        color: "transparent"
        border.width: 1
        border.color: Theme.stitch
    }

    Coin {
        visible: width > 0
        x: surface.coinArea.x
        y: surface.coinArea.y
        width: surface.coinArea.width
        height: width
        colour: Theme.tableLine
        thickness: Math.max(1, Theme.px(2))
        inner: true
    }
}
