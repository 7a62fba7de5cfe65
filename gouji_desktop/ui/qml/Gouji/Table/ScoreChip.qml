import QtQuick
import Gouji.Controls
import Gouji.Theme

// The score of a side: its mark, its name, its points.
//
// side   ally | enemy
// label  我方, 对方
// score  "+4", "−4" (with U+2212)
// named  whether its name stands there: the mark says it, too
Row {
    id: chip

    property string side: "ally"
    property string label: ""
    property string score: ""
    property bool named: true
    // Its width with its name, whether that stands there or not.
    readonly property real whole: mark.width + name.implicitWidth + points.implicitWidth + 2 * spacing

    spacing: Theme.px(7)

    Accessible.role: Accessible.StaticText
    Accessible.name: label + " " + score

    SideMark {
        id: mark

        anchors.verticalCenter: parent.verticalCenter
        length: Theme.px(12)
        side: chip.side
    }

    GText {
        id: name

        visible: chip.named
        anchors.verticalCenter: parent.verticalCenter
        text: chip.label
        size: Theme.sizeLabel
        color: Theme.text2
    }

    GText {
        id: points

        anchors.verticalCenter: parent.verticalCenter
        text: chip.score
        size: Theme.sizeButton
        bold: true
    }
}
