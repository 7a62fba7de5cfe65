pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// 战绩: one line a deal with who came where, and the sums of both sides.
Item {
    id: sheet

    required property TableModel table
    required property var words

    Row {
        id: sums

        spacing: Theme.px(20)

        ScoreChip {
            side: "ally"
            label: sheet.table.allyLabel
            score: sheet.table.allyScore
        }

        ScoreChip {
            side: "enemy"
            label: sheet.table.enemyLabel
            score: sheet.table.enemyScore
        }
    }

    GText {
        y: sums.height + Theme.px(12)
        visible: sheet.table.sheet.length === 0
        width: parent.width
        text: sheet.words["table.sheet_empty"] ?? ""
        size: Theme.sizeLabel
        color: Theme.text2
        wrapMode: Text.Wrap
    }

    ScrollPanel {
        id: list

        y: sums.height + Theme.px(12)
        width: parent.width
        height: parent.height - y
        spacing: Theme.px(10)

        Repeater {
            model: sheet.table.sheet

            Column {
                id: deal

                required property var modelData

                width: list.inner
                spacing: Theme.px(3)

                Hairline {
                    width: parent.width
                }

                Item {
                    width: parent.width
                    height: Theme.lineHeight(Theme.sizeBody)

                    GText {
                        text: deal.modelData.title
                        bold: true
                    }

                    GText {
                        anchors.right: parent.right
                        text: deal.modelData.points
                        bold: true
                    }
                }

                GText {
                    width: parent.width
                    text: deal.modelData.places
                    size: Theme.sizeSmall
                    color: Theme.text2
                    wrapMode: Text.Wrap
                }
            }
        }
    }
}
