pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// 这一局的账: the places and points at the left, what is owed in the next deal at the right.
//
// chosen(verb)  a button was pressed
DialogFrame {
    id: result

    required property DialogModel dialog
    required property var words

    readonly property int rowHeight: Math.max(Theme.px(34), Theme.lineHeight(Theme.sizeBody) + Theme.px(6))

    readonly property bool twoColumns: dialog.kind === "result"
    readonly property int titleRoom: titleMeasure.wide(title) + Theme.px(22)
    readonly property bool sumsBelow: titleRoom + sums.implicitWidth > headRoom

    signal chosen(string verb)

    title: dialog.title
    wanted: twoColumns ? Theme.tx(Theme.u < 1 ? 960 : 860) : Theme.tx(680)
    note: dialog.note
    ringShown: dialog.ringTotal > 0
    ringTotal: dialog.ringTotal
    ringRemaining: dialog.ringLeft
    ringRunning: dialog.ringMoves

    WordMetrics {
        id: measure

        size: Theme.sizeLabel
    }

    WordMetrics {
        id: titleMeasure

        size: Theme.sizeTitle
        bold: true
    }

    // Beside the title, or under it where that is long.
    Row {
        id: sums

        parent: result
        x: result.padding + (result.sumsBelow ? 0 : result.titleRoom)
        y: result.padding + (result.sumsBelow ? Theme.lineHeight(Theme.sizeTitle) + Theme.px(12) : 0)
           + Math.round((Theme.lineHeight(Theme.sizeTitle) - height) / 2)
        spacing: Theme.px(20)

        ScoreChip {
            anchors.verticalCenter: parent.verticalCenter
            side: "ally"
            label: result.dialog.allyLabel
            score: result.dialog.allyScore
        }

        ScoreChip {
            anchors.verticalCenter: parent.verticalCenter
            side: "enemy"
            label: result.dialog.enemyLabel
            score: result.dialog.enemyScore
        }

        GText {
            anchors.verticalCenter: parent.verticalCenter
            text: result.dialog.subtotal
            size: Theme.sizeLabel
            color: Theme.text2
        }
    }

    Item {
        visible: result.sumsBelow
        width: 1
        height: Theme.lineHeight(Theme.sizeTitle)
    }

    Row {
        spacing: Theme.px(28)

        Column {
            id: places

            width: result.twoColumns ? Math.round((result.inner - Theme.px(28)) * 0.5) : result.inner

            Repeater {
                model: result.dialog.places

                Item {
                    id: place

                    required property var modelData
                    required property int index

                    width: places.width
                    height: result.rowHeight

                    Seal {
                        id: seal

                        anchors.verticalCenter: parent.verticalCenter
                        width: Theme.tx(50)
                        text: place.modelData.place
                        outlined: !place.modelData.filled
                        border.color: Theme.line
                        visible: place.modelData.place !== ""
                    }

                    SideMark {
                        id: mark

                        visible: place.modelData.side !== ""
                        x: seal.visible ? seal.width + Theme.px(10) : 0
                        anchors.verticalCenter: parent.verticalCenter
                        side: visible ? place.modelData.side : "ally"
                    }

                    GText {
                        id: name

                        x: mark.visible ? mark.x + mark.width + Theme.px(8) : 0
                        anchors.verticalCenter: parent.verticalCenter
                        // Where there is nothing to note, a long name has its room.
                        width: Math.min(implicitWidth, place.modelData.notes === "" ? points.x - x - Theme.px(10)
                                                                                   : Theme.tx(seal.visible ? 110 : 240))
                        text: place.modelData.name
                        bold: true
                    }

                    GText {
                        x: Math.max(name.x + name.width + Theme.px(10), Theme.tx(190))
                        anchors.verticalCenter: parent.verticalCenter
                        width: points.x - x - Theme.px(6)
                        text: place.modelData.notes
                        size: Theme.sizeSmall
                        color: Theme.text2
                    }

                    GText {
                        id: points

                        anchors.right: parent.right
                        anchors.verticalCenter: parent.verticalCenter
                        text: place.modelData.points
                        size: Theme.sizeButton
                        bold: true
                    }

                    Hairline {
                        anchors.bottom: parent.bottom
                        width: parent.width
                    }
                }
            }
        }

        Column {
            id: debts

            readonly property int kindWidth: widestKind() + Theme.px(10)

            function widestKind(): int {
                let widest = 0;
                for (const debt of result.dialog.debts)
                    widest = Math.max(widest, measure.wide(debt.kind));
                return widest;
            }

            visible: result.twoColumns
            width: result.inner - places.width - parent.spacing
            spacing: Theme.px(3)

            GText {
                width: parent.width
                height: result.rowHeight - Theme.px(3)
                text: result.dialog.debtsTitle
                bold: true
            }

            GText {
                visible: text !== ""
                width: parent.width
                text: result.dialog.noDebts
                size: Theme.sizeLabel
                color: Theme.text2
                wrapMode: Text.Wrap
            }

            Repeater {
                model: result.dialog.debts

                Item {
                    id: debt

                    required property var modelData
                    // The reason stands beside the way where both are short.
                    readonly property bool beside: why.text === "" || kind.width + way.implicitWidth + why.implicitWidth
                                                   + number.width + Theme.px(22) <= width

                    width: debts.width
                    height: way.height + (beside ? 0 : why.height)

                    GText {
                        id: kind

                        width: debts.kindWidth
                        height: Theme.lineHeight(Theme.sizeBody)
                        text: debt.modelData.kind
                        size: Theme.sizeLabel
                        color: Theme.text2
                    }

                    GText {
                        id: way

                        x: kind.width
                        width: Math.min(Math.ceil(implicitWidth), parent.width - x - number.width - Theme.px(6))
                        height: Theme.lineHeight(Theme.sizeBody)
                        text: debt.modelData.way
                    }

                    GText {
                        id: why

                        visible: text !== ""
                        x: debt.beside ? way.x + way.width + Theme.px(12) : way.x
                        y: debt.beside ? Math.round((way.height - height) / 2) : way.height
                        width: debt.width - x - (debt.beside ? number.width + Theme.px(6) : 0)
                        lineHeight: Theme.lineHeight(Theme.sizeSmall)
                        lineHeightMode: Text.FixedHeight
                        text: debt.modelData.why
                        size: Theme.sizeSmall
                        color: Theme.text2
                        wrapMode: Text.Wrap
                        maximumLineCount: 2
                    }

                    GText {
                        id: number

                        anchors.right: parent.right
                        text: debt.modelData.cards
                        bold: true
                    }
                }
            }
        }
    }

    buttons: Repeater {
        model: result.dialog.buttons

        DialogButton {
            required property string verb
            required property string label
            required property string keyName
            required property bool open
            required property string why
            required property bool main

            objectName: "dialog-" + verb
            width: Math.min(implicitWidth, result.inner)
            kind: main ? "primary" : "normal"
            text: label
            keyHint: keyName === "⏎" ? "" : keyName
            keyIcon: keyName === "⏎" ? "enter" : ""
            allowed: open
            reason: why
            meaning: result.dialog.kind + verb + result.dialog.title
            onTriggered: result.chosen(verb)
        }
    }
}
