pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// One seat: avatar, name, seals and tags, ring of time, place taken, cards left. Give it the width and height of
// the layout of the table.
//
// side          you | ally | enemy | opposite; gives shape and colour
// mirrored      whether the avatar is on the right
// name, second, letter  the name, a short word after it (机器人, 掉线), the avatar's character
// marks         as in MarkRow
// place         the place taken (头科 …), "" while the seat plays
// away          whether the player has lost the connection
// count, unit   announced number of cards and its word; -1 for none
// ringShown, ringTotal, ringRemaining, ringRunning  as in TimeRing
// ringSeconds   whether the seconds stand in a tab at the avatar (the own seat)
// description   the whole state in words, for assistive technology
Item {
    id: seat

    property string side: "ally"
    property bool mirrored: false
    property string name: ""
    property string second: ""
    property string letter: ""
    property var marks: []
    property string place: ""
    property bool away: false
    property int count: -1
    property string unit: ""
    property bool ringShown: false
    property alias ringTotal: ring.total
    property alias ringRemaining: ring.remaining
    property alias ringRunning: ring.running
    property bool ringSeconds: false
    property string description: ""

    readonly property bool round: side === "ally" || side === "you"
    readonly property bool finished: place !== ""
    readonly property int outer: Theme.px(11)
    readonly property int wordsAt: avatar.length + 2 * outer
    // What stands on the inner edge reaches so far into the panel.
    readonly property int covered: finished ? placeSeal.width - reach + Theme.tx(4)
                                            : chip.visible ? chip.width - Theme.tx(20) + Theme.tx(4) : 0
    // A seal reaches so far out of the panel, at most as far as the layout of the table leaves free.
    readonly property int reach: Math.min(Math.round(placeSeal.width / 2), Theme.tx(20))
    readonly property int wordsRoom: width - wordsAt - covered - Theme.tx(round && covered === 0 ? 12 : 8)
    // A name that has room is whole: the word after it comes closer, or goes where it does not fit. What is cut anyway
    // leaves a third to it.
    readonly property real both: nameText.implicitWidth + secondText.implicitWidth
    readonly property bool close: secondText.text !== "" && both + Theme.tx(7) > wordsRoom
    readonly property bool nameAlone: close && both + Theme.tx(4) > wordsRoom && nameText.implicitWidth <= wordsRoom

    implicitWidth: Theme.tx(206)
    implicitHeight: Theme.px(74)

    Accessible.role: Accessible.Grouping
    Accessible.name: name
    Accessible.description: description

    onPlaceChanged: if (finished)
        placeSeal.stamp()

    Rectangle {
        anchors.fill: parent
        radius: seat.round ? height / 2 : Theme.radius
        color: Theme.panel
        border.width: 1
        border.color: Theme.panelLine
    }

    TimeRing {
        id: ring

        anchors.centerIn: avatar
        visible: seat.ringShown
        width: avatar.length + 2 * Theme.px(7)
        height: width
        square: !seat.round
        colour: Theme.sideColour(seat.side)
        opacity: visible ? 1 : 0

        Behavior on opacity {
            NumberAnimation {
                duration: Theme.turnTime
            }
        }
    }

    Avatar {
        id: avatar

        x: seat.mirrored ? seat.width - width - seat.outer : seat.outer
        y: Math.round((seat.height - height) / 2)
        side: seat.side
        letter: seat.letter
        dim: seat.finished || seat.away
    }

    Rectangle {
        id: tab

        readonly property bool urgent: ring.seconds < 5

        visible: seat.ringShown && seat.ringSeconds && ring.total > 0
        x: avatar.x + Math.round((avatar.width - width) / 2)
        y: seat.height - height - Theme.px(1)
        width: Math.max(Theme.tx(26), Math.ceil(secondsText.implicitWidth) + 2 * Theme.tx(6))
        height: urgent ? Theme.tx(24) : Theme.tx(20)
        radius: Theme.radiusTag
        color: Theme.you

        GText {
            id: secondsText

            anchors.centerIn: parent
            text: String(ring.seconds)
            size: tab.urgent ? Theme.sizeButton : Theme.sizeLabel
            bold: true
            color: Theme.youText
        }
    }

    Column {
        id: words

        x: seat.mirrored ? seat.width - seat.wordsAt - width : seat.wordsAt
        y: Math.round((seat.height - height) / 2)
        width: seat.wordsRoom
        spacing: Theme.tx(4)

        Item {
            width: parent.width
            height: Theme.lineHeight(Theme.sizeBody)

            Row {
                x: seat.mirrored ? parent.width - width : 0
                layoutDirection: seat.mirrored ? Qt.RightToLeft : Qt.LeftToRight
                spacing: Theme.tx(seat.close ? 4 : 7)

                GText {
                    id: nameText

                    width: seat.nameAlone ? implicitWidth
                        : Math.min(implicitWidth, seat.wordsRoom - (secondText.text === "" ? 0
                                    : Math.min(secondText.implicitWidth, seat.wordsRoom / 3) + parent.spacing))
                    text: seat.name
                    bold: true
                    color: seat.finished ? Theme.text2 : Theme.text
                }

                GText {
                    id: secondText

                    anchors.baseline: nameText.baseline
                    visible: text !== "" && !seat.nameAlone
                    width: Math.min(implicitWidth, seat.wordsRoom - nameText.width - parent.spacing)
                    // Whoever has finished needs the room for his name.
                    text: seat.finished ? "" : seat.second
                    size: Theme.sizeSmall
                    color: Theme.text2
                }
            }
        }

        MarkRow {
            visible: seat.marks.length > 0
            width: parent.width
            room: seat.wordsRoom
            marks: seat.marks
            mirrored: seat.mirrored
        }
    }

    CountChip {
        id: chip

        visible: seat.count >= 0 && !seat.finished
        x: seat.mirrored ? -Theme.tx(20) : seat.width - width + Theme.tx(20)
        y: Math.round((seat.height - height) / 2)
        count: seat.count
        unit: seat.unit
    }

    PlaceSeal {
        id: placeSeal

        visible: seat.finished
        x: seat.mirrored ? -seat.reach : seat.width - width + seat.reach
        y: Math.round((seat.height - height) / 2)
        text: seat.place
        mirrored: seat.mirrored
    }
}
