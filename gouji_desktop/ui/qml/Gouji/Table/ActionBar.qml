pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// The action row: its buttons in the middle of the window, the selection in words at its right end.
//
// default children  the ActionButtons, in order
// middle            the middle of the window, in pixels of this item
// title, detail     the selection in words; under it why not, or the reason of the grey button in question
// Buttons that are too wide together are narrowed one like the other; their words then shrink to 12 pixels.
Item {
    id: bar

    default property alias buttons: row.data
    property real middle: width / 2
    property string title: ""
    property string detail: ""

    readonly property int gap: Theme.px(10)
    readonly property int leastWords: Theme.tx(150)

    implicitHeight: Theme.button(50)

    ActionRow {
        id: row

        most: bar.width - bar.leastWords - Theme.px(12)
        x: Math.round(Math.max(0, Math.min(bar.middle - width / 2, bar.width - bar.leastWords - width)))
        spacing: bar.gap
    }

    Column {
        anchors.right: parent.right
        width: bar.width - row.x - row.width - Theme.px(16)
        spacing: Theme.px(1)

        GText {
            width: parent.width
            height: Theme.lineHeight(Theme.sizeBody)
            text: bar.title
            bold: true
            color: Theme.you
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            horizontalAlignment: Text.AlignRight
        }

        GText {
            width: parent.width
            height: Math.min(implicitHeight, bar.height - Theme.lineHeight(Theme.sizeBody))
            text: bar.detail
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
            maximumLineCount: 2
            horizontalAlignment: Text.AlignRight
        }
    }
}
