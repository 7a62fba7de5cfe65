pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Gouji.Controls
import Gouji.Table
import Gouji.Theme

// One seat of the waiting room: its shape, who sits there, and how it stands with him.
T.AbstractButton {
    id: place

    required property int seat
    required property string side
    required property string name
    required property string letter
    required property list<string> tags
    required property bool free
    required property bool ready
    required property bool usable
    required property var words
    property bool chosen: false

    objectName: "room-seat"
    width: Theme.tx(144)
    implicitHeight: avatar.height + caption.height + tagLine.height + Theme.px(14)
    enabled: usable
    hoverEnabled: true
    activeFocusOnTab: usable
    Accessible.role: Accessible.Button
    Accessible.name: name
    Accessible.description: tags.join(" ")
    Keys.onReturnPressed: click()

    background: FocusRing {
        shown: place.visualFocus
    }

    contentItem: Item {
        Avatar {
            id: avatar

            anchors.horizontalCenter: parent.horizontalCenter
            length: Theme.px(52)
            side: place.side
            letter: place.letter
            dim: place.free
        }

        // Ready: a tick on the shape.
        Rectangle {
            visible: place.ready && !place.free
            x: avatar.x + avatar.width - Math.round(width * 0.62)
            y: avatar.y - Math.round(height * 0.2)
            width: Theme.tx(20)
            height: width
            radius: width / 2
            color: Theme.panel
            border.width: 1
            border.color: Theme.line

            Icon {
                anchors.centerIn: parent
                length: Theme.tx(14)
                name: "check"
            }
        }

        Rectangle {
            anchors.horizontalCenter: parent.horizontalCenter
            anchors.top: caption.top
            anchors.topMargin: -Theme.px(3)
            width: Math.min(parent.width, Math.max(caption.implicitWidth, tagLine.implicitWidth) + 2 * Theme.px(6))
            height: caption.height + tagLine.height + 2 * Theme.px(3)
            radius: Theme.radiusTag
            color: place.hovered && place.enabled ? Theme.hover : Theme.panel
            border.width: place.chosen ? Math.max(2, Theme.px(2)) : 0
            border.color: Theme.you
        }

        GText {
            id: caption

            anchors.horizontalCenter: parent.horizontalCenter
            y: avatar.height + Theme.px(7)
            width: Math.min(implicitWidth, parent.width - 2 * Theme.px(6))
            text: place.name
            size: Theme.sizeLabel
            bold: !place.free
            color: place.free ? Theme.text2 : Theme.text
        }

        GText {
            id: tagLine

            anchors.horizontalCenter: parent.horizontalCenter
            y: caption.y + caption.height
            width: Math.min(implicitWidth, parent.width - 2 * Theme.px(6))
            height: place.tags.length > 0 ? implicitHeight : 0
            text: place.tags.join(" · ")
            size: Theme.sizeSmall
            color: Theme.text2
        }
    }
}
