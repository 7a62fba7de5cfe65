import QtQuick
import Gouji.Controls
import Gouji.Theme

// How many cards a seat has left, on a chip of card paper; shown only where the rules announce it.
//
// count  the number
// unit   the word under it (张)
Rectangle {
    id: chip

    property int count: 0
    property string unit: ""

    implicitWidth: Math.max(Theme.tx(36), Math.ceil(word.implicitWidth) + 2 * Theme.tx(8))
    implicitHeight: Theme.tx(48)
    radius: Theme.radiusTag
    color: Theme.cardPaper
    border.width: 1
    border.color: Theme.cardEdge

    Column {
        anchors.centerIn: parent

        GText {
            anchors.horizontalCenter: parent.horizontalCenter
            height: Theme.tx(25)
            text: String(chip.count)
            size: Theme.sizeTitle
            bold: true
            color: Theme.cardInk
        }

        GText {
            id: word

            anchors.horizontalCenter: parent.horizontalCenter
            height: Theme.tx(16)
            text: chip.unit
            size: Theme.sizeSmall
            color: Theme.cardText2
        }
    }
}
