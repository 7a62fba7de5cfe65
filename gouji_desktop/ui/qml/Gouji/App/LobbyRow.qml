pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// One open table: title and rules, six seats as full and empty marks, how far it is, and what can be done.
//
// live    whether it can be done now
// chosen(table, deed)  the button was pressed
ListRow {
    id: row

    required property string table
    required property string title
    required detail
    required property string seats
    required property string phase
    required property string deed
    required property string label
    required property string why
    property bool live: true
    readonly property int buttonWidth: Theme.tx(112)

    signal chosen(string table, string deed)

    objectName: "lobby-row"
    implicitHeight: Theme.tx(66)
    text: title
    wordShare: 0.36
    Accessible.description: row.detail + " · " + row.phase

    Row {
        anchors.verticalCenter: parent.verticalCenter
        width: Math.round(row.availableWidth * 0.22)
        spacing: Theme.tx(6)

        Repeater {
            model: 6

            SideMark {
                required property int index

                side: index % 2 === 0 ? "ally" : "enemy"
                filled: row.seats.charAt(index) !== "-"
                length: Theme.tx(15)
            }
        }
    }

    GText {
        anchors.verticalCenter: parent.verticalCenter
        width: Math.max(0, Math.round(row.availableWidth * 0.42) - row.buttonWidth - 4 * Theme.px(12))
        text: row.phase
        size: Theme.sizeLabel
    }

    trailing: DialogButton {
        objectName: "lobby-action"
        width: row.buttonWidth
        size: Theme.sizeBody
        tall: 46
        allowed: row.live && row.deed !== ""
        reason: row.deed === "" ? row.why : ""
        text: row.label
        meaning: row.table + row.deed
        onTriggered: row.chosen(row.table, row.deed)
    }
}
