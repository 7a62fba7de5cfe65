pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// The action row: its buttons in the middle of the window, the selection in words at its right end.
//
// default children  the ActionButtons, in order
// middle            the middle of the window, in pixels of this item
// title, detail     the selection in words, in up to two lines; under it why not, or the reason of the grey button in
//                   question
// lead              so many pixels above the row, and as many below it, are free for these words
// Buttons that are too wide together are narrowed one like the other; their words then shrink to 12 pixels.
Item {
    id: bar

    default property alias buttons: row.data
    property real middle: width / 2
    property string title: ""
    property string detail: ""
    property int lead: Theme.px(8)

    readonly property int gap: Theme.px(10)
    readonly property int leastWords: Theme.tx(230)

    implicitHeight: Theme.button(50)

    ActionRow {
        id: row

        most: bar.width - bar.leastWords - Theme.px(12)
        x: Math.round(Math.max(0, Math.min(bar.middle - width / 2, bar.width - bar.leastWords - width)))
        spacing: bar.gap
    }

    Column {
        id: words

        anchors.right: parent.right
        // Higher words reach over the row, and not into the hand.
        y: Math.min(Math.max(0, Math.round((bar.height - height) / 2)), bar.height + bar.lead - height)
        width: bar.width - row.x - row.width - Theme.px(12)

        // Long words are set smaller before they are broken into two lines.
        readonly property bool small: measure.wide(bar.title) + 2 > width
        readonly property bool broken: small && smallMeasure.wide(bar.title) + 2 > width
        readonly property int line: Theme.lineHeight(Theme.sizeSmall)

        GText {
            id: titleText

            objectName: "selectionTitle"
            width: parent.width
            height: words.broken ? 2 * words.line : Theme.lineHeight(Theme.sizeBody)
            text: bar.title
            size: words.small ? Theme.sizeSmall : Theme.sizeBody
            bold: true
            color: Theme.you
            lineHeight: words.broken ? words.line : 1
            lineHeightMode: words.broken ? Text.FixedHeight : Text.ProportionalHeight
            wrapMode: words.broken ? Text.Wrap : Text.NoWrap
            maximumLineCount: 2
            horizontalAlignment: Text.AlignRight
        }

        GText {
            objectName: "selectionDetail"
            width: parent.width
            height: implicitHeight
            text: bar.detail
            size: words.broken ? Theme.sizeSmall : Theme.sizeLabel
            color: Theme.text2
            lineHeight: words.line
            lineHeightMode: Text.FixedHeight
            wrapMode: Text.Wrap
            maximumLineCount: 2
            horizontalAlignment: Text.AlignRight
        }
    }

    WordMetrics {
        id: smallMeasure

        size: Theme.sizeSmall
        bold: true
    }

    WordMetrics {
        id: measure

        size: Theme.sizeBody
        bold: true
    }
}
