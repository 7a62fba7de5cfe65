pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// The matches on disk, the newest first; each can be looked at again.
PageFrame {
    id: page

    required property AppModel app
    readonly property ReplaysModel replays: app.replays
    readonly property var words: app.words

    title: words["replays.title"] ?? ""
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    GText {
        anchors.centerIn: parent
        visible: page.replays.total === 0
        text: page.words["replays.empty"] ?? ""
        color: Theme.text2
    }

    RowList {
        id: list

        anchors.fill: parent
        model: page.replays.entries

        delegate: ListRow {
            id: entry

            required property int index
            required property string heading
            required property string summary
            required property string score
            required property bool openable

            width: list.inner
            text: heading
            detail: summary
            wordShare: 0.6

            GText {
                text: entry.score
                bold: true
            }

            trailing: DialogButton {
                text: page.words["replays.watch"] ?? ""
                size: Theme.sizeBody
                tall: 40
                allowed: entry.openable
                onTriggered: page.replays.watch(entry.index)
            }
        }
    }
}
