pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// The waiting room: six seats round a small table, what is played, the invite code, and what is said.
PageFrame {
    id: page

    required property AppModel app
    readonly property OnlineModel online: app.online as OnlineModel
    readonly property OnlineRoomModel room: online.room
    readonly property var words: app.words

    title: room.title
    subtitle: room.live ? room.state : online.title
    backText: words["online.room.leave"] ?? ""
    onLeaving: room.chosen >= 0 ? room.choose(-1) : room.wish("leave", -1)

    Item {
        id: left

        width: Math.round((parent.width - Theme.px(36)) * 0.56)
        height: parent.height

        Item {
            id: oval

            readonly property int room: foot.y - Theme.px(8)

            y: Math.round((room - height) / 2)
            width: parent.width
            height: Math.min(room, Math.round(width * 0.8))

            TableSurface {
                anchors.fill: parent
                anchors.topMargin: Theme.px(14)
                anchors.bottomMargin: Theme.px(14)

                MouseArea {
                    objectName: "room-cloth"
                    anchors.fill: parent
                    onClicked: page.room.choose(-1)
                }
            }

            // Lines about equally long: no single word stands in the last one.
            GText {
                readonly property real room: parent.width * 0.4

                objectName: "room-hint"
                visible: page.room.chosen < 0
                anchors.centerIn: parent
                width: Math.min(room, Math.ceil(implicitWidth / Math.ceil(implicitWidth / room)) + Theme.tx(26))
                text: page.room.hint
                size: Theme.sizeLabel
                wrapMode: Text.Wrap
                horizontalAlignment: Text.AlignHCenter
            }

            Repeater {
                model: page.room.seats

                WaitingRoomSeat {
                    required property int index
                    readonly property var places: [[0.5, 0.77], [0.85, 0.62], [0.85, 0.26], [0.5, 0.11], [0.15, 0.26],
                        [0.15, 0.62]]
                    // A seat that goes with its room has no place any more.
                    readonly property var place: places[index] ?? [0.5, 0.5]

                    words: page.words
                    chosen: seat === page.room.chosen
                    x: Math.round(oval.width * place[0] - width / 2)
                    y: Math.round(oval.height * place[1] - Theme.px(27))
                    onClicked: page.room.choose(seat)
                }
            }

            // What can be done about the seat that was clicked, in the middle: nothing else gives way to it.
            Column {
                visible: page.room.chosen >= 0
                anchors.centerIn: parent
                spacing: Theme.px(6)

                GText {
                    anchors.horizontalCenter: parent.horizontalCenter
                    width: Math.min(implicitWidth, oval.width * 0.4)
                    text: page.room.chosenName
                    size: Theme.sizeLabel
                }

                Repeater {
                    model: page.room.seatDeeds

                    DialogButton {
                        required property string key
                        required property string label

                        objectName: "seat-" + key
                        anchors.horizontalCenter: parent?.horizontalCenter
                        width: Math.max(implicitWidth, Theme.tx(120))
                        size: Theme.sizeBody
                        tall: 40
                        allowed: page.room.live
                        text: label
                        meaning: page.room.chosen + key
                        onTriggered: page.room.wish(key, page.room.chosen)
                    }
                }
            }
        }

        Item {
            id: foot

            width: parent.width
            height: Theme.px(64)
            anchors.bottom: parent.bottom

            Row {
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.px(10)

                Repeater {
                    model: page.room.deeds

                    DialogButton {
                        required property string key
                        required property string label
                        required property string why
                        required property bool main

                        objectName: "room-" + key
                        kind: main ? "primary" : "normal"
                        allowed: page.room.live && why === ""
                        reason: why
                        text: label
                        // Starting a match is never what Enter happens to hit.
                        focus: main && key !== "start"
                        meaning: page.room.title + key
                        onTriggered: page.room.wish(key, -1)
                    }
                }
            }
        }
    }

    Item {
        id: right

        x: left.width + Theme.px(36)
        width: parent.width - x
        height: parent.height

        Column {
            id: facts

            width: parent.width
            spacing: Theme.px(3)

            Item {
                width: parent.width
                height: Math.max(rules.height, book.height)

                GText {
                    id: rules

                    anchors.verticalCenter: parent.verticalCenter
                    width: parent.width - book.width - Theme.px(10)
                    text: page.room.rules
                    bold: true
                }

                LinkText {
                    id: book

                    objectName: "room-book"
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    visible: page.room.rules !== "" && page.room.facts.length > 0
                    text: page.words["rule.book"] ?? ""
                    onClicked: page.room.wish("book", -1)
                }
            }

            Repeater {
                model: page.room.facts

                GText {
                    required property string modelData

                    width: facts.width
                    text: modelData
                    size: Theme.sizeLabel
                    color: Theme.text2
                    wrapMode: Text.Wrap
                }
            }

            Item {
                visible: page.online.hosting !== ""
                width: parent.width
                height: visible ? Math.max(hosting.height, hostLink.height) : 0

                GText {
                    id: hosting

                    anchors.verticalCenter: parent.verticalCenter
                    width: parent.width - hostLink.width - Theme.px(10)
                    text: page.online.hosting
                    size: Theme.sizeLabel
                }

                LinkText {
                    id: hostLink

                    objectName: "room-host"
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    text: page.words["online.host_manage"] ?? ""
                    onClicked: page.app.go("host")
                }
            }

            Item {
                visible: page.room.code !== ""
                width: parent.width
                height: visible ? Math.max(copy.height, code.height) + Theme.px(4) : 0

                GText {
                    id: code

                    objectName: "room-code"
                    anchors.verticalCenter: parent.verticalCenter
                    width: parent.width - copy.width - Theme.px(10)
                    text: (page.words["online.room.code"] ?? "") + " " + page.room.code
                }

                DialogButton {
                    id: copy

                    objectName: "room-copy"
                    anchors.right: parent.right
                    anchors.verticalCenter: parent.verticalCenter
                    size: Theme.sizeLabel
                    tall: 40
                    least: 64
                    focus: page.room.starts
                    text: page.words["online.copy"] ?? ""
                    onTriggered: page.room.copyCode()
                }
            }
        }

        Hairline {
            id: line

            y: facts.height + Theme.px(8)
            width: parent.width
        }

        WaitingRoomChat {
            y: line.y + Theme.px(8)
            width: parent.width
            height: parent.height - y
            words: page.words
            room: page.room
        }
    }
}
