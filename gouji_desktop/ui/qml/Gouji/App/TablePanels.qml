pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// What opens at the right of the table: the log in words, who let what lie, the score sheet, the chat, what the mark of
// the shuffle means, the menu. The hand stays free.
//
// typing  somebody writes in the chat: only a click or Escape takes the keyboard away
// turned  a panel went or became another: the keyboard belongs to the table again
FocusScope {
    id: panels

    required property AppModel app
    required property TableModel table

    readonly property var words: app.words
    readonly property string kind: table.panel
    readonly property bool typing: chat.typing
    readonly property var titles: ({
            log: "table.log",
            tracker: "tracker.passes",
            score: "table.sheet",
            chat: "chat.title",
            proof: "net.proof"
        })

    signal turned

    width: kind === "menu" ? Theme.tx(380) : table.tableArea.right + 1 - table.panelLeft
    visible: kind !== ""
    z: 40
    // The chat takes the keyboard when it is seen.
    onKindChanged: if (kind !== "chat")
        turned()

    Rectangle {
        width: parent.width
        height: panels.kind === "menu" ? Math.min(parent.height, menu.height + 2 * Theme.space4) : parent.height
        radius: Theme.radiusDialog
        color: Theme.panel
        border.width: 1
        border.color: Theme.line

        MouseArea {
            anchors.fill: parent
            hoverEnabled: true
            acceptedButtons: Qt.AllButtons
        }

        Item {
            anchors.fill: parent
            anchors.margins: Theme.space4
            visible: panels.kind !== "menu"

            GText {
                id: heading

                height: Math.max(close.height, Theme.lineHeight(Theme.sizeTitle))
                text: panels.words[panels.titles[panels.kind] ?? ""] ?? ""
                size: Theme.sizeTitle
                bold: true
            }

            BarButton {
                id: close

                objectName: "panelClose"
                anchors.right: parent.right
                text: panels.words["button.close"] ?? ""
                guard: 0
                onTriggered: panels.table.togglePanel("")
            }

            LogList {
                visible: panels.kind === "log" || panels.kind === "tracker"
                fromEnd: panels.kind === "log"
                y: heading.height + Theme.space2
                width: parent.width
                height: parent.height - y
                lines: panels.table.log
            }

            ScoreSheet {
                visible: panels.kind === "score"
                y: heading.height + Theme.space2
                width: parent.width
                height: parent.height - y
                table: panels.table
                words: panels.words
            }

            ChatPanel {
                id: chat

                visible: panels.kind === "chat"
                y: heading.height + Theme.space2
                width: parent.width
                height: parent.height - y
                chat: panels.table.online.chat
                words: panels.words
                onDone: panels.turned()
            }

            ProofPanel {
                visible: panels.kind === "proof"
                y: heading.height + Theme.space2
                width: parent.width
                height: parent.height - y
                online: panels.table.online
            }
        }

        Connections {
            target: panels.table.online.chat

            function onEntryAsked() {
                chat.ask();
            }
        }

        ScrollPanel {
            id: menuPanel

            visible: panels.kind === "menu"
            x: Theme.space4
            y: Theme.space4
            width: parent.width - 2 * x
            height: parent.height - 2 * y

            TableMenu {
                id: menu

                width: menuPanel.inner
                app: panels.app
                table: panels.table
            }
        }
    }
}
