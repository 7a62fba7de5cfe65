pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import Gouji.Controls
import Gouji.Theme

// The log of the deal in words; it follows its end unless somebody has scrolled away from it. Without `fromEnd` it is a
// list that is read from its beginning.
ListView {
    id: list

    required property var lines
    property bool fromEnd: true
    property bool follow: true

    model: lines
    clip: true
    spacing: Theme.px(3)
    boundsBehavior: Flickable.StopAtBounds
    onCountChanged: if (fromEnd && follow)
        Qt.callLater(positionViewAtEnd)
    onVisibleChanged: if (visible && fromEnd)
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

    delegate: Item {
        id: line

        required property string text
        required property string side
        required property bool heading

        width: list.width - bar.width - Theme.px(6)
        height: Math.max(words.height, Theme.lineHeight(Theme.sizeLabel)) + (heading ? Theme.px(8) : 0)

        SideMark {
            visible: line.side !== ""
            y: words.y + Math.round((Theme.lineHeight(Theme.sizeLabel) - height) / 2)
            side: line.side === "" ? "ally" : line.side
            length: Theme.tx(8)
        }

        GText {
            id: words

            x: line.heading ? 0 : Theme.px(16)
            y: line.heading ? Theme.px(8) : 0
            width: parent.width - x
            text: line.text
            size: Theme.sizeLabel
            bold: line.heading
            color: line.heading ? Theme.text2 : Theme.text
            wrapMode: Text.Wrap
        }
    }
}
