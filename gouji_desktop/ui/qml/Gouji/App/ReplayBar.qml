pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// The bar of a match that is played back, in the place of the action row: step, play, and a slider over all of it.
Row {
    id: bar

    required property AppModel app
    required property ReplayModel replay

    readonly property var words: app.words

    spacing: Theme.px(8)

    DialogButton {
        least: 72
        size: Theme.sizeBody
        text: bar.words["replays.previous"] ?? ""
        guard: 0
        onTriggered: bar.replay.step(-1)
    }

    DialogButton {
        objectName: "replayPlay"
        least: 84
        kind: "primary"
        size: Theme.sizeBody
        text: bar.replay.playing ? bar.words["replays.stop"] ?? "" : bar.words["replays.play"] ?? ""
        guard: 0
        onTriggered: bar.replay.toggle()
    }

    DialogButton {
        least: 72
        size: Theme.sizeBody
        text: bar.words["replays.next"] ?? ""
        guard: 0
        onTriggered: bar.replay.step(1)
    }

    SlideRow {
        id: slider

        width: bar.width - x - rest.width - bar.spacing
        text: ""
        valueText: bar.replay.position + " / " + bar.replay.length
        from: 0
        to: Math.max(1, bar.replay.length)
        stepSize: 1
        value: bar.replay.position
        onMoved: value => bar.replay.seek(value)
    }

    Row {
        id: rest

        spacing: bar.spacing

        DialogButton {
            objectName: "replayNextDeal"
            least: 72
            size: Theme.sizeBody
            allowed: bar.replay.hasNext
            text: bar.words["replays.next_deal"] ?? ""
            guard: 0
            onTriggered: bar.replay.nextDeal()
        }

        DialogButton {
            least: 72
            kind: "quiet"
            size: Theme.sizeBody
            text: bar.words["replays.leave"] ?? ""
            guard: 0
            onTriggered: bar.app.leaveTable()
        }
    }
}
