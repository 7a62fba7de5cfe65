import QtQuick
import Gouji.Controls
import Gouji.Theme

// A grey tag for a condition: 无头, 托管, 思考.
//
// text   its word
// tight  less room at its sides
Rectangle {
    id: tag

    property string text: ""
    property bool tight: false

    implicitWidth: Math.ceil(label.implicitWidth) + 2 * Theme.tx(tight ? 3 : 5)
    implicitHeight: Math.max(Theme.tx(21), Theme.lineHeight(13))
    radius: Theme.radiusTag
    color: Theme.tag

    GText {
        id: label

        anchors.centerIn: parent
        width: Math.min(implicitWidth, tag.width)
        text: tag.text
        size: Theme.sizeLabel
        color: Theme.tagText
    }
}
