pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Gouji.Controls
import Gouji.Table
import Gouji.Theme

// One seat of a match to be made: its shape, who sits there, and under it at which level.
T.AbstractButton {
    id: seat

    required property string side
    required property string letter
    required property string label

    implicitWidth: Theme.tx(110)
    implicitHeight: avatar.height + caption.height + Theme.px(10)
    enabled: side !== "you"
    hoverEnabled: true
    activeFocusOnTab: enabled
    Accessible.role: Accessible.Button
    Accessible.name: label
    Keys.onReturnPressed: click()

    background: FocusRing {
        shown: seat.visualFocus
    }

    contentItem: Item {
        Rectangle {
            anchors.fill: caption
            anchors.margins: -Theme.px(3)
            radius: Theme.radiusTag
            color: seat.hovered && seat.enabled ? Theme.hover : Theme.panel
        }

        Avatar {
            id: avatar

            anchors.horizontalCenter: parent.horizontalCenter
            length: Theme.px(52)
            side: seat.side
            letter: seat.letter
        }

        GText {
            id: caption

            anchors.horizontalCenter: parent.horizontalCenter
            y: avatar.height + Theme.px(7)
            text: seat.label
            size: Theme.sizeSmall
        }
    }
}
