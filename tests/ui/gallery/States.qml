pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Table
import Gouji.Theme

// Seats, seals, buttons, cards and plays in all their states.
Rectangle {
    id: gallery

    required property var seats
    required property var marks
    required property var buttons

    color: Theme.table

    Column {
        x: Theme.px(16)
        y: Theme.px(16)
        spacing: Theme.px(16)

        Grid {
            columns: 3
            spacing: Theme.px(30)

            Repeater {
                model: gallery.seats

                SeatPanel {
                    required property var modelData

                    objectName: "seat"
                    side: modelData.side
                    mirrored: modelData.mirrored
                    name: modelData.name
                    second: modelData.second
                    letter: modelData.letter
                    marks: modelData.marks
                    place: modelData.place
                    away: modelData.away
                    count: modelData.count
                    unit: "张"
                    ringShown: modelData.time > 0
                    ringTotal: 20000
                    ringRemaining: modelData.time
                    ringSeconds: modelData.side === "you"
                }
            }
        }

        Row {
            spacing: Theme.px(6)

            Repeater {
                model: gallery.marks

                Mark {
                    required property var modelData

                    objectName: "mark"
                    kind: modelData.kind
                    text: modelData.text
                }
            }
        }

        Rectangle {
            width: Theme.tx(640)
            height: buttonGrid.height + 2 * Theme.px(16)
            color: Theme.window

            Grid {
                id: buttonGrid

                x: Theme.px(16)
                y: Theme.px(16)
                columns: 4
                spacing: Theme.px(12)

                Repeater {
                    model: gallery.buttons

                    ActionButton {
                        required property var modelData

                        objectName: "button"
                        width: Theme.tx(112)
                        kind: modelData.kind
                        text: modelData.text
                        keyHint: modelData.key
                        keyIcon: modelData.icon
                        allowed: modelData.allowed
                        reason: modelData.reason
                        down: modelData.down ? true : undefined
                    }
                }
            }
        }

        Item {
            width: Theme.px(700)
            height: Theme.px(170)

            Repeater {
                model: [
                    { name: "Ks", x: 0, y: 17, selected: false, received: false, cursor: false },
                    { name: "Kh", x: 38, y: 0, selected: true, received: false, cursor: false },
                    { name: "Kc", x: 78, y: 0, selected: true, received: true, cursor: true },
                    { name: "Kd", x: 118, y: 13, selected: false, received: false, cursor: false },
                    { name: "", x: 210, y: 17, selected: false, received: false, cursor: false }
                ]

                HandCard {
                    required property var modelData

                    objectName: "card"
                    animated: false
                    name: modelData.name
                    selected: modelData.selected
                    received: modelData.received
                    cursor: modelData.cursor
                    placeX: Theme.px(modelData.x)
                    placeY: Theme.px(modelData.y)
                }
            }

            Pile {
                objectName: "pile"
                x: Theme.px(310)
                room: Theme.px(160)
                width: room
                cards: ["Js", "Jh", "Jd"]
                side: "ally"
                words: "被压过的牌"
                beaten: true
            }

            PlayPlate {
                objectName: "plate"
                x: Theme.px(490)
                cardWidth: Theme.px(88)
                room: Theme.px(200)
                width: mostWidth
                cards: ["Qs", "Qh", "Qc"]
                side: "opposite"
                words: "要管的牌"
            }
        }
    }
}
