pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// The place a seat has taken, a large seal turned by 3 degrees: the one thing on the table that is not straight.
//
// text      头科 … 大落; two Han characters stand above each other, other words lie
// mirrored  turned the other way, for seats at the right
// stamp()   plays the motion of stamping
Rectangle {
    id: seal

    property string text: ""
    property bool mirrored: false
    readonly property bool upright: /^[\u2e80-\u9fff]{2}$/.test(text)
    readonly property list<string> lines: upright ? [text[0], text[1]] : [text]

    function stamp() {
        if (!Theme.lessMotion)
            stamping.restart();
    }

    implicitWidth: Math.ceil(words.implicitWidth) + 2 * Theme.tx(upright ? 5 : 7)
    implicitHeight: upright ? Theme.tx(52) : Theme.tx(28)
    radius: Theme.radiusTag
    color: Theme.seal
    rotation: mirrored ? 3 : -3
    antialiasing: true

    Column {
        id: words

        anchors.centerIn: parent

        Repeater {
            model: seal.lines

            GText {
                required property string modelData

                anchors.horizontalCenter: parent?.horizontalCenter
                height: seal.upright ? Theme.tx(24) : implicitHeight
                text: modelData
                size: seal.upright ? 20 : 15
                bold: true
                color: Theme.sealText
                renderType: Text.QtRendering
            }
        }
    }

    NumberAnimation {
        id: stamping

        target: seal
        property: "scale"
        from: 1.25
        to: 1
        duration: Theme.sealTime
        easing.type: Easing.OutCubic
    }
}
