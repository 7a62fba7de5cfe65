import QtQuick
import Gouji.Controls
import Gouji.Theme

// The plate under a stack of the hand: how many cards it holds, or 选 3／5 when some are chosen.
//
// text    the words
// chosen  whether cards of the stack are selected
Rectangle {
    id: plate

    property string text: ""
    property bool chosen: false

    implicitWidth: Theme.tx(chosen ? 68 : 30)
    implicitHeight: Theme.tx(24)
    radius: Theme.radiusTag
    color: chosen ? Theme.you : Theme.panel
    border.width: chosen ? 0 : 1
    border.color: Theme.panelLine

    GText {
        anchors.centerIn: parent
        width: Math.min(implicitWidth, plate.width - 4)
        text: plate.text
        bold: true
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        color: plate.chosen ? Theme.youText : Theme.text
        horizontalAlignment: Text.AlignHCenter
    }
}
