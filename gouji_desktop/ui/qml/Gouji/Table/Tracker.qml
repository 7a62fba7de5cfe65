pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// The tracker 记牌器: how many of each rank are outside the own hand and the table.
//
// title, detail  记牌, 外面 65
// cells          list of { label, count }, jokers first
// note           the whole in words, for assistive technology
Row {
    id: tracker

    property string title: ""
    property string detail: ""
    property var cells: []
    property string note: ""
    property int labelRoom: Theme.tx(64)

    spacing: Theme.px(8)

    Accessible.role: Accessible.StaticText
    Accessible.name: title
    Accessible.description: note

    Column {
        anchors.verticalCenter: parent.verticalCenter
        width: Math.min(tracker.labelRoom, Math.max(first.implicitWidth, second.implicitWidth))

        GText {
            id: first

            width: parent.width
            height: Theme.lineHeight(Theme.sizeLabel)
            text: tracker.title
            size: Theme.sizeLabel
            bold: true
            color: Theme.text2
            horizontalAlignment: Text.AlignRight
        }

        GText {
            id: second

            width: parent.width
            height: Theme.lineHeight(Theme.sizeSmall)
            text: tracker.detail
            size: Theme.sizeSmall
            color: Theme.text2
            horizontalAlignment: Text.AlignRight
        }
    }

    Row {
        spacing: 1

        Repeater {
            model: tracker.cells

            Rectangle {
                id: cell

                required property var modelData
                readonly property bool none: modelData.count === 0

                width: Math.max(Theme.px(29), Math.ceil(rank.implicitWidth) + 2 * Theme.px(4))
                height: Math.max(Theme.px(36), 2 * Theme.lineHeight(Theme.sizeSmall))
                color: Theme.panel

                GText {
                    id: rank

                    anchors.horizontalCenter: parent.horizontalCenter
                    y: 1
                    height: Math.floor(parent.height / 2) - y
                    text: cell.modelData.label
                    size: Theme.sizeSmall
                    color: cell.none ? Theme.text3 : Theme.text2
                }

                GText {
                    anchors.horizontalCenter: parent.horizontalCenter
                    y: Math.floor(parent.height / 2)
                    height: parent.height - y
                    text: String(cell.modelData.count)
                    bold: true
                    color: cell.none ? Theme.text3 : Theme.text
                }
            }
        }
    }
}
