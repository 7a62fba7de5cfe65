pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls

// One setting of a list: a switch, or a choice of a few words.
Item {
    id: row

    required property string key
    required property string kind
    required property string text
    required property string detail
    required property list<string> choices
    required property int current
    required property bool open

    signal picked(string key, int index)

    enabled: open
    height: kind === "switch" ? onOff.implicitHeight : choice.height

    CheckRow {
        id: onOff

        visible: row.kind === "switch"
        width: parent.width
        text: row.text
        detail: row.detail
        checked: row.current === 1
        checkable: false
        onClicked: row.picked(row.key, row.current === 1 ? 0 : 1)
    }

    ChoiceRow {
        id: choice

        visible: row.kind !== "switch"
        width: parent.width
        text: row.text
        detail: row.detail
        options: row.choices
        current: row.current
        onChosen: index => row.picked(row.key, index)
    }
}
