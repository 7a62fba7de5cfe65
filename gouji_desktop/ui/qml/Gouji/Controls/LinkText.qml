import QtQuick
import QtQuick.Templates as T
import Gouji.Theme

// Underlined words that lead somewhere (改细则…). Signal: clicked.
T.AbstractButton {
    id: control

    property real size: Theme.sizeSmall

    implicitWidth: Math.ceil(contentItem.implicitWidth)
    implicitHeight: Theme.button(40)
    hoverEnabled: true
    activeFocusOnTab: true
    Accessible.role: Accessible.Link
    Accessible.name: text
    Keys.onReturnPressed: click()

    contentItem: GText {
        text: control.text
        size: control.size
        color: control.down ? Theme.text2 : Theme.you
        font.underline: true
    }

    background: FocusRing {
        shown: control.visualFocus
    }
}
