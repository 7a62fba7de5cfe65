pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import Gouji.Controls
import Gouji.Table
import Gouji.Theme

// What was said at the table, each line under the name of who said it; it follows its end unless somebody scrolled away.
ListView {
    id: list

    required property var lines
    property bool follow: true

    objectName: "chatLines"
    model: lines
    clip: true
    spacing: Theme.px(6)
    boundsBehavior: Flickable.StopAtBounds
    onCountChanged: if (follow)
        Qt.callLater(positionViewAtEnd)
    onVisibleChanged: if (visible && follow)
        Qt.callLater(positionViewAtEnd)
    onHeightChanged: if (follow)
        Qt.callLater(positionViewAtEnd)
    // Lines that come into sight may be higher than was thought.
    onContentHeightChanged: if (follow)
        Qt.callLater(positionViewAtEnd)
    onMovementEnded: follow = atYEnd

    ScrollBar.vertical: ScrollBar {
        id: bar

        anchors.right: list.right
        policy: list.contentHeight > list.height ? ScrollBar.AlwaysOn : ScrollBar.AlwaysOff
        width: Math.max(8, Theme.px(8))

        contentItem: Rectangle {
            radius: width / 2
            color: bar.pressed ? Theme.text2 : Theme.line
        }
    }

    delegate: Item {
        id: line

        required property string who
        required property string side
        required property string text
        required property string emote

        width: list.width - bar.width - Theme.px(6)
        height: said.y + Math.max(said.visible ? said.height : 0, drawing.visible ? drawing.height : 0)

        Accessible.role: Accessible.StaticText
        Accessible.name: who + " " + text

        SideMark {
            visible: line.side !== ""
            y: Math.round((name.height - height) / 2)
            side: line.side === "" ? "ally" : line.side
            length: Theme.tx(8)
        }

        GText {
            id: name

            x: line.side === "" ? 0 : Theme.px(16)
            width: parent.width - x
            height: Theme.lineHeight(Theme.sizeSmall)
            text: line.who
            size: Theme.sizeSmall
            color: Theme.text2
        }

        GText {
            id: said

            objectName: "chatText"
            visible: !drawing.visible
            x: Theme.px(16)
            y: name.height
            width: parent.width - x
            text: line.text
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
            elide: Text.ElideNone
            clip: true
        }

        ChatEmote {
            id: drawing

            x: said.x
            y: said.y + Theme.px(2)
            name: line.emote
            length: Theme.tx(26)
        }
    }
}
