pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// A question over every page: its answers, and lines that are read out.
//
// closed  it went, the keyboard belongs to the page again
FocusScope {
    id: card

    required property AppModel app
    readonly property OnlineQuestionModel question: (app.online as OnlineModel)?.question ?? null
    readonly property string asked: question?.title ?? ""

    signal closed

    objectName: "online-question"
    visible: asked !== ""
    Keys.onEscapePressed: question.answer("")
    onVisibleChanged: {
        if (visible)
            Qt.callLater(card.take);
        else
            closed();
    }
    onAskedChanged: if (visible)
        Qt.callLater(card.take)

    // The main answer has the keyboard, else the first.
    function take() {
        for (let i = 0; i < buttons.count; ++i) {
            const button = buttons.itemAt(i) as DialogButton;
            if (button !== null && (button.kind === "primary" || i === 0))
                button.forceActiveFocus();
        }
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
        title: card.asked

        GText {
            visible: text !== ""
            width: frame.inner
            text: card.question?.detail ?? ""
            wrapMode: Text.Wrap
        }

        Rectangle {
            visible: lines.count > 0
            width: frame.inner
            height: block.height + 2 * Theme.px(10)
            radius: Theme.radiusTag
            color: Theme.window
            border.width: card.question?.grave ? Math.max(2, Theme.px(2)) : 1
            border.color: card.question?.grave ? Theme.sealLine : Theme.panelLine

            Column {
                id: block

                x: Theme.px(14)
                y: Theme.px(10)
                width: parent.width - 2 * x

                Repeater {
                    id: lines

                    model: card.question?.block ?? []

                    GText {
                        required property string modelData

                        width: block.width
                        height: Theme.lineHeight(Theme.sizeBody)
                        text: modelData
                        font.letterSpacing: Theme.px(1)
                    }
                }
            }
        }

        buttons: Repeater {
            id: buttons

            model: card.question?.answers ?? null

            DialogButton {
                required property string key
                required property string label
                required property bool main

                objectName: "answer-" + key
                width: Math.min(implicitWidth, frame.inner)
                kind: main ? "primary" : "normal"
                text: label
                meaning: card.asked + key
                onTriggered: card.question.answer(key)
            }
        }
    }
}
