pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// The bar above the table: rule set and deal, score, tracker, buttons.
//
// title, detail          进贡 · 四副, 第 3 局 / 共 5 局
// allyLabel, allyScore, enemyLabel, enemyScore  the score; empty scores are not shown
// trackerTitle, trackerDetail, trackerCells, trackerNote, trackerShown  as in Tracker
// default children       the BarButtons at the right end
// marks                  what stands behind the score: the mark of the shuffle, who only watches
// trackerPressed         somebody clicked the tracker
Item {
    id: bar

    default property alias actions: actionRow.data
    property alias marks: markRow.data
    property string title: ""
    property string detail: ""
    property string allyLabel: ""
    property string allyScore: ""
    property string enemyLabel: ""
    property string enemyScore: ""
    property alias trackerTitle: tracker.title
    property alias trackerDetail: tracker.detail
    property alias trackerCells: tracker.cells
    property alias trackerNote: tracker.note
    property bool trackerShown: true

    signal trackerPressed

    readonly property real rightEdge: tracker.visible ? tracker.x : actionRow.x
    readonly property real marksRoom: markRow.width > 0 ? markRow.width + Theme.px(10) : 0
    readonly property real wholeTitles: Math.max(first.implicitWidth, second.implicitWidth)
    readonly property real wholeScore: edge.width + ally.whole + enemy.whole + 2 * score.spacing
    // What whole titles and the names of the sides would leave of the bar for marks.
    readonly property real spare: rightEdge - wholeScore - wholeTitles - titles.x - Theme.px(34)
    readonly property real titleRoom: rightEdge - score.width - marksRoom - titles.x - Theme.px(24)

    implicitHeight: Math.max(Theme.px(54), 46)

    Coin {
        id: coin

        x: Theme.px(16)
        y: Math.round((parent.height - height) / 2)
    }

    Column {
        id: titles

        x: coin.x + coin.width + Theme.px(10)
        anchors.verticalCenter: parent.verticalCenter
        width: Math.min(bar.wholeTitles, bar.titleRoom)

        GText {
            id: first

            width: parent.width
            height: Theme.lineHeight(Theme.sizeBody)
            text: bar.title
            bold: true
        }

        GText {
            id: second

            width: parent.width
            height: Theme.lineHeight(Theme.sizeSmall)
            text: bar.detail
            size: Theme.sizeSmall
            color: Theme.text2
        }
    }

    Row {
        id: score

        // Where the bar is narrow the names of the sides give way to the title: their shapes say as much.
        readonly property bool named: bar.spare + Theme.px(10) >= bar.marksRoom

        visible: bar.allyScore !== "" || bar.enemyScore !== ""
        x: titles.x + titles.width + Theme.px(10)
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.px(12)

        Hairline {
            id: edge

            vertical: true
            anchors.verticalCenter: parent.verticalCenter
            height: Theme.px(34)
        }

        ScoreChip {
            id: ally

            anchors.verticalCenter: parent.verticalCenter
            named: score.named
            side: "ally"
            label: bar.allyLabel
            score: bar.allyScore
        }

        ScoreChip {
            id: enemy

            anchors.verticalCenter: parent.verticalCenter
            named: score.named
            side: "enemy"
            label: bar.enemyLabel
            score: bar.enemyScore
        }
    }

    Row {
        id: markRow

        x: score.visible ? score.x + score.width + Theme.px(10) : score.x
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.px(8)
    }

    Tracker {
        id: tracker

        objectName: "tracker"
        visible: bar.trackerShown && cells.length > 0
        x: Math.floor(actionRow.x - width - Theme.px(8))
        anchors.verticalCenter: parent.verticalCenter

        HoverHandler {
            cursorShape: Qt.PointingHandCursor
        }

        TapHandler {
            onTapped: bar.trackerPressed()
        }
    }

    Row {
        id: actionRow

        x: Math.floor(bar.width - width - Theme.margin)
        anchors.verticalCenter: parent.verticalCenter
        spacing: Theme.px(8)
    }
}
