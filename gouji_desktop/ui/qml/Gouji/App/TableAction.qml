import QtQuick
import Gouji.Table

// One button of the action row, from a row of the actions.
//
// pressedVerb(verb)  it was pressed
// explained(text)    why it is grey, while the pointer or the keyboard is on it; "" afterwards
ActionButton {
    id: button

    required property string verb
    required property string label
    required property string kindName
    required property string keyName
    required property bool open
    required property string why
    required property string whyLong
    required property string sense

    signal pressedVerb(string verb)
    signal explained(string text)

    objectName: "action-" + verb
    focusPolicy: Qt.TabFocus
    kind: kindName
    text: label
    keyHint: keyName === "⏎" ? "" : keyName
    keyIcon: keyName === "⏎" ? "enter" : ""
    allowed: open
    reason: why
    detail: whyLong
    meaning: sense
    least: verb === "play" ? 112 : verb === "burn" || verb === "hint" ? 84 : 72
    onTriggered: pressedVerb(verb)
    onExplainingChanged: explained(explaining ? whyLong : "")
}
