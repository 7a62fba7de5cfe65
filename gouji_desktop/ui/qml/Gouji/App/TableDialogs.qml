pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Models

// The questions and the score sheet, standing on the table in the area that leaves the hand free.
//
// shown   whether one stands there
// closed  it went, the keyboard belongs to the table again
FocusScope {
    id: dialogs

    required property AppModel app
    required property TableModel table

    readonly property DialogModel dialog: table.dialog
    readonly property bool shown: dialog.kind !== ""

    readonly property bool isSheet: ["result", "points", "match"].indexOf(dialog.kind) >= 0

    signal closed

    z: 30
    onShownChanged: {
        if (!shown)
            closed();
    }

    QuestionDialog {
        objectName: "question"
        anchors.horizontalCenter: parent.horizontalCenter
        y: Math.max(0, Math.round((parent.height - height) * 0.55))
        dialog: dialogs.dialog
        most: Qt.size(dialogs.width, dialogs.height)
        opened: dialogs.shown && !dialogs.isSheet
        onChosen: verb => dialogs.table.act(verb)
    }

    ResultDialog {
        objectName: "result"
        anchors.horizontalCenter: parent.horizontalCenter
        y: Math.max(0, Math.round((parent.height - height) * 0.5))
        dialog: dialogs.dialog
        words: dialogs.app.words
        most: Qt.size(dialogs.width, dialogs.height)
        opened: dialogs.isSheet
        onChosen: verb => dialogs.table.act(verb)
    }
}
