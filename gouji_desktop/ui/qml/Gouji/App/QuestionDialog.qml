pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// A question to the own seat: lines, boxes with numbers, cards, what the others do, and the buttons.
//
// chosen(verb)  a button was pressed
DialogFrame {
    id: question

    required property DialogModel dialog

    readonly property bool wide: dialog.piles.length > 0

    signal chosen(string verb)

    title: dialog.title
    subtitle: dialog.subtitle
    subtitleSide: dialog.subtitleSide
    note: dialog.note
    wanted: wide ? Theme.tx(700) : Theme.tx(440)
    ringShown: dialog.ringTotal > 0
    ringTotal: dialog.ringTotal
    ringRemaining: dialog.ringLeft
    ringRunning: dialog.ringMoves

    Repeater {
        model: question.dialog.lines

        GText {
            required property string modelData

            width: question.inner
            text: modelData
            wrapMode: Text.Wrap
        }
    }

    Row {
        visible: question.dialog.boxes.length > 0
        spacing: Theme.px(10)

        Repeater {
            model: question.dialog.boxes

            Rectangle {
                id: box

                required property var modelData

                width: Math.floor((question.inner - (question.dialog.boxes.length - 1) * Theme.px(10))
                                  / Math.max(1, question.dialog.boxes.length))
                height: Theme.tx(50)
                radius: Theme.px(4)
                color: Theme.raised

                readonly property bool stacked: value.implicitWidth + label.implicitWidth + Theme.px(34) > width

                GText {
                    id: label

                    x: Math.round(box.stacked ? (box.width - width) / 2
                                              : (box.width - width - value.width - Theme.px(10)) / 2)
                    y: box.stacked ? Theme.px(3) : Math.round((box.height - height) / 2)
                    width: Math.min(implicitWidth, box.width - Theme.px(8))
                    height: Theme.lineHeight(Theme.sizeLabel)
                    text: box.modelData.label
                    size: Theme.sizeLabel
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: 12
                    color: Theme.text2
                }

                GText {
                    id: value

                    x: box.stacked ? Math.round((box.width - width) / 2) : label.x + label.width + Theme.px(10)
                    y: box.stacked ? label.y + label.height : Math.round((box.height - height) / 2)
                    height: Theme.lineHeight(Theme.sizeButton)
                    text: box.modelData.value
                    size: Theme.sizeButton
                    bold: true
                }
            }
        }
    }

    Flow {
        id: cardsRow

        // What the piles leave at the right.
        readonly property real rest: question.inner - piles.width - spacing
        // The most that one pile and its words may take.
        readonly property int share: Math.min(Theme.px(200), Math.floor((question.inner + spacing)
                                              / Math.max(1, question.dialog.piles.length)) - spacing)

        visible: question.wide
        width: question.inner
        spacing: Theme.px(24)

        Row {
            id: piles

            spacing: Theme.px(24)

            Repeater {
                model: question.dialog.piles

                Column {
                    id: pile

                    required property var modelData

                    spacing: Theme.px(6)

                    GText {
                        visible: text !== ""
                        width: Math.min(Math.ceil(implicitWidth), cardsRow.share)
                        wrapMode: Text.Wrap
                        text: pile.modelData.label
                        size: Theme.sizeLabel
                        color: Theme.text2
                    }

                    Row {
                        spacing: Theme.px(4)

                        CardRow {
                            visible: implicitWidth > 0
                            cards: pile.modelData.cards
                            cardWidth: Theme.px(64)
                            room: Math.min(Theme.px(170), cardsRow.share)
                            received: pile.modelData.received === true
                        }

                        Rectangle {
                            visible: pile.modelData.slot !== ""
                            width: Theme.px(64)
                            height: Math.round(width * 1.4)
                            radius: Theme.px(4)
                            color: "transparent"
                            border.width: 1
                            border.color: Theme.line

                            GText {
                                anchors.fill: parent
                                anchors.margins: Theme.px(4)
                                text: pile.modelData.slot
                                size: Theme.sizeSmall
                                color: Theme.text2
                                wrapMode: Text.Wrap
                                horizontalAlignment: Text.AlignHCenter
                            }
                        }
                    }

                    GText {
                        visible: text !== ""
                        width: Math.min(Math.ceil(implicitWidth), cardsRow.share)
                        text: pile.modelData.caption
                        size: Theme.sizeLabel
                        bold: true
                        wrapMode: Text.Wrap
                    }
                }
            }
        }

        Column {
            visible: question.dialog.asideTitle !== "" || question.dialog.aside.length > 0
            width: cardsRow.rest < Theme.tx(150) ? question.inner : cardsRow.rest
            spacing: Theme.px(6)

            GText {
                visible: text !== ""
                width: parent.width
                text: question.dialog.asideTitle
                size: Theme.sizeLabel
                color: Theme.text2
            }

            Repeater {
                model: question.dialog.aside

                Row {
                    id: line

                    required property var modelData

                    width: parent.width
                    spacing: Theme.px(6)

                    SideMark {
                        id: sideMark

                        visible: line.modelData.side !== ""
                        y: Math.round((words.lineHeight0 - height) / 2)
                        side: line.modelData.side === "" ? "ally" : line.modelData.side
                    }

                    GText {
                        id: words

                        readonly property int lineHeight0: Theme.lineHeight(Theme.sizeLabel)

                        width: line.width - (sideMark.visible ? sideMark.width + line.spacing : 0)
                        text: line.modelData.text
                        size: Theme.sizeLabel
                        wrapMode: Text.Wrap
                    }
                }
            }
        }
    }

    GText {
        visible: text !== ""
        width: question.inner
        text: question.dialog.after
        size: Theme.sizeSmall
        color: Theme.text2
        wrapMode: Text.Wrap
    }

    buttons: Repeater {
        model: question.dialog.buttons

        DialogButton {
            required property string verb
            required property string label
            required property string keyName
            required property bool open
            required property string why
            required property bool main

            objectName: "dialog-" + verb
            width: Math.min(implicitWidth, question.inner)
            kind: main && open ? "primary" : "normal"
            text: label
            keyHint: keyName === "⏎" ? "" : keyName
            keyIcon: keyName === "⏎" ? "enter" : ""
            allowed: open
            reason: why
            meaning: question.dialog.kind + verb + label
            onTriggered: question.chosen(verb)
        }
    }
}
