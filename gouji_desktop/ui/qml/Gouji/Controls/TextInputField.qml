import QtQuick
import QtQuick.Templates as T
import Gouji.Theme

// One line that a person types: a name, an address, an invitation code.
//
// label  what it asks for, for assistive technology
// wrong  whether what stands there cannot be used; say why beside it
T.TextField {
    id: control

    property string label: placeholderText
    property bool wrong: false

    implicitWidth: Theme.tx(240)
    implicitHeight: Theme.button(44)
    leftPadding: Theme.tx(12)
    rightPadding: Theme.tx(12)
    verticalAlignment: TextInput.AlignVCenter
    font.family: Theme.family
    font.pixelSize: Theme.font(Theme.sizeBody)
    color: enabled ? Theme.text : Theme.text3
    placeholderTextColor: Theme.text3
    selectionColor: Theme.sel
    selectedTextColor: Theme.sealText
    selectByMouse: true
    activeFocusOnTab: true
    hoverEnabled: true
    renderType: Text.NativeRendering

    Accessible.role: Accessible.EditableText
    Accessible.name: label

    GText {
        visible: control.text === "" && control.preeditText === ""
        x: control.leftPadding
        width: control.width - control.leftPadding - control.rightPadding
        height: control.height
        text: control.placeholderText
        color: control.placeholderTextColor
    }

    background: Rectangle {
        radius: Theme.radius
        color: Theme.window
        border.width: control.activeFocus || control.wrong ? Math.max(2, Theme.px(2)) : 1
        border.color: control.activeFocus ? Theme.you : control.wrong ? Theme.text : Theme.line
    }
}
