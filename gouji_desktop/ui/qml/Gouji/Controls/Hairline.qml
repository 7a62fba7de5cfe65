import QtQuick
import Gouji.Theme

// A line of one pixel between parts; give it a width or, if `vertical`, a height.
Rectangle {
    property bool vertical: false

    implicitWidth: vertical ? 1 : 100
    implicitHeight: vertical ? 100 : 1
    color: Theme.panelLine
}
