import QtQuick
import Gouji.Controls
import Gouji.Theme

// What a seat just called, beside its panel for a few seconds, from a row of the bubbles. No pointer hears it.
//
// covered  whether something else stands there
Item {
    id: bubble

    required property int areaX
    required property int areaY
    required property int areaWidth
    required property int areaHeight
    required property bool atRight
    required property string text
    required property string emote
    property bool covered: false
    // The first column to the right of it.
    readonly property real reach: x + shape.x + shape.width

    objectName: "bubble"
    x: areaX
    y: areaY
    z: 3
    width: areaWidth
    height: areaHeight
    visible: !covered

    Accessible.role: Accessible.AlertMessage
    Accessible.name: text

    Rectangle {
        id: shape

        readonly property real wanted: (drawing.visible ? drawing.width : label.implicitWidth) + 2 * Theme.tx(10)

        x: bubble.atRight ? bubble.width - width : 0
        width: Math.min(bubble.width, Math.ceil(wanted))
        height: bubble.height
        radius: Theme.radius
        color: Theme.raised
        border.width: 1
        border.color: Theme.line

        GText {
            id: label

            visible: !drawing.visible
            anchors.centerIn: parent
            width: Math.min(implicitWidth, parent.width - 2 * Theme.tx(8))
            text: bubble.text
            size: Theme.sizeLabel
            bold: true
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
        }

        ChatEmote {
            id: drawing

            anchors.centerIn: parent
            name: bubble.emote
            length: Math.min(Theme.tx(24), bubble.height - 4)
        }
    }
}
