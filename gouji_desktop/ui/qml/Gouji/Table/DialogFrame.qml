pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import Gouji.Controls
import Gouji.Theme

// A panel that stands on the table and leaves the hand free: title, optional ring of time, content, buttons.
//
// opened            whether it is there; it comes with opacity and 8 pixels
// title, subtitle   the question, and a short line beside it
// subtitleSide      a side whose mark stands before the subtitle, or ""
// note              what timing out does, at the left of the buttons, or above them where it is long
// default children  the content, in a column as wide as `inner`; it scrolls where there is no room for all of it
// buttons           the row of buttons at the right; the dialog grows with it, and wraps it where it cannot
// ringShown, ringTotal, ringRemaining, ringRunning  as in TimeRing
// most              most width and height in pixels (the dialog area of the layout of the table)
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

    readonly property int padding: Theme.px(Theme.u < 1 ? 18 : 24)
    readonly property real inner: width - 2 * padding
    readonly property real headRoom: inner - (ringShown ? Theme.px(66) : 0)

    implicitWidth: Math.min(most.width, Math.max(wanted, buttonRow.wanted + 2 * padding))
    implicitHeight: Math.min(most.height, head.height + body.height + foot.height + 2 * padding + Theme.px(28))
    width: implicitWidth
    height: implicitHeight
    visible: opacity > 0
    opacity: opened ? 1 : 0
    enabled: opened

    Accessible.role: Accessible.Dialog
    Accessible.name: title

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

    WordMetrics {
        id: titleMeasure

        size: Theme.sizeTitle
        bold: true
    }

    WordMetrics {
        id: measure

        size: Theme.sizeLabel
    }

    WordMetrics {
        id: noteMeasure

        size: Theme.sizeSmall
    }

    Item {
        id: head

        readonly property real markRoom: mark.visible ? mark.width + Theme.px(6) : 0
        readonly property real titleWidth: titleMeasure.wide(dialog.title) + 2
        readonly property bool below: dialog.subtitle !== "" && titleWidth + Theme.px(16) + markRoom
                                      + measure.wide(dialog.subtitle) + 2 > dialog.headRoom

        x: dialog.padding
        y: dialog.padding
        width: dialog.inner
        height: Math.max(titleText.height + (below ? Theme.px(4) + subtitleText.height : 0),
                         dialog.ringShown ? Theme.px(40) : 0)

        GText {
            id: titleText

            width: Math.min(head.titleWidth, dialog.headRoom)
            height: lineCount > 1 ? implicitHeight : Theme.lineHeight(Theme.sizeTitle)
            text: dialog.title
            size: Theme.sizeTitle
            bold: true
            wrapMode: Text.Wrap
        }

        SideMark {
            id: mark

            visible: dialog.subtitleSide !== ""
            x: head.below ? 0 : titleText.width + Theme.px(16)
            y: subtitleText.y + Math.round((Theme.lineHeight(Theme.sizeLabel) - height) / 2)
            side: dialog.subtitleSide === "" ? "ally" : dialog.subtitleSide
        }

        GText {
            id: subtitleText

            x: (head.below ? 0 : titleText.width + Theme.px(16)) + head.markRoom
            y: head.below ? titleText.height + Theme.px(4) : Math.round((Theme.lineHeight(Theme.sizeTitle) - height) / 2)
            width: Math.max(0, dialog.headRoom - x)
            height: lineCount > 1 ? implicitHeight : Theme.lineHeight(Theme.sizeLabel)
            text: dialog.subtitle
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
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

    Flickable {
        id: scroll

        objectName: "dialogBody"
        x: dialog.padding
        y: head.y + head.height + Theme.px(12)
        width: dialog.inner
        height: foot.y - Theme.px(12) - y
        contentWidth: width
        contentHeight: body.height
        clip: interactive
        interactive: contentHeight > height + 1
        boundsBehavior: Flickable.StopAtBounds

        ScrollBar.vertical: ScrollBar {
            id: bar

            visible: scroll.interactive
            policy: ScrollBar.AlwaysOn
            width: Math.max(8, Theme.px(8))

            contentItem: Rectangle {
                radius: width / 2
                color: bar.pressed ? Theme.text2 : Theme.line
            }
        }

        Column {
            id: body

            width: dialog.inner
            spacing: Theme.px(8)
        }
    }

    Item {
        id: foot

        readonly property real noteSpace: noteText.visible ? Theme.px(16) : 0
        readonly property real noteWidth: noteMeasure.wide(dialog.note) + 2
        readonly property bool beside: noteWidth + noteSpace + buttonRow.width <= width

        x: dialog.padding
        y: dialog.height - dialog.padding - height
        width: dialog.inner
        height: beside || !noteText.visible ? Math.max(buttonRow.height, noteText.visible ? noteText.height : 0)
                                            : noteText.height + Theme.px(8) + buttonRow.height

        GText {
            id: noteText

            objectName: "dialogNote"
            visible: text !== ""
            y: foot.beside ? Math.round((foot.height - height) / 2) : 0
            width: foot.beside ? foot.noteWidth : foot.width
            text: dialog.note
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Flow {
            id: buttonRow

            // The width of all buttons beside each other.
            readonly property real wanted: sum()

            function sum(): real {
                let total = 0;
                for (let i = 0; i < children.length; ++i) {
                    if (children[i].visible && children[i].implicitWidth > 0)
                        total += children[i].implicitWidth + (total > 0 ? spacing : 0);
                }
                return total;
            }

            anchors.right: parent.right
            anchors.bottom: parent.bottom
            width: Math.min(wanted, foot.width)
            spacing: Theme.px(12)
        }
    }
}
