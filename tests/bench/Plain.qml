import QtQuick
import QtQuick.Controls.Basic

// The window that the program is measured against: nothing but a button.
ApplicationWindow {
    width: 1280
    height: 800
    visible: true

    Button {
        anchors.centerIn: parent
        text: "Button"
    }
}
