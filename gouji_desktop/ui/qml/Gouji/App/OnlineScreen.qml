pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// 联网: the servers at the left, how the connection stands and who one is there at the right.
PageFrame {
    id: page

    required property AppModel app
    readonly property OnlineModel online: app.online as OnlineModel
    readonly property OnlineHostModel host: online.host
    readonly property var words: app.words

    title: words["online.title"] ?? ""
    subtitle: online.hosting
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    Item {
        id: left

        width: Math.round((parent.width - Theme.px(40)) * 0.52)
        height: parent.height

        Column {
            id: entry

            width: parent.width
            spacing: Theme.px(8)

            GText {
                width: parent.width
                text: page.words["online.address"] ?? ""
                size: Theme.sizeLabel
                color: Theme.text2
            }

            Item {
                width: parent.width
                height: Math.max(field.height, go.height)

                TextInputField {
                    id: field

                    objectName: "online-address"
                    width: parent.width - go.width - Theme.px(10)
                    label: page.words["online.address"] ?? ""
                    placeholderText: page.words["online.address_hint"] ?? ""
                    maximumLength: 300
                    wrong: page.online.addressFault !== ""
                    focus: true
                    onTextEdited: page.online.edited()
                    onAccepted: page.online.connectTo(text)
                }

                DialogButton {
                    id: go

                    objectName: "online-go"
                    anchors.right: parent.right
                    anchors.verticalCenter: field.verticalCenter
                    size: Theme.sizeBody
                    tall: 44
                    text: page.words["online.connect"] ?? ""
                    onTriggered: page.online.connectTo(field.text)
                }
            }

            GText {
                objectName: "online-address-fault"
                visible: text !== ""
                width: parent.width
                text: page.online.addressFault
                size: Theme.sizeLabel
                wrapMode: Text.Wrap
            }
        }

        GText {
            id: label

            anchors.top: entry.bottom
            anchors.topMargin: Theme.px(16)
            width: parent.width
            text: page.words[page.online.searching ? "online.servers_searching" : "online.servers"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        RowList {
            id: list

            anchors.top: label.bottom
            anchors.topMargin: Theme.px(4)
            anchors.bottom: line.top
            anchors.bottomMargin: Theme.px(12)
            width: parent.width
            model: page.online.servers

            delegate: ListRow {
                id: server

                required property string address
                required property string title
                required detail
                required property string kind
                required property bool plain
                required property bool here

                objectName: "online-server"
                width: list.inner
                text: title
                wordShare: 1
                trailing: [
                    Tag {
                        visible: server.plain
                        anchors.verticalCenter: parent?.verticalCenter
                        text: page.words["online.plain_mark"] ?? ""
                    },
                    DialogButton {
                        objectName: "online-forget"
                        visible: server.kind === "kept"
                        kind: "quiet"
                        size: Theme.sizeLabel
                        tall: 40
                        least: 56
                        strong: false
                        text: page.words["online.forget"] ?? ""
                        onTriggered: page.online.forget(server.address)
                    },
                    DialogButton {
                        objectName: "online-connect"
                        size: Theme.sizeBody
                        tall: 40
                        least: 72
                        allowed: !server.here
                        text: page.words[server.here ? "online.connected" : "online.connect"] ?? ""
                        onTriggered: page.online.connectTo(server.address)
                    }
                ]
            }

            GText {
                visible: list.count === 0
                width: parent.width
                topPadding: Theme.px(14)
                text: page.words[page.online.hosting !== "" ? "online.servers_hosting" : "online.servers_none"] ?? ""
                size: Theme.sizeLabel
                color: Theme.text2
                wrapMode: Text.Wrap
            }
        }

        Hairline {
            id: line

            anchors.bottom: foot.top
            anchors.bottomMargin: Theme.px(10)
            width: parent.width
        }

        Item {
            id: foot

            anchors.bottom: parent.bottom
            width: parent.width
            height: Math.max(hostButtons.height, hostText.height)

            GText {
                id: hostText

                anchors.verticalCenter: parent.verticalCenter
                width: parent.width - hostButtons.width - Theme.px(12)
                text: page.words["online.host_hint"] ?? ""
                size: Theme.sizeSmall
                color: Theme.text2
                wrapMode: Text.Wrap
            }

            Row {
                id: hostButtons

                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.px(8)

                DialogButton {
                    objectName: "online-host-how"
                    visible: page.host.phase === "off"
                    kind: "quiet"
                    size: Theme.sizeLabel
                    least: 56
                    text: page.words["online.host_how"] ?? ""
                    onTriggered: page.app.go("host")
                }

                DialogButton {
                    objectName: "online-host"
                    allowed: page.host.phase !== "starting"
                    size: Theme.sizeBody
                    text: page.words[page.host.phase === "off" ? "online.host_title"
                        : page.host.phase === "starting" ? "online.host.starting" : "online.host_manage"] ?? ""
                    onTriggered: page.host.phase === "off" ? page.host.start(page.host.name, page.host.port)
                                                           : page.app.go("host")
                }
            }
        }
    }

    ScrollPanel {
        id: right

        x: left.width + Theme.px(40)
        width: parent.width - x
        height: parent.height
        spacing: Theme.px(10)

        GText {
            visible: text !== ""
            width: right.inner
            text: page.app.waiting
            wrapMode: Text.Wrap
        }

        DialogButton {
            objectName: "online-match"
            visible: page.app.waiting !== ""
            kind: "primary"
            text: page.words["online.to_match"] ?? ""
            onTriggered: page.app.returnAsked()
        }

        // Above what grows and shrinks with the connection: no field moves away under the pointer.
        OnlineSignIn {
            id: signIn

            width: right.inner
            words: page.words
            online: page.online
            address: field.text
        }

        Hairline {
            width: right.inner
        }

        OnlineStatus {
            width: right.inner
            words: page.words
            online: page.online
        }

        Flow {
            visible: page.online.phase === "online"
            width: right.inner
            spacing: Theme.px(10)

            DialogButton {
                objectName: "online-lobby"
                kind: page.app.waiting === "" ? "primary" : "normal"
                text: page.words["online.to_lobby"] ?? ""
                onTriggered: page.app.go("lobby")
            }

            DialogButton {
                objectName: "online-account"
                text: page.words["online.account.title"] ?? ""
                onTriggered: page.app.go("account")
            }
        }
    }
}
