import QtQuick
import Gouji.Theme

// The ring around what has the keyboard: fill the parent with it.
//
// shown         whether it is seen
// cornerRadius  the radius of what it surrounds, in pixels
Rectangle {
    property bool shown: false
    property real cornerRadius: Theme.radius

    anchors.fill: parent
    anchors.margins: -Theme.px(4)
    visible: shown
    radius: cornerRadius + Theme.px(4)
    color: "transparent"
    border.width: Math.max(2, Theme.px(3))
    border.color: Theme.you
}
