pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// The table: bar, oval, seats, plays, message, action row, hand; over the oval the dialog of a question, at the
// right a panel (log, score sheet, menu) that leaves the hand free. All places come from the table's view model.
FocusScope {
    id: screen

    required property AppModel app
    readonly property TableModel table: app.table as TableModel
    readonly property var words: app.words
    readonly property HandModel hand: table.hand

    focus: true
    Keys.onPressed: event => {
        event.accepted = screen.table.key(event.key, event.text, event.modifiers);
    }

    TopBar {
        id: bar

        width: parent.width
        height: screen.table.tableArea.y - Theme.px(4)
        title: screen.table.title
        detail: screen.table.detail
        allyLabel: screen.words["table.us"] ?? ""
        allyScore: screen.table.allyScore
        enemyLabel: screen.words["table.them"] ?? ""
        enemyScore: screen.table.enemyScore
        trackerTitle: screen.table.trackerTitle
        trackerDetail: screen.table.trackerDetail
        trackerCells: screen.table.trackerCells
        trackerNote: screen.table.trackerNote
        trackerShown: screen.table.trackerShown

        BarButton {
            objectName: "trackerButton"
            visible: screen.table.playing && !screen.table.trackerShown
            focusPolicy: Qt.TabFocus
            text: screen.words["table.tracker"] ?? ""
            onTriggered: screen.table.menu.toggleTracker()
        }

        BarButton {
            objectName: "logButton"
            focusPolicy: Qt.TabFocus
            text: screen.words["table.log"] ?? ""
            onTriggered: screen.table.togglePanel("log")
        }

        BarButton {
            objectName: "scoreButton"
            focusPolicy: Qt.TabFocus
            text: screen.words["table.score"] ?? ""
            onTriggered: screen.table.togglePanel("score")
        }

        BarButton {
            objectName: "menuButton"
            focusPolicy: Qt.TabFocus
            text: screen.words["table.menu"] ?? ""
            onTriggered: screen.table.togglePanel("menu")
        }
    }

    TableSurface {
        x: screen.table.tableArea.x
        y: screen.table.tableArea.y
        width: screen.table.tableArea.width
        height: screen.table.tableArea.height
        cornerRadius: screen.table.tableRadius
        rim: screen.table.tableRim
        coinArea: Qt.rect(screen.table.coinArea.x - x, screen.table.coinArea.y - y, screen.table.coinArea.width,
                          screen.table.coinArea.height)
    }

    Repeater {
        model: screen.table.plays

        PlayItem {
            motion: screen.table.motion
        }
    }

    Repeater {
        model: screen.table.seats

        SeatItem {}
    }

    TableMessage {
        x: screen.table.messageArea.x
        y: screen.table.messageArea.y
        width: screen.table.messageArea.width
        visible: !dialogs.shown
        title: screen.table.messageTitle
        detail: screen.table.messageDetail
    }

    ActionBar {
        x: screen.table.actionsArea.x
        y: screen.table.actionsArea.y
        width: screen.table.actionsArea.width
        height: screen.table.actionsArea.height
        visible: screen.table.playing
        middle: screen.width / 2 - x
        title: screen.table.selectionTitle
        detail: explained.text !== "" ? explained.text : screen.table.selectionDetail

        Repeater {
            model: screen.table.actions

            TableAction {
                onPressedVerb: verb => screen.table.act(verb)
                onExplained: text => explained.text = text
            }
        }

        ActionGap {}

        Repeater {
            model: screen.table.helpers

            TableAction {
                onPressedVerb: verb => screen.table.act(verb)
                onExplained: text => explained.text = text
            }
        }
    }

    ReplayBar {
        app: screen.app
        replay: screen.app.replay
        visible: screen.app.replay.shown
        x: screen.table.actionsArea.x + Theme.tx(18)
        y: screen.table.actionsArea.y
        width: screen.table.actionsArea.width - Theme.tx(18)
        height: screen.table.actionsArea.height
    }

    QtObject {
        id: explained

        property string text: ""
    }

    Connections {
        target: screen.table

        function onSaid(text: string) {
            explained.text = text;
            forget.restart();
        }
    }

    Timer {
        id: forget

        interval: 3500
        onTriggered: explained.text = ""
    }

    HandArea {
        id: handArea

        objectName: "hand"
        x: screen.table.handArea.x
        y: screen.table.handArea.y
        width: screen.table.handArea.width
        height: screen.table.handArea.height
        riseRoom: screen.table.riseRoom
        onHoveredAt: (x, y) => screen.hand.hoverAt(x, y)
        onWentAway: screen.hand.away()
        onPressedAt: (x, y, extend) => {
            screen.forceActiveFocus();
            screen.hand.pressAt(x, y, extend);
        }
        onDraggedTo: (x, y) => screen.hand.dragTo(x, y)
        onReleased: screen.hand.release()
        onDoubleClickedAt: (x, y) => screen.hand.doubleClickAt(x, y)
        onSecondaryAt: screen.table.act("play")

        Repeater {
            model: screen.hand.cards

            DealtCard {
                hand: screen.hand
                centreX: handArea.width / 2
                centreY: screen.table.coinArea.y - handArea.y
            }
        }

        Repeater {
            model: screen.hand.stacks

            StackPlate {
                id: plate

                required property int plateX
                required property int plateY
                required property int plateWidth
                required property int plateHeight
                required property int handle
                required text
                required chosen

                x: plateX
                y: plateY
                z: 10001
                width: plateWidth
                height: plateHeight

                TapHandler {
                    gesturePolicy: TapHandler.ReleaseWithinBounds
                    onTapped: screen.hand.toggleStack(plate.handle)
                }
            }
        }
    }

    Repeater {
        model: screen.table.transfers

        TransferItem {
            onArrived: number => screen.table.arrived(number)
        }
    }

    TableDialogs {
        id: dialogs

        app: screen.app
        table: screen.table
        x: screen.table.dialogArea.x
        y: screen.table.dialogArea.y
        width: screen.table.dialogArea.width
        height: screen.table.dialogArea.height
        onClosed: screen.forceActiveFocus()
    }

    TablePanels {
        app: screen.app
        table: screen.table
        anchors.right: parent.right
        anchors.rightMargin: Theme.margin
        y: bar.height + Theme.px(4)
        height: screen.table.actionsArea.y - y - Theme.px(8)
        onClosed: screen.forceActiveFocus()
    }

    // In the corner above the own panel, where no card is ever laid.
    Toast {
        id: toast

        x: Theme.margin
        topMargin: screen.table.actionsArea.y - Theme.px(26) - height
        width: Math.min(implicitWords, Theme.tx(240))

        readonly property real implicitWords: Math.ceil(words.advanceWidth(text)) + 2 * Theme.px(18) + 2

        FontMetrics {
            id: words

            font.family: Theme.family
            font.pixelSize: Theme.font(Theme.sizeBody)
        }
    }

    Connections {
        target: screen.app

        function onToasted(text: string) {
            toast.show(text);
        }
    }

    PausedCard {
        visible: screen.table.paused && screen.table.playing
        words: screen.words
        x: Math.round((screen.width - width) / 2)
        y: screen.table.coinArea.y + Math.round((screen.table.coinArea.height - height) / 2)
        onGoOn: screen.table.setPaused(false)
    }
}
