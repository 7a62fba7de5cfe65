pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// The seals and tags of a seat in one row. Too many are set closer; for what still does not fit
// stands "…", which tells it under the pointer.
//
// marks     list of { text, kind: "filled" | "outlined" | "tag", fresh: bool }, the weightiest first
// room      width in pixels
// mirrored  whether the first stands at the right
Item {
    id: row

    property var marks: []
    property int room: Theme.tx(116)
    property bool mirrored: false

    readonly property bool tight: widthOf(marks.length, false) > room
    readonly property int shown: howMany()
    readonly property string rest: marks.slice(shown).map(mark => String(mark.text)).join("  ")

    implicitWidth: line.implicitWidth
    implicitHeight: Math.max(Theme.tx(21), Theme.lineHeight(13))

    // The width of the first marks, from the measured widths of their words.
    function widthOf(count: int, close: bool): real {
        let sum = 0;
        for (let i = 0; i < count; ++i) {
            const words = measure.wide(String(marks[i].text));
            sum += words + 2 * Theme.tx(close ? 3 : 5) + (i > 0 ? Theme.tx(close ? 2 : 4) : 0);
        }
        return sum;
    }

    function howMany(): int {
        if (widthOf(marks.length, tight) <= room)
            return marks.length;
        const tail = measure.wide("…") + 2 * Theme.tx(3) + Theme.tx(2);
        let count = marks.length - 1;
        while (count > 1 && widthOf(count, true) + tail > room)
            --count;
        return Math.max(1, count);
    }

    WordMetrics {
        id: measure

        size: Theme.sizeLabel
        bold: true
    }

    Row {
        id: line

        x: row.mirrored ? row.width - width : 0
        layoutDirection: row.mirrored ? Qt.RightToLeft : Qt.LeftToRight
        spacing: Theme.tx(row.tight ? 2 : 4)

        Repeater {
            model: row.marks.slice(0, row.shown)

            Mark {
                required property var modelData

                kind: modelData.kind
                text: modelData.text
                fresh: modelData.fresh === true
                tight: row.tight
                width: Math.min(implicitWidth, row.room)
            }
        }

        Tag {
            visible: row.shown < row.marks.length
            text: "…"
            tight: true
            Accessible.role: Accessible.StaticText
            Accessible.name: row.rest

            HoverHandler {
                id: over
            }

            Rectangle {
                objectName: "moreMarks"
                visible: over.hovered
                x: row.mirrored ? parent.width - width : 0
                y: parent.height + Theme.px(4)
                z: 5
                width: Math.ceil(words.implicitWidth) + 2 * Theme.tx(8)
                height: Math.ceil(words.implicitHeight) + 2 * Theme.tx(4)
                radius: Theme.radiusTag
                color: Theme.panel
                border.width: 1
                border.color: Theme.line

                GText {
                    id: words

                    anchors.centerIn: parent
                    text: row.rest
                    size: Theme.sizeLabel
                }
            }
        }
    }
}
