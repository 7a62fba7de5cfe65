pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// Asks for the name of a rule set, or for a file; for an import it lists the folder too.
FocusScope {
    id: ask

    required property var words
    required property RuleKeepingModel keeping
    readonly property bool named: keeping.mode === "save" || keeping.mode === "rename"
    readonly property bool importing: keeping.mode === "import"

    focus: true
    Keys.onEscapePressed: keeping.cancel()

    Rectangle {
        anchors.fill: parent
        color: Theme.window
    }

    // What lies below takes no clicks.
    MouseArea {
        anchors.fill: parent
    }

    Column {
        id: top

        width: parent.width
        spacing: Theme.px(10)

        GText {
            width: parent.width
            text: ask.named ? ask.words["rule.naming." + ask.keeping.mode] ?? ""
                            : ask.importing ? ask.words["rule.importing"] ?? "" : ask.words["rule.exporting"] ?? ""
            size: Theme.sizeButton
            bold: true
            wrapMode: Text.Wrap
        }

        TextInputField {
            id: field

            objectName: "rule-ask"
            width: ask.named ? Math.min(parent.width, Theme.tx(420)) : parent.width
            focus: true
            text: ask.keeping.field
            label: ask.named ? ask.words["rule.name_label"] ?? "" : ask.words["rule.path_label"] ?? ""
            maximumLength: ask.named ? 40 : 1000
            wrong: ask.keeping.fault !== ""
            onTextEdited: ask.keeping.check(text)
            onAccepted: ask.keeping.confirm(text)
            Component.onCompleted: {
                forceActiveFocus();
                selectAll();
            }
        }

        GText {
            objectName: "rule-ask-fault"
            width: parent.width
            visible: text !== ""
            text: ask.keeping.fault
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        Row {
            spacing: Theme.px(12)

            DialogButton {
                objectName: "rule-ask-confirm"
                kind: "primary"
                text: ask.words["button.done"] ?? ""
                allowed: !ask.named || ask.keeping.fault === ""
                onTriggered: ask.keeping.confirm(field.text)
            }

            DialogButton {
                text: ask.words["button.cancel"] ?? ""
                onTriggered: ask.keeping.cancel()
            }
        }

        GText {
            visible: ask.importing
            width: parent.width
            text: ask.keeping.folder
            size: Theme.sizeSmall
            color: Theme.text2
            elide: Text.ElideMiddle
        }
    }

    ListView {
        id: list

        visible: ask.importing
        y: top.height + Theme.px(8)
        width: parent.width
        height: parent.height - y
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        model: ask.keeping.entries

        header: ListRow {
            width: list.width
            implicitHeight: Theme.button(42)
            pressable: true
            text: ask.words["rule.folder_up"] ?? ""
            onClicked: ask.keeping.openEntry(-1)
        }

        footer: GText {
            visible: list.count === 0
            width: list.width
            height: visible ? Theme.button(42) : 0
            text: ask.words["rule.folder_empty"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        delegate: ListRow {
            id: entry

            required property int index
            required property string name
            required property bool folder

            objectName: "rule-entry"
            width: list.width
            implicitHeight: Theme.button(42)
            pressable: true
            text: folder ? name + "/" : name
            onClicked: ask.keeping.openEntry(entry.index)
        }
    }
}
