pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// Before somebody leaves a match that others play on: what it means and costs. Escape stays; Tab does not leave it.
//
// closed  it went, the keyboard belongs to the table again
FocusScope {
    id: card

    required property TableOnlineModel online
    required property var words

    signal closed

    objectName: "leave"
    visible: online.leaveTitle !== ""
    Keys.onPressed: event => {
        event.accepted = event.key !== Qt.Key_Tab && event.key !== Qt.Key_Backtab;
        if (event.key === Qt.Key_Escape)
            card.online.answerLeave(false);
    }
    onVisibleChanged: {
        if (visible)
            stay.forceActiveFocus();
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
        title: card.online.leaveTitle
        buttons: [
            DialogButton {
                id: go

                objectName: "leaveGo"
                width: Math.min(implicitWidth, frame.inner)
                KeyNavigation.tab: stay
                KeyNavigation.backtab: stay
                text: card.words["net.leave"] ?? ""
                onTriggered: card.online.answerLeave(true)
            },
            DialogButton {
                id: stay

                objectName: "leaveStay"
                width: Math.min(implicitWidth, frame.inner)
                kind: "primary"
                focus: true
                KeyNavigation.tab: go
                KeyNavigation.backtab: go
                text: card.words["net.stay"] ?? ""
                guard: 0
                onTriggered: card.online.answerLeave(false)
            }
        ]

        Repeater {
            model: card.online.leaveLines

            GText {
                required property string modelData

                width: frame.inner
                text: modelData
                wrapMode: Text.Wrap
            }
        }
    }
}
