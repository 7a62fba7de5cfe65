pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// A panel that stands on the table and leaves the hand free: title, optional ring of time, content, buttons.
//
// opened            whether it is there; it comes with opacity and 8 pixels
// title, subtitle   the question, and a short line beside it
// subtitleSide      a side whose mark stands before the subtitle, or ""
// note              what timing out does, at the left of the buttons
// default children  the content, in a column as wide as `inner`
// buttons           the row of buttons at the right
// ringShown, ringTotal, ringRemaining, ringRunning  as in TimeRing
// most              most width and height in pixels (the dialog area of the layout of the table)
// closeAsked        Escape was pressed
FocusScope {
    id: dialog

    property bool opened: true
    property string title: ""
    property string subtitle: ""
    property string subtitleSide: ""
    property string note: ""
    default property alias content: body.data
    property alias buttons: buttonRow.data
    property bool ringShown: false
    property alias ringTotal: ring.total
    property alias ringRemaining: ring.remaining
    property alias ringRunning: ring.running
    property size most: Qt.size(Theme.width, Theme.height)
    property real wanted: Theme.tx(560)

    readonly property int padding: Theme.px(24)
    readonly property real inner: width - 2 * padding

    signal closeAsked

    implicitWidth: Math.min(most.width, wanted)
    implicitHeight: Math.min(most.height, head.height + body.height + foot.height + 2 * padding + Theme.px(28))
    width: implicitWidth
    height: implicitHeight
    visible: opacity > 0
    opacity: opened ? 1 : 0
    enabled: opened

    Accessible.role: Accessible.Dialog
    Accessible.name: title
    Keys.onEscapePressed: closeAsked()

    Behavior on opacity {
        NumberAnimation {
            duration: Theme.dialogTime
            easing.type: Easing.OutCubic
        }
    }

    transform: Translate {
        y: dialog.opened ? 0 : 8

        Behavior on y {
            NumberAnimation {
                duration: Theme.dialogTime
                easing.type: Easing.OutCubic
            }
        }
    }

    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusDialog
        color: Theme.panel
        border.width: 1
        border.color: Theme.panelLine

        // What lies under the dialog does not hear clicks on it.
        MouseArea {
            anchors.fill: parent
            hoverEnabled: true
            acceptedButtons: Qt.AllButtons
        }
    }

    Item {
        id: head

        x: dialog.padding
        y: dialog.padding
        width: dialog.inner
        height: Math.max(Theme.lineHeight(Theme.sizeTitle), dialog.ringShown ? Theme.px(40) : 0)

        GText {
            id: titleText

            width: Math.min(implicitWidth, parent.width - (dialog.ringShown ? Theme.px(66) : 0))
            height: Theme.lineHeight(Theme.sizeTitle)
            text: dialog.title
            size: Theme.sizeTitle
            bold: true
        }

        SideMark {
            id: mark

            visible: dialog.subtitleSide !== ""
            x: titleText.width + Theme.px(16)
            anchors.verticalCenter: titleText.verticalCenter
            side: dialog.subtitleSide === "" ? "ally" : dialog.subtitleSide
        }

        GText {
            x: mark.x + (mark.visible ? mark.width + Theme.px(6) : 0)
            anchors.verticalCenter: titleText.verticalCenter
            width: Math.max(0, parent.width - x - (dialog.ringShown ? Theme.px(66) : 0))
            text: dialog.subtitle
            size: Theme.sizeLabel
            color: Theme.text2
        }

        TimeRing {
            id: ring

            visible: dialog.ringShown
            anchors.right: parent.right
            y: -Theme.px(8)
            width: Theme.px(54)
            height: width

            GText {
                anchors.centerIn: parent
                text: String(ring.seconds)
                size: Theme.sizeButton
                bold: true
            }
        }
    }

    Column {
        id: body

        x: dialog.padding
        y: head.y + head.height + Theme.px(12)
        width: dialog.inner
        spacing: Theme.px(8)
    }

    Item {
        id: foot

        x: dialog.padding
        y: dialog.height - dialog.padding - height
        width: dialog.inner
        height: Math.max(buttonRow.height, noteText.visible ? noteText.implicitHeight : 0)

        GText {
            id: noteText

            visible: text !== ""
            anchors.verticalCenter: parent.verticalCenter
            width: parent.width - buttonRow.width - Theme.px(16)
            text: dialog.note
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Row {
            id: buttonRow

            anchors.right: parent.right
            spacing: Theme.px(12)
        }
    }
}
