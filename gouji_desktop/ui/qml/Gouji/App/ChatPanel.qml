pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// What is said at the table: the lines with an entry, the phrase calls and emotes, and who is muted. The entry has the
// keys as soon as it is seen, until Escape or a click on the table.
//
// typing  the keys belong to the entry, also while it has gone because the line is broken
// done    the keyboard belongs to the table again
Item {
    id: panel

    required property ChatModel chat
    required property var words
    property string tab: "talk"

    readonly property list<string> tabs: chat.canSay ? ["talk", "calls", "people"] : ["talk", "people"]
    readonly property string shownTab: tabs.indexOf(tab) >= 0 ? tab : "talk"

    readonly property bool typing: entry.activeFocus || held.activeFocus

    signal done

    onVisibleChanged: if (visible)
        ask()

    function ask() {
        tab = "talk";
        if (chat.canSay)
            entry.forceActiveFocus();
        else
            done();
    }

    Segmented {
        id: choice

        width: parent.width
        options: panel.tabs.map(name => panel.words["chat." + name] ?? "")
        current: panel.tabs.indexOf(panel.shownTab)
        onChosen: index => {
            panel.tab = panel.tabs[index];
            if (panel.tab === "talk")
                panel.ask();
            else
                panel.done();
        }
    }

    Item {
        id: talk

        visible: panel.shownTab === "talk"
        y: choice.height + Theme.space2
        width: parent.width
        height: parent.height - y

        ChatList {
            id: list

            width: parent.width
            height: foot.y - Theme.space2
            lines: panel.chat.lines
        }

        GText {
            visible: list.count === 0
            width: parent.width
            text: panel.chat.empty
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Item {
            id: foot

            y: parent.height - height
            width: parent.width
            height: entry.height

            GText {
                objectName: "chatNote"
                visible: !panel.chat.canSay
                anchors.verticalCenter: parent.verticalCenter
                width: parent.width
                text: panel.chat.note
                size: Theme.sizeLabel
                color: Theme.text2
                wrapMode: Text.Wrap
            }

            // Who was typing when the line broke goes on typing: into nothing, and not at the hand.
            Item {
                id: held

                objectName: "chatHeld"
                Keys.onPressed: event => {
                    event.accepted = true;
                    if (event.key === Qt.Key_Escape)
                        panel.done();
                }
            }

            ChatEntry {
                id: entry

                objectName: "chatEntry"
                visible: panel.chat.canSay
                width: parent.width - send.width - Theme.space2
                placeholderText: panel.words["chat.entry"] ?? ""
                activeFocusOnTab: true
                onVisibleChanged: {
                    if (visible && held.activeFocus)
                        forceActiveFocus();
                    else if (!visible && activeFocus && talk.visible)
                        held.forceActiveFocus();
                    else if (!visible && activeFocus)
                        panel.done();
                }
                onAccepted: {
                    if (text === "")
                        panel.done();
                    else if (panel.chat.say(text))
                        clear();
                }
                Keys.priority: Keys.AfterItem
                // No key that the entry leaves alone reaches the hand.
                Keys.onPressed: event => {
                    event.accepted = event.key !== Qt.Key_Tab && event.key !== Qt.Key_Backtab;
                    if (event.key === Qt.Key_Escape)
                        panel.done();
                }
            }

            PressButton {
                id: send

                objectName: "chatSend"
                visible: panel.chat.canSay
                anchors.right: parent.right
                height: entry.height
                size: Theme.sizeBody
                focusPolicy: Qt.TabFocus
                text: panel.words["chat.send"] ?? ""
                allowed: entry.text.trim() !== ""
                guard: 0
                onTriggered: if (panel.chat.say(entry.text))
                    entry.clear()
            }
        }
    }

    ScrollPanel {
        id: calls

        visible: panel.shownTab === "calls"
        y: choice.height + Theme.space2
        width: parent.width
        height: parent.height - y
        spacing: Theme.px(8)

        WordMetrics {
            id: measure

            size: Theme.sizeLabel
        }

        // Two rows of four.
        Grid {
            columns: 4
            spacing: Theme.px(6)

            Repeater {
                model: panel.chat.emotes

                PressButton {
                    id: face

                    required property string call
                    required property string label

                    objectName: "emote-" + call
                    width: Math.floor((calls.inner - 3 * Theme.px(6)) / 4)
                    tall: 40
                    kind: "quiet"
                    focusPolicy: Qt.TabFocus
                    meaning: call
                    text: drawing.visible ? "" : label
                    Accessible.name: label
                    onTriggered: panel.chat.call(face.call)

                    ChatEmote {
                        id: drawing

                        anchors.centerIn: parent
                        name: face.call
                    }
                }
            }
        }

        Flow {
            width: calls.inner
            spacing: Theme.px(6)

            Repeater {
                model: panel.chat.phrases

                PressButton {
                    id: phrase

                    required property string call
                    required property string label

                    objectName: "phrase-" + call
                    width: Math.min(calls.inner, Math.max(Theme.tx(56),
                                                          measure.wide(label) + 2 * Theme.tx(sidePadding) + 2))
                    tall: 40
                    sidePadding: 6
                    strong: false
                    size: Theme.sizeLabel
                    focusPolicy: Qt.TabFocus
                    text: label
                    onTriggered: panel.chat.call(phrase.call)
                }
            }
        }
    }

    ScrollPanel {
        id: people

        visible: panel.shownTab === "people"
        y: choice.height + Theme.space2
        width: parent.width
        height: parent.height - y
        spacing: Theme.px(4)

        GText {
            width: people.inner
            text: rows.count > 0 ? panel.words["chat.people_detail"] ?? "" : panel.words["chat.nobody"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Repeater {
            id: rows

            model: panel.chat.people

            CheckRow {
                id: person

                required property string uid
                required property string name
                required property bool muted

                objectName: "mute-" + uid
                width: people.inner
                text: name
                checked: muted
                checkable: false
                focusPolicy: Qt.TabFocus
                onClicked: panel.chat.mute(person.uid, !person.muted)
            }
        }
    }
}
