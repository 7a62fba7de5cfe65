import QtQuick
import Gouji.Theme

// The old coin, round with a square hole: the sign of the program, and, larger, the middle of the table.
//
// colour     of its lines
// thickness  of its edge, in pixels
// inner      whether it has a second, thinner ring (the table's)
Item {
    id: coin

    property color colour: Theme.text
    property int thickness: Theme.px(3)
    property bool inner: false

    implicitWidth: Theme.px(30)
    implicitHeight: width

    Rectangle {
        anchors.fill: parent
        radius: width / 2
        color: "transparent"
        border.width: coin.thickness
        border.color: coin.colour
    }

    Rectangle {
        visible: coin.inner
        anchors.fill: parent
        anchors.margins: Math.round(coin.width * 0.05)
        radius: width / 2
        color: "transparent"
        border.width: 1
        border.color: coin.colour
    }

    Rectangle {
        anchors.centerIn: parent
        width: 2 * Math.round(coin.width * (coin.inner ? 0.14 : 0.16))
        height: width
        color: "transparent"
        border.width: coin.inner ? coin.thickness : Math.max(1, Math.round(coin.thickness * 0.75))
        border.color: coin.colour
    }
}
