import QtQuick
import Gouji.Controls
import Gouji.Theme

// A page that is not the table: its title, the way back at the top right, and its content below.
//
// title, subtitle  what page it is
// backText         the word on the button that leads back
// tools            buttons beside it
// default          the content, in the area below the title
// leaving            the person wants to go back (the button, or Escape)
FocusScope {
    id: frame

    property string title: ""
    property string subtitle: ""
    property string backText: ""
    default property alias content: body.data
    property alias tools: toolRow.data
    readonly property int edge: Theme.px(34)

    signal leaving

    focus: true
    Keys.onEscapePressed: leaving()

    GText {
        id: heading

        x: frame.edge
        y: Theme.px(22)
        height: Theme.px(42)
        text: frame.title
        size: Theme.sizeTitle
        bold: true
    }

    GText {
        x: heading.x + heading.width + Theme.space4
        anchors.verticalCenter: heading.verticalCenter
        width: Math.max(0, toolRow.x - x - Theme.space3)
        text: frame.subtitle
        size: Theme.sizeLabel
        color: Theme.text2
    }

    Row {
        id: toolRow

        x: back.x - width - Theme.space2
        anchors.verticalCenter: heading.verticalCenter
        spacing: Theme.space2
    }

    BarButton {
        id: back

        x: frame.width - width - frame.edge
        anchors.verticalCenter: heading.verticalCenter
        text: frame.backText
        size: Theme.sizeLabel
        guard: 0
        onTriggered: frame.leaving()
    }

    Hairline {
        x: frame.edge
        y: Theme.px(72)
        width: frame.width - 2 * frame.edge
    }

    Item {
        id: body

        x: frame.edge
        y: Theme.px(72) + Theme.px(18)
        width: frame.width - 2 * frame.edge
        height: frame.height - y - Theme.px(24)
    }
}
