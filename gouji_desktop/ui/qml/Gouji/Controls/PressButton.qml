pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Gouji.Theme

// The button all buttons are made of. It keeps its place when it may not be pressed and says why.
//
// kind      primary | normal | quiet
// text      what it does, in words
// keyHint   the key that does the same
// keyIcon   the drawn sign of that key (`enter`), instead of keyHint
// allowed   whether it does anything; a grey button still takes hover and focus, so that it can be explained
// reason    two to five characters under the words of a grey button
// detail    the whole reason, for assistive technology; the screen shows it elsewhere while `explaining`
// meaning   what a click means; a click within `guard` ms of a change (or of appearing) is ignored
// strong    whether the words are bold
// size      step of type of the words
// least     least width in units of the design
// tall      height in units of the design, at least 40 pixels
// triggered  it was pressed and may be
T.AbstractButton {
    id: control

    property string kind: "normal"
    property string keyHint: ""
    property string keyIcon: ""
    property bool allowed: true
    property string reason: ""
    property string detail: ""
    property string meaning: text
    property int guard: 250
    property bool strong: true
    property real size: Theme.sizeButton
    property real least: 72
    property real tall: 46
    property real sidePadding: 14

    readonly property bool explaining: !allowed && (hovered || visualFocus)
    readonly property bool primary: kind === "primary" && allowed
    readonly property bool twoLines: !allowed && reason !== ""
    readonly property bool lit: allowed && hovered && !down
    readonly property color wordColour: primary ? Theme.primaryText : allowed ? Theme.text : Theme.text3
    readonly property color hintColour: primary ? Theme.primaryText
                                                : allowed && hovered ? Theme.text : allowed ? Theme.text2 : Theme.text3

    // The words and signs at their whole width, whatever the button is given.
    readonly property real wanted: Math.max(label.implicitWidth + (keyHint !== "" ? hint.implicitWidth + main.spacing : 0)
                                            + (sign.visible ? sign.width + main.spacing : 0),
                                            twoLines ? why.implicitWidth : 0)

    property double changedAt: 0
    property double pressedAt: 0
    property bool heldDown: false

    signal triggered

    function fill(): color {
        if (!allowed)
            return "transparent";
        if (kind === "primary")
            return down ? Theme.primaryPressed : hovered ? Theme.primaryHover : Theme.primary;
        return down ? Theme.pressed : hovered ? Theme.hover : kind === "quiet" ? "transparent" : Theme.raised;
    }

    implicitWidth: Math.max(Theme.tx(least), 40, Math.ceil(wanted) + 2 * Theme.tx(sidePadding))
    implicitHeight: Theme.button(tall)
    hoverEnabled: true
    focusPolicy: Qt.StrongFocus
    activeFocusOnTab: true

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.description: allowed ? "" : detail !== "" ? detail : reason

    Component.onCompleted: changedAt = Date.now()
    onMeaningChanged: changedAt = Date.now()
    // What cannot be seen has no keyboard.
    onVisibleChanged: {
        if (visible)
            changedAt = Date.now();
        else
            focus = false;
    }
    onPressed: {
        pressedAt = Date.now();
        heldDown = true;
    }
    onClicked: {
        const since = (heldDown ? pressedAt : Date.now()) - changedAt;
        heldDown = false;
        if (allowed && since >= guard)
            triggered();
    }
    Keys.onReturnPressed: click()
    Keys.onEnterPressed: click()

    background: Item {
        Rectangle {
            y: control.allowed && control.down ? 2 : 0
            width: parent.width
            height: parent.height
            radius: Theme.radius
            color: control.fill()
            border.width: control.primary ? 0 : 1
            border.color: control.allowed ? Theme.line : Theme.lineOff
        }

        FocusRing {
            shown: control.visualFocus
        }
    }

    contentItem: Item {
        Column {
            id: words

            anchors.centerIn: parent
            anchors.verticalCenterOffset: control.allowed && control.down ? 2 : 0

            Row {
                id: main

                readonly property real room: control.width - 2 * Theme.tx(6)

                anchors.horizontalCenter: parent.horizontalCenter
                spacing: Theme.tx(8)

                GText {
                    id: label

                    width: Math.min(implicitWidth, main.room
                                    - (hint.visible ? hint.width + main.spacing : 0)
                                    - (sign.visible ? sign.width + main.spacing : 0))
                    height: control.twoLines ? Theme.lineHeight(16) - 2 : Theme.lineHeight(control.size)
                    text: control.text
                    size: control.twoLines ? Math.min(16, control.size) : control.size
                    bold: control.strong
                    color: control.wordColour
                    horizontalAlignment: Text.AlignHCenter
                }

                GText {
                    id: hint

                    // In a narrow button the key gives way to the words.
                    visible: control.keyHint !== ""
                             && label.implicitWidth + main.spacing + implicitWidth <= Math.ceil(main.room)
                    height: label.height
                    text: control.keyHint
                    size: Theme.sizeSmall
                    color: control.hintColour
                    opacity: control.primary ? 0.75 : 1
                }

                Icon {
                    id: sign

                    visible: control.keyIcon !== ""
                    anchors.verticalCenter: label.verticalCenter
                    length: Theme.tx(14)
                    name: control.keyIcon
                    other: control.primary
                    opacity: control.allowed ? 0.75 : 0.5
                }
            }

            GText {
                id: why

                visible: control.twoLines
                anchors.horizontalCenter: parent.horizontalCenter
                width: Math.min(implicitWidth, main.room)
                height: visible ? Theme.lineHeight(Theme.sizeSmall) : 0
                text: control.reason
                size: Theme.sizeSmall
                color: Theme.text2
                horizontalAlignment: Text.AlignHCenter
            }
        }
    }
}
