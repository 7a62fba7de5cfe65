pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Theme

// A row of words of which one is chosen (levels, speeds, filters).
//
// options   the words, in order
// current   position of the chosen one
// joined    true for one bar, false for separate pills that wrap
// chosen(index)  the person picked another
Flow {
    id: control

    property list<string> options
    property int current: 0
    property bool joined: true

    signal chosen(int index)

    // Where a cell of the joined bar begins, in whole pixels; the last ends with the control.
    function edge(index: int): int {
        return Math.round(index * Math.floor(width) / Math.max(1, options.length));
    }

    spacing: joined ? 0 : Theme.px(8)

    Accessible.role: Accessible.Grouping

    Repeater {
        id: cells

        model: control.options

        PressButton {
            id: cell

            required property int index
            required property string modelData
            readonly property bool on: index === control.current

            implicitWidth: control.joined
                           ? control.edge(index + 1) - control.edge(index)
                           : Math.max(Theme.tx(64), Math.ceil(measure.width) + 2 * Theme.tx(14))
            tall: 40
            kind: on ? "normal" : "quiet"
            strong: on
            size: Theme.sizeLabel
            text: modelData
            guard: 0
            z: on ? 1 : 0
            Accessible.role: Accessible.RadioButton
            Accessible.checkable: true
            Accessible.checked: on
            onTriggered: if (!on)
                control.chosen(index)

            TextMetrics {
                id: measure

                font.family: Theme.family
                font.pixelSize: Theme.font(Theme.sizeLabel)
                font.bold: true
                text: cell.modelData
            }

            Rectangle {
                visible: cell.on
                anchors.fill: parent
                radius: Theme.radius
                color: "transparent"
                border.width: Math.max(2, Theme.px(2))
                border.color: Theme.you
            }
        }
    }
}
