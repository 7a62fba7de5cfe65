pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Table
import Gouji.Theme

// A whole table from fixed data: `layout` and `hand` come from the presenters, `deal` from the test.
Rectangle {
    id: scene

    required property var layout
    required property var hand
    required property var deal

    color: Theme.window

    TopBar {
        width: parent.width
        height: scene.layout.top_bar.height
        title: scene.deal.title
        detail: scene.deal.detail
        allyLabel: scene.deal.allyLabel
        allyScore: scene.deal.allyScore
        enemyLabel: scene.deal.enemyLabel
        enemyScore: scene.deal.enemyScore
        trackerTitle: scene.deal.trackerTitle
        trackerDetail: scene.deal.trackerDetail
        trackerCells: scene.deal.tracker

        Repeater {
            model: scene.deal.barButtons

            BarButton {
                required property string modelData

                text: modelData
            }
        }
    }

    TableSurface {
        x: scene.layout.table.x
        y: scene.layout.table.y
        width: scene.layout.table.width
        height: scene.layout.table.height
        cornerRadius: scene.layout.radius
        rim: scene.layout.rim
        coinArea: Qt.rect(scene.layout.coin.x - x, scene.layout.coin.y - y, scene.layout.coin.width,
                          scene.layout.coin.height)
    }

    Repeater {
        model: scene.layout.seats

        Item {
            id: spot

            required property int index
            required property var modelData
            readonly property var player: scene.deal.players[index]

            anchors.fill: parent

            Loader {
                x: spot.modelData.play.x
                y: spot.modelData.play.y
                width: spot.modelData.play.width
                active: spot.player.cards.length > 0
                sourceComponent: spot.modelData.play.plate ? plate : pile
            }

            Component {
                id: pile

                Pile {
                    objectName: "play"
                    cards: spot.player.cards
                    cardWidth: spot.modelData.play.card
                    room: spot.modelData.play.room
                    side: spot.modelData.side
                    align: spot.modelData.play.align
                    words: spot.player.words
                    beaten: true
                }
            }

            Component {
                id: plate

                PlayPlate {
                    objectName: "play"
                    cards: spot.player.cards
                    cardWidth: spot.modelData.play.card
                    room: spot.modelData.play.room
                    side: spot.modelData.side
                    align: spot.modelData.play.align
                    words: spot.player.words
                }
            }

            TableWord {
                x: spot.modelData.word.x
                y: spot.modelData.word.y
                width: spot.modelData.word.width
                height: spot.modelData.word.height
                align: spot.modelData.play.align
                text: spot.player.word
            }

            SeatPanel {
                objectName: "seat"
                x: spot.modelData.panel.x
                y: spot.modelData.panel.y
                width: spot.modelData.panel.width
                height: spot.modelData.panel.height
                side: spot.modelData.side
                mirrored: spot.modelData.mirrored
                name: spot.player.name
                second: spot.player.second
                letter: spot.player.letter
                marks: spot.player.marks
                place: spot.player.place
                count: spot.player.count
                unit: spot.player.unit
                ringShown: spot.player.time > 0
                ringTotal: 30000
                ringRemaining: spot.player.time
                ringSeconds: spot.index === 0
            }
        }
    }

    TableMessage {
        x: scene.layout.message.x
        y: scene.layout.message.y
        width: scene.layout.message.width
        title: scene.deal.message
        detail: scene.deal.messageDetail
    }

    ActionBar {
        x: scene.layout.actions.x
        y: scene.layout.actions.y
        width: scene.layout.actions.width
        middle: scene.width / 2 - x
        title: scene.deal.selection
        detail: scene.deal.selectionDetail

        Repeater {
            model: scene.deal.actions.slice(0, 4)

            ActionSample {
                required property var modelData

                sample: modelData
            }
        }

        ActionGap {}

        Repeater {
            model: scene.deal.actions.slice(4)

            ActionSample {
                required property var modelData

                sample: modelData
            }
        }
    }

    HandArea {
        x: scene.layout.hand.x
        y: scene.layout.hand.y
        width: scene.layout.hand.width
        height: scene.layout.hand.height

        Repeater {
            model: scene.hand.places

            HandCard {
                required property var modelData

                objectName: "card"
                animated: false
                name: modelData.name
                received: modelData.received
                selected: modelData.selected
                cursor: modelData.cursor
                placeX: modelData.x
                placeY: modelData.y
                placeZ: modelData.z
                cardWidth: scene.hand.card_width
            }
        }

        Repeater {
            model: scene.hand.labels

            StackPlate {
                required property var modelData

                x: modelData.x
                y: modelData.y
                width: modelData.width
                height: modelData.height
                text: modelData.text
                chosen: modelData.selected > 0
            }
        }
    }
}
