pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls.Basic
import QtQuick.Templates as T
import Gouji.Theme

// A list of rows that scrolls; the bar is seen only where there is more than fits, and what Tab comes to is scrolled to.
//
// inner  width of its rows, in pixels
ListView {
    id: list

    readonly property real inner: width - (bar.visible ? bar.width + Theme.px(4) : 0)
    readonly property Item focused: Window.activeFocusItem

    clip: true
    boundsBehavior: Flickable.StopAtBounds
    interactive: contentHeight > height
    onFocusedChanged: Qt.callLater(list.follow)

    // Never under the mouse: a button that moved away while it is pressed would not be clicked.
    function follow() {
        const byKeys = (list.focused as T.Control)?.visualFocus ?? false;
        let row = list.focused;
        while (row !== null && row.parent !== list.contentItem)
            row = row.parent;
        if (row === null || !byKeys)
            return;
        if (row.y < list.contentY)
            list.contentY = row.y;
        else if (row.y + row.height > list.contentY + list.height)
            list.contentY = row.y + row.height - list.height;
    }

    ScrollBar.vertical: ScrollBar {
        id: bar

        anchors.right: list.right
        visible: list.contentHeight > list.height
        policy: ScrollBar.AlwaysOn
        width: Math.max(8, Theme.px(8))

        contentItem: Rectangle {
            radius: width / 2
            color: bar.pressed ? Theme.text2 : Theme.line
        }
    }
}
