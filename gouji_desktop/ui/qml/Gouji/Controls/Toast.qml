import QtQuick
import Gouji.Theme

// A short message that stands for a while and goes: "已复制", "老城南回来了".
//
// show(text)  shows a message, or replaces the one that stands
// period      how long it stands, in milliseconds
// It centres itself at the top of its parent, `topMargin` pixels down.
Rectangle {
    id: toast

    property int period: 3000
    property real topMargin: Theme.px(70)
    readonly property bool shown: timer.running
    property alias text: label.text

    function show(message: string) {
        label.text = message;
        timer.restart();
    }

    function hide() {
        timer.stop();
    }

    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: topMargin
    z: 100
    width: Math.min(parent ? parent.width - 2 * Theme.margin : 400, Math.ceil(label.implicitWidth) + 2 * Theme.px(18))
    height: label.contentHeight + 2 * Theme.px(9)
    radius: Theme.radius
    color: Theme.panel
    border.width: 1
    border.color: Theme.line
    opacity: shown ? 1 : 0
    visible: opacity > 0

    Accessible.role: Accessible.AlertMessage
    Accessible.name: label.text

    Behavior on opacity {
        NumberAnimation {
            duration: Theme.dialogTime
        }
    }

    GText {
        id: label

        anchors.centerIn: parent
        width: Math.min(implicitWidth, toast.width - 2 * Theme.px(18))
        wrapMode: Text.Wrap
        horizontalAlignment: Text.AlignHCenter
    }

    Timer {
        id: timer

        interval: toast.period
    }
}
