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
    readonly property TableOnlineModel online: table.online

    // The room at the foot of the table that an open panel leaves.
    readonly property real footRight: panels.visible ? Math.min(table.messageArea.right + 1, panels.x - Theme.px(12))
                                                     : table.messageArea.right + 1
    readonly property rect foot: Qt.rect(table.messageArea.x, table.messageArea.y, footRight - table.messageArea.x,
                                         table.messageArea.height)
    readonly property bool stopped: table.paused && table.playing

    // The keyboard belongs to the table: nothing that was opened and has gone keeps it.
    function takeKeys() {
        keys.forceActiveFocus();
    }

    // The same where nobody asked for it: who writes in the chat goes on, and plays no card by a letter.
    function offerKeys() {
        if (!panels.typing)
            takeKeys();
    }

    // Whether a dialog would cut a part of the table in two. A sheet hides what it cuts; a question leaves whatever lies
    // there as far as it can be seen, since that is what one decides by.
    function cuts(x: real, y: real, width: real, height: real): bool {
        const taken = dialogs.taken;
        return x < taken.right && taken.x < x + width && y < taken.bottom && taken.y < y + height;
    }

    focus: true
    Keys.onPressed: event => {
        event.accepted = screen.table.key(event.key, event.text, event.modifiers);
    }
    onStoppedChanged: offerKeys()
    Component.onCompleted: table.appear()

    Item {
        id: keys

        objectName: "tableKeys"
        focus: true
    }

    // While the hand is being dealt, questions wait: the picture, not the keys.
    Timer {
        id: dealing

        interval: screen.hand.size * Theme.dealStep + Theme.dealTime
    }

    Connections {
        target: screen.hand

        function onDealingChanged() {
            if (screen.hand.dealing && !Theme.lessMotion)
                dealing.restart();
        }
    }

    Connections {
        target: screen.table

        function onLastRoundChanged() {
            screen.offerKeys();
        }
    }

    TopBar {
        id: bar

        width: parent.width
        height: screen.table.tableArea.y - Theme.px(4)
        title: screen.table.title
        detail: screen.table.detail
        allyLabel: screen.table.allyLabel
        allyScore: screen.table.allyScore
        enemyLabel: screen.table.enemyLabel
        enemyScore: screen.table.enemyScore
        trackerTitle: screen.table.trackerTitle
        trackerDetail: screen.table.trackerDetail
        trackerCells: screen.table.trackerCells
        trackerNote: screen.table.trackerNote
        trackerShown: screen.table.trackerShown
        onTrackerPressed: screen.table.togglePanel("tracker")
        marks: [
            ProofMark {
                objectName: "proofMark"
                visible: screen.online.proofMark !== ""
                phase: screen.online.proof
                word: screen.online.proofMark
                room: bar.spare
                Accessible.description: screen.online.proofTitle
                onTriggered: screen.table.togglePanel("proof")
            },
            Tag {
                objectName: "watching"
                visible: text !== ""
                anchors.verticalCenter: parent?.verticalCenter
                text: screen.online.watching
            }
        ]

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
            id: chatButton

            readonly property int unread: screen.online.chat.unread

            objectName: "chatButton"
            visible: screen.online.shown
            focusPolicy: Qt.TabFocus
            text: screen.words["chat.title"] ?? ""
            Accessible.description: unread > 0 ? (screen.words["chat.unread"] ?? "").replace("{n}", String(unread)) : ""
            onTriggered: screen.table.togglePanel("chat")

            Rectangle {
                objectName: "unread"
                visible: chatButton.unread > 0
                x: parent.width - width + Theme.px(5)
                y: -Theme.px(3)
                width: Math.max(height, Math.ceil(count.implicitWidth) + Theme.tx(8))
                height: Theme.tx(18)
                radius: height / 2
                color: Theme.you

                GText {
                    id: count

                    anchors.centerIn: parent
                    text: chatButton.unread > 9 ? "9+" : String(chatButton.unread)
                    size: Theme.sizeSmall
                    bold: true
                    color: Theme.youText
                }
            }
        }

        BarButton {
            objectName: "menuButton"
            focusPolicy: Qt.TabFocus
            text: screen.words["table.menu"] ?? ""
            onTriggered: screen.table.togglePanel("menu")
        }
    }

    TableSurface {
        objectName: "felt"
        x: screen.table.tableArea.x
        y: screen.table.tableArea.y
        width: screen.table.tableArea.width
        height: screen.table.tableArea.height
        cornerRadius: screen.table.tableRadius
        rim: screen.table.tableRim
        coinArea: Qt.rect(screen.table.coinArea.x - x, screen.table.coinArea.y - y, screen.table.coinArea.width,
                          screen.table.coinArea.height)

        MouseArea {
            anchors.fill: parent
            onPressed: screen.takeKeys()
        }
    }

    Repeater {
        model: screen.table.plays

        PlayItem {
            motion: screen.table.motion
            covered: dialogs.isSheet && screen.cuts(shape.x, shape.y, shape.width, shape.height)
            wordCovered: dialogs.isSheet && screen.cuts(wordArea.x, wordArea.y, wordArea.width, wordArea.height)
        }
    }

    Repeater {
        model: screen.table.seats

        SeatItem {
            opacity: screen.cuts(panelX - edge, panelY, panelWidth + 2 * edge, panelHeight) ? 0 : 1
        }
    }

    Repeater {
        model: screen.online.chat.bubbles

        ChatBubble {
            covered: screen.cuts(areaX, areaY, areaWidth, areaHeight) || (panels.visible && reach > panels.x)
        }
    }

    TableMessage {
        x: screen.foot.x
        y: screen.foot.y
        width: screen.foot.width
        visible: !dialogs.open && !lastRound.visible && !paused.visible && !connection.visible
        title: screen.table.messageTitle
        detail: screen.table.messageDetail
    }

    ActionBar {
        x: screen.table.actionsArea.x
        y: screen.table.actionsArea.y
        width: screen.table.actionsArea.width
        height: screen.table.actionsArea.height
        visible: screen.table.playing && !connection.aside
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

        function onSelectionTitleChanged() {
            explained.text = "";
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
            screen.takeKeys();
            screen.hand.pressAt(x, y, extend);
        }
        onDraggedTo: (x, y) => screen.hand.dragTo(x, y)
        onReleased: screen.hand.release()
        onDoubleClickedAt: (x, y) => screen.hand.doubleClickAt(x, y)
        onSecondaryAt: screen.table.act("play")

        // Beside an entry it is not plain which of the two has the keys.
        FocusRing {
            objectName: "handKeys"
            anchors.leftMargin: Theme.px(4)
            anchors.rightMargin: Theme.px(4)
            shown: keys.activeFocus && panels.kind === "chat" && screen.online.chat.canSay
        }

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
        id: transfers

        model: screen.table.transfers

        TransferItem {}
    }

    // A click on the table, like any key, leads back from the last round.
    MouseArea {
        x: screen.table.tableArea.x
        y: screen.table.tableArea.y
        width: screen.table.tableArea.width
        height: screen.table.tableArea.height
        visible: screen.table.lastRound
        z: 21
        onClicked: screen.table.showLastRound(false)
    }

    TableBanner {
        id: lastRound

        objectName: "lastRound"
        visible: screen.table.lastRound && !dialogs.open && !connection.visible
        x: Math.round(screen.foot.x + (screen.foot.width - width) / 2)
        y: screen.foot.y - Theme.px(6)
        z: 22
        most: screen.foot.width
        title: screen.words["table.last_round"] ?? ""
        detail: screen.words["table.last_round_back"] ?? ""
    }

    TableBanner {
        id: paused

        objectName: "paused"
        visible: screen.stopped && !lastRound.visible && !dialogs.isSheet
        x: Math.round(screen.foot.x + (screen.foot.width - width) / 2)
        y: screen.foot.y - Theme.px(6)
        z: 22
        most: screen.foot.width
        title: screen.words["table.paused"] ?? ""
        action: screen.words["menu.resume"] ?? ""
        keyHint: screen.words["key.space"] ?? ""
        onActed: screen.table.setPaused(false)
    }

    // Where a dialog covers the foot of the table it stands in the place of the action row, of which nothing can be used.
    ConnectionBanner {
        id: connection

        readonly property bool aside: visible && dialogs.open

        online: screen.online
        x: Math.round(aside ? (screen.width - width) / 2 : screen.foot.x + (screen.foot.width - width) / 2)
        y: aside ? Math.round(screen.table.actionsArea.y + (screen.table.actionsArea.height - height) / 2)
                 : screen.foot.y - Theme.px(6)
        z: 31
        most: aside ? screen.width - 2 * Theme.margin : screen.foot.width
    }

    TableDialogs {
        id: dialogs

        app: screen.app
        table: screen.table
        x: screen.table.dialogArea.x
        y: screen.table.dialogArea.y
        width: screen.table.dialogArea.width
        height: screen.table.dialogArea.height
        plays: screen.table.askBelow - y
        actions: screen.table.actionsArea.y - y
        waits: dealing.running || transfers.count > 0
        onTurned: screen.offerKeys()
    }

    TablePanels {
        id: panels

        app: screen.app
        table: screen.table
        x: screen.table.tableArea.right + 1 - width
        y: bar.height + Theme.px(4)
        height: screen.table.actionsArea.y - y - Theme.px(8)
        onTurned: screen.takeKeys()
    }

    // In the corner above the own panel, where no card is ever laid.
    Toast {
        id: toast

        x: Theme.margin
        topMargin: screen.table.actionsArea.y - Theme.px(26) - height
        width: Math.min(implicitWords, Theme.tx(240))

        readonly property real implicitWords: words.wide(text) + 2 * Theme.px(18) + 2

        WordMetrics {
            id: words

            size: Theme.sizeBody
        }
    }

    ConnectionLeave {
        anchors.fill: parent
        z: 60
        online: screen.online
        words: screen.words
        onClosed: screen.takeKeys()
    }

    Connections {
        target: screen.app

        function onToasted(text: string) {
            toast.show(text);
        }
    }
}
