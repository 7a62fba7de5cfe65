pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// The menu of the table: pause, speed, how the hand lies, the last round, and the ways out.
Column {
    id: menu

    required property AppModel app
    required property TableModel table

    readonly property var words: app.words
    readonly property HandModel hand: table.hand
    readonly property MenuModel offers: table.menu

    readonly property int half: Math.floor((width - spacing) / 2)

    spacing: Theme.px(8)

    GText {
        visible: menu.offers.canPace
        text: menu.words["menu.pace"] ?? ""
        size: Theme.sizeLabel
        color: Theme.text2
    }

    Segmented {
        visible: menu.offers.canPace
        width: parent.width
        options: menu.offers.paces
        current: menu.offers.pace
        onChosen: index => menu.offers.choosePace(index)
    }

    GText {
        visible: menu.offers.canArrange
        text: menu.words["menu.hand"] ?? ""
        size: Theme.sizeLabel
        color: Theme.text2
    }

    Segmented {
        objectName: "menuHand"
        visible: menu.offers.canArrange
        width: parent.width
        options: menu.offers.handModes
        current: menu.offers.handMode
        onChosen: index => menu.offers.chooseHandMode(index)
    }

    CheckRow {
        visible: menu.table.playing
        width: parent.width
        text: menu.words["settings.tracker"] ?? ""
        checked: menu.table.trackerShown
        checkable: false
        onClicked: menu.offers.toggleTracker()
    }

    Grid {
        columns: 2
        spacing: menu.spacing

        DialogButton {
            visible: menu.hand.manual && menu.offers.canArrange
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["menu.sort"] ?? ""
            guard: 0
            onTriggered: {
                menu.hand.sort();
                menu.table.togglePanel("");
            }
        }

        DialogButton {
            objectName: "passesButton"
            visible: menu.table.trackerShown
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["tracker.passes"] ?? ""
            guard: 0
            onTriggered: menu.table.togglePanel("tracker")
        }

        DialogButton {
            visible: menu.offers.canPause
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.table.paused ? menu.words["menu.resume"] ?? "" : menu.words["menu.pause"] ?? ""
            guard: 0
            onTriggered: {
                menu.table.setPaused(!menu.table.paused);
                menu.table.togglePanel("");
            }
        }

        DialogButton {
            visible: menu.offers.canFastForward
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["menu.fast_forward"] ?? ""
            guard: 0
            onTriggered: {
                menu.table.fastForward();
                menu.table.togglePanel("");
            }
        }

        DialogButton {
            objectName: "menuChat"
            visible: menu.table.online.shown
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["chat.title"] ?? ""
            guard: 0
            onTriggered: menu.table.togglePanel("chat")
        }

        DialogButton {
            objectName: "menuProof"
            visible: menu.table.online.shown
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["net.proof"] ?? ""
            guard: 0
            onTriggered: menu.table.togglePanel("proof")
        }

        DialogButton {
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["menu.last_round"] ?? ""
            allowed: menu.offers.hasLastRound
            guard: 0
            onTriggered: {
                menu.table.showLastRound(true);
                menu.table.togglePanel("");
            }
        }

        DialogButton {
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["menu.settings"] ?? ""
            guard: 0
            onTriggered: menu.app.go("settings")
        }

        DialogButton {
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["menu.help"] ?? ""
            guard: 0
            onTriggered: menu.app.go("help")
        }

        DialogButton {
            objectName: "menuLeave"
            width: menu.half
            size: Theme.sizeBody
            sidePadding: 6
            text: menu.words["menu.leave"] ?? ""
            guard: 0
            onTriggered: {
                menu.table.togglePanel("");
                if (menu.table.online.shown)
                    menu.table.online.askLeave();
                else
                    menu.app.leaveTable();
            }
        }
    }
}
