pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Gouji.Theme

// One of several choices, each with a line of explanation (the rule sets). Put several into one parent.
//
// text      the choice
// detail    its explanation
// trailing  a short word at its right
T.RadioButton {
    id: control

    property string detail: ""
    property string trailing: ""

    implicitWidth: Theme.tx(360)
    implicitHeight: Math.max(Theme.tx(58), words.implicitHeight + 2 * Theme.px(9))
    hoverEnabled: true
    activeFocusOnTab: true
    leftPadding: Theme.tx(44)
    rightPadding: Theme.tx(14)

    Accessible.role: Accessible.RadioButton
    Accessible.name: text
    Accessible.description: detail

    background: Rectangle {
        radius: Theme.radius
        color: control.down ? Theme.pressed : control.hovered ? Theme.hover : control.checked ? Theme.raised : Theme.window
        border.width: control.checked ? Math.max(2, Theme.px(2)) : 1
        border.color: control.checked ? Theme.you : Theme.line

        FocusRing {
            shown: control.visualFocus
        }
    }

    indicator: Rectangle {
        x: Theme.tx(15)
        y: Math.round((control.height - height) / 2)
        width: Theme.tx(18)
        height: width
        radius: width / 2
        color: "transparent"
        border.width: Math.max(2, Theme.px(2))
        border.color: control.checked ? Theme.you : Theme.line

        Rectangle {
            visible: control.checked
            anchors.centerIn: parent
            width: Theme.tx(8)
            height: width
            radius: width / 2
            color: Theme.you
        }
    }

    contentItem: Item {
        Column {
            id: words

            anchors.verticalCenter: parent.verticalCenter
            width: parent.width - (tail.visible ? tail.width + Theme.px(8) : 0)

            GText {
                width: parent.width
                text: control.text
                bold: true
            }

            GText {
                visible: control.detail !== ""
                width: parent.width
                text: control.detail
                size: Theme.sizeSmall
                color: control.hovered ? Theme.text : Theme.text2
                wrapMode: Text.Wrap
            }
        }

        GText {
            id: tail

            visible: control.trailing !== ""
            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            text: control.trailing
            size: Theme.sizeSmall
            color: control.hovered ? Theme.text : Theme.text2
        }
    }
}
