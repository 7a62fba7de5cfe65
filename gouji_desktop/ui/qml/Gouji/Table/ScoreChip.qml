import QtQuick
import Gouji.Controls
import Gouji.Theme

// The score of a side: its mark, its name, its points.
//
// side   ally | enemy
// label  我方, 对方
// score  "+4", "−4" (with U+2212)
Row {
    id: chip

    property string side: "ally"
    property string label: ""
    property string score: ""

    spacing: Theme.px(7)

    Accessible.role: Accessible.StaticText
    Accessible.name: label + " " + score

    SideMark {
        anchors.verticalCenter: parent.verticalCenter
        length: Theme.px(12)
        side: chip.side
    }

    GText {
        anchors.verticalCenter: parent.verticalCenter
        text: chip.label
        size: Theme.sizeLabel
        color: Theme.text2
    }

    GText {
        anchors.verticalCenter: parent.verticalCenter
        text: chip.score
        size: Theme.sizeButton
        bold: true
    }
}
