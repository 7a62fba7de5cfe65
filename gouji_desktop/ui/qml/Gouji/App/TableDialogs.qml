pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Models
import Gouji.Theme

// The questions and the score sheet, standing on the table in the area that leaves the hand free.
//
// waits   cards are still on their way, of a deal or from seat to seat: a question comes when they lie there
// plays   a question stands below this line, where there is room: what the opposite has laid ends there
// actions and above this one, where the row of buttons begins
// open    whether one stands there
// taken   the place that it covers, in pixels of the window; empty while there is none
// turned  it went or became another: the keyboard belongs to the table again
FocusScope {
    id: dialogs

    required property AppModel app
    required property TableModel table

    readonly property DialogModel dialog: table.dialog
    readonly property string kind: dialog.kind
    property bool waits: false
    property real plays: 0
    property real actions: height
    property bool open: false
    readonly property rect taken: open ? area(isSheet ? sheet : question) : Qt.rect(0, 0, 0, 0)

    readonly property bool isSheet: ["result", "points", "match"].indexOf(kind) >= 0

    signal turned

    z: 30
    onKindChanged: {
        // What stands there already does not go away again.
        open = kind !== "" && (open || isSheet || !waits);
        turned();
    }
    onWaitsChanged: if (!waits)
        open = kind !== ""

    function area(one: Item): rect {
        return Qt.rect(x + one.x, y + one.y, one.width, one.height);
    }

    QuestionDialog {
        id: question

        objectName: "question"
        anchors.horizontalCenter: parent.horizontalCenter
        y: Math.round(Math.max(usual, Math.min(dialogs.plays, dialogs.actions - Theme.px(6) - height)))

        readonly property real usual: Math.max(0, (parent.height - height) * 0.55)

        dialog: dialogs.dialog
        most: Qt.size(dialogs.width, dialogs.height)
        opened: dialogs.open && !dialogs.isSheet
        onChosen: verb => dialogs.table.act(verb)
    }

    ResultDialog {
        id: sheet

        objectName: "result"
        anchors.horizontalCenter: parent.horizontalCenter
        y: Math.max(0, Math.round((parent.height - height) * 0.5))
        dialog: dialogs.dialog
        words: dialogs.app.words
        most: Qt.size(dialogs.width, dialogs.height)
        opened: dialogs.open && dialogs.isSheet
        onChosen: verb => dialogs.table.act(verb)
    }
}
