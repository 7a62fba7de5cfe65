import QtQuick
import QtQuick.Controls.Basic
import Gouji.Theme

// A column of any height that scrolls; the bar is seen only where there is more than fits.
//
// spacing  between the parts, in pixels
// The parts are its children; their width is `inner`.
Flickable {
    id: panel

    default property alias parts: column.data
    property alias spacing: column.spacing
    readonly property real inner: width - (bar.visible ? bar.width + Theme.px(4) : 0)

    contentWidth: width
    contentHeight: column.height
    clip: true
    boundsBehavior: Flickable.StopAtBounds
    interactive: contentHeight > height

    // Scrolls so far that a part, for instance the one with the keyboard, is seen.
    function show(part: Item) {
        const top = part.mapToItem(column, 0, 0).y;
        if (top < contentY)
            contentY = top;
        else if (top + part.height > contentY + height)
            contentY = Math.min(top + part.height - height, contentHeight - height);
    }

    ScrollBar.vertical: ScrollBar {
        id: bar

        anchors.right: panel.right
        visible: panel.contentHeight > panel.height
        policy: ScrollBar.AlwaysOn
        width: Math.max(8, Theme.px(8))

        contentItem: Rectangle {
            radius: width / 2
            color: bar.pressed ? Theme.text2 : Theme.line
        }
    }

    Column {
        id: column

        width: panel.inner
    }
}
