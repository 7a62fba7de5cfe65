pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// Why the game does not open, for a person who sees no terminal. It ends when it is closed or its button is pressed.
//
// words   what is wrong
// detail  more about it, as a rule what the terminal says
// button  the words of the button
// dark    the theme
// done    it was closed
Window {
    id: window

    required property string words
    required property string detail
    required property string button
    required property bool dark

    signal done

    width: 520
    height: 200
    color: Theme.window

    Component.onCompleted: Theme.dark = window.dark
    onClosing: window.done()

    Column {
        id: content

        x: Theme.space4
        y: Theme.space4
        width: window.width - 2 * x
        spacing: Theme.space3

        onHeightChanged: window.height = Math.ceil(height + 2 * y)

        Accessible.role: Accessible.AlertMessage
        Accessible.name: window.words

        GText {
            width: parent.width
            text: window.words
            bold: true
            wrapMode: Text.Wrap
        }

        GText {
            width: parent.width
            text: window.detail
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.WrapAnywhere
        }

        PressButton {
            objectName: "smallNoticeClose"
            anchors.right: parent.right
            text: window.button
            kind: "primary"
            focus: true
            onTriggered: window.done()
        }
    }
}
