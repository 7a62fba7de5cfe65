import QtQuick
import Gouji.Controls
import Gouji.Theme

// The letter of a player in the shape of his side: round, square, or a square in a square.
//
// side    you | ally | enemy | opposite
// letter  one character
// dim     whether the seat has finished or is away
// length  its side in pixels
Item {
    id: avatar

    property string side: "ally"
    property string letter: ""
    property bool dim: false
    property int length: Theme.px(52)

    readonly property bool round: side === "ally" || side === "you"
    readonly property bool double: side === "opposite"
    readonly property color edge: dim ? Qt.tint(Theme.panel, Qt.alpha(Theme.sideColour(side), 0.55))
                                      : Theme.sideColour(side)
    readonly property int inset: double ? Math.round(length * 0.1) : 0

    implicitWidth: length
    implicitHeight: length

    Rectangle {
        visible: avatar.double
        anchors.fill: parent
        radius: Theme.px(6)
        color: "transparent"
        border.width: Math.max(1, Math.round(avatar.length / 26))
        border.color: avatar.edge
    }

    Rectangle {
        x: avatar.inset
        y: avatar.inset
        width: avatar.length - 2 * avatar.inset
        height: width
        radius: avatar.round ? width / 2 : avatar.double ? Theme.px(2) : Theme.px(5)
        color: avatar.dim ? Theme.avatarDim : Theme.avatar
        border.width: Math.max(2, Math.round(avatar.length / 17))
        border.color: avatar.edge
    }

    GText {
        anchors.centerIn: parent
        text: avatar.letter
        size: Theme.sizeTitle
        bold: true
        color: avatar.dim ? Theme.text2 : Theme.text
    }
}
