pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Gouji.Theme

// A setting that is on or off: a box, its words, and a line of explanation.
//
// text     what it switches
// detail   its explanation
// checked  and the signal toggled come from CheckBox
T.CheckBox {
    id: control

    property string detail: ""

    implicitWidth: Theme.tx(360)
    implicitHeight: Math.max(Theme.button(40), words.implicitHeight + 2 * Theme.px(6))
    hoverEnabled: true
    activeFocusOnTab: true
    leftPadding: Theme.tx(34)

    Accessible.role: Accessible.CheckBox
    Accessible.name: text
    Accessible.description: detail

    background: Item {
        FocusRing {
            anchors.margins: 0
            shown: control.visualFocus
        }
    }

    indicator: Rectangle {
        x: Theme.tx(4)
        y: Math.round((control.height - height) / 2)
        width: Theme.tx(20)
        height: width
        radius: Theme.radiusTag
        color: !control.enabled ? "transparent" : control.hovered ? Theme.hover : Theme.raised
        border.width: control.checked && control.enabled ? Math.max(2, Theme.px(2)) : 1
        border.color: !control.enabled ? Theme.lineOff : control.checked ? Theme.you : Theme.line

        Icon {
            visible: control.checked
            anchors.centerIn: parent
            length: Theme.tx(16)
            name: "check"
            opacity: control.enabled ? 1 : 0.6
        }
    }

    contentItem: Item {
        Column {
            id: words

            anchors.verticalCenter: parent.verticalCenter
            width: parent.width

            GText {
                width: parent.width
                text: control.text
                color: control.enabled ? Theme.text : Theme.text3
                wrapMode: Text.Wrap
            }

            GText {
                visible: control.detail !== ""
                width: parent.width
                text: control.detail
                size: Theme.sizeSmall
                color: Theme.text2
                wrapMode: Text.Wrap
            }
        }
    }
}
