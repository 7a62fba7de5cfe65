import QtQuick
import Gouji.Theme

// The mark of a side: round for you and allies, square for enemies, a square in a square for the opposite.
//
// side    you | ally | enemy | opposite
// filled  false for a seat that nobody holds
// length  its side in pixels
Item {
    id: mark

    property string side: "ally"
    property bool filled: true
    property int length: Theme.tx(10)

    readonly property color colour: Theme.sideColour(side)
    readonly property bool round: side === "ally" || side === "you"
    readonly property bool double: side === "opposite"

    implicitWidth: length
    implicitHeight: length

    Rectangle {
        width: mark.length
        height: mark.length
        radius: mark.round ? mark.length / 2 : 0
        color: mark.filled && !mark.double ? mark.colour : "transparent"
        border.width: mark.filled && !mark.double ? 0 : Math.max(1, Math.round(mark.length / 8))
        border.color: mark.colour
    }

    Rectangle {
        readonly property int inset: Math.max(2, Math.round(mark.length * 0.28))

        visible: mark.double && mark.filled
        x: inset
        y: inset
        width: mark.length - 2 * inset
        height: mark.length - 2 * inset
        color: mark.colour
    }
}
