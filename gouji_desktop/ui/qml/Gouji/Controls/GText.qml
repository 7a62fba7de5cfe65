import QtQuick
import Gouji.Theme

// Every text of the program: plain, in the one family, never below 12 pixels.
//
// size  step of type in units of the design (Theme.sizeBody …)
// bold  whether it is set in Bold
Text {
    property real size: Theme.sizeBody
    property bool bold: false

    textFormat: Text.PlainText
    color: Theme.text
    font.family: Theme.family
    font.pixelSize: Theme.font(size)
    font.bold: bold
    elide: Text.ElideRight
    verticalAlignment: Text.AlignVCenter
    renderType: Text.NativeRendering
}
