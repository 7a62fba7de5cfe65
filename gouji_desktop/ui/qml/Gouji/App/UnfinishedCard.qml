pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// Before a new match: another one has not ended. Go on with it, give it up, or neither (Escape).
//
// closed  it went, the keyboard belongs to the page again
FocusScope {
    id: card

    required property AppModel app
    readonly property NewMatchModel match: app.newMatch as NewMatchModel
    readonly property var words: app.words
    readonly property string text: match?.unfinished ?? ""

    signal closed

    objectName: "unfinished"
    visible: text !== ""
    Keys.onEscapePressed: match.settle("")
    onVisibleChanged: {
        if (visible)
            goOn.forceActiveFocus();
        else
            closed();
    }

    Rectangle {
        anchors.fill: parent
        color: Qt.alpha(Theme.window, 0.7)

        MouseArea {
            anchors.fill: parent
            hoverEnabled: true
            acceptedButtons: Qt.AllButtons
        }
    }

    DialogFrame {
        id: frame

        anchors.centerIn: parent
        most: Qt.size(card.width - 2 * Theme.margin, card.height - 2 * Theme.margin)
        title: card.words["unfinished.title"] ?? ""
        buttons: [
            DialogButton {
                objectName: "unfinishedBack"
                width: Math.min(implicitWidth, frame.inner)
                kind: "quiet"
                text: card.words["button.back"] ?? ""
                guard: 0
                onTriggered: card.match.settle("")
            },
            DialogButton {
                objectName: "unfinishedGiveUp"
                width: Math.min(implicitWidth, frame.inner)
                text: card.words["unfinished.give_up"] ?? ""
                onTriggered: card.match.settle("give_up")
            },
            DialogButton {
                id: goOn

                objectName: "unfinishedGoOn"
                width: Math.min(implicitWidth, frame.inner)
                kind: "primary"
                focus: true
                text: card.words["unfinished.continue"] ?? ""
                onTriggered: card.match.settle("go_on")
            }
        ]

        GText {
            width: frame.inner
            text: card.text
            wrapMode: Text.Wrap
        }
    }
}
