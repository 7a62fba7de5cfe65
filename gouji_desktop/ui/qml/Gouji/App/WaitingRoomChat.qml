pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// What is said at the table, and a line to say something in.
Item {
    id: chat

    required property var words
    required property OnlineRoomModel room

    ListView {
        id: list

        property bool follow: true

        width: parent.width
        height: entry.y - Theme.px(8)
        clip: true
        spacing: Theme.px(4)
        model: chat.room.chat
        boundsBehavior: Flickable.StopAtBounds
        onCountChanged: if (follow)
            Qt.callLater(positionViewAtEnd)
        onMovementEnded: follow = atYEnd

        ScrollBar.vertical: ScrollBar {
            id: bar

            policy: list.contentHeight > list.height ? ScrollBar.AlwaysOn : ScrollBar.AlwaysOff
            width: Math.max(8, Theme.px(8))

            contentItem: Rectangle {
                radius: width / 2
                color: bar.pressed ? Theme.text2 : Theme.line
            }
        }

        delegate: Column {
            id: said

            required property string name
            required property string text
            required property bool own

            objectName: "chat-line"
            width: list.width - bar.width - Theme.px(6)

            GText {
                width: parent.width
                text: said.name
                size: Theme.sizeSmall
                color: said.own ? Theme.you : Theme.text2
            }

            GText {
                width: parent.width
                text: said.text
                size: Theme.sizeLabel
                wrapMode: Text.Wrap
            }
        }

        GText {
            visible: list.count === 0 && chat.room.talks
            width: parent.width
            text: chat.words["online.room.quiet"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }
    }

    Item {
        id: entry

        anchors.bottom: parent.bottom
        width: parent.width
        height: visible ? Math.max(field.height, send.height) : 0
        visible: chat.room.talks

        ChatEntry {
            id: field

            objectName: "room-say"
            width: parent.width - send.width - Theme.px(8)
            placeholderText: chat.words["online.room.say"] ?? ""
            enabled: chat.room.live
            onAccepted: entry.send()
        }

        DialogButton {
            id: send

            objectName: "room-send"
            anchors.right: parent.right
            size: Theme.sizeLabel
            tall: 44
            least: 56
            allowed: chat.room.live
            text: chat.words["online.room.send"] ?? ""
            onTriggered: entry.send()
        }

        function send() {
            if (chat.room.say(field.text))
                field.clear();
        }
    }
}
