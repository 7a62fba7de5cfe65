pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// 主持一桌: a server of one's own for the people in the same network, and how they reach it.
PageFrame {
    id: page

    required property AppModel app
    readonly property OnlineModel online: app.online as OnlineModel
    readonly property OnlineHostModel host: online.host
    readonly property var words: app.words
    readonly property bool on: host.phase === "on" || host.phase === "stopping"

    title: words["online.host_title"] ?? ""
    subtitle: host.people
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    ScrollPanel {
        id: off

        visible: !page.on
        width: Math.min(parent.width, Theme.tx(620))
        height: parent.height
        spacing: Theme.px(10)

        GText {
            width: off.inner
            text: page.words["online.host.detail"] ?? ""
            wrapMode: Text.Wrap
        }

        GText {
            width: off.inner
            text: page.words["online.host.detail_more"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        GText {
            text: page.words["online.host.name"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        TextInputField {
            id: name

            objectName: "host-name"
            width: Math.min(off.inner, Theme.tx(320))
            text: page.host.name
            label: page.words["online.host.name"] ?? ""
            maximumLength: 40
            onEditingFinished: page.host.call(text)
            onAccepted: page.host.start(name.text, port.text)
        }

        GText {
            text: page.words["online.host.port"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        TextInputField {
            id: port

            objectName: "host-port"
            width: Theme.tx(120)
            text: page.host.port
            label: page.words["online.host.port"] ?? ""
            maximumLength: 5
            inputMethodHints: Qt.ImhDigitsOnly
            onAccepted: page.host.start(name.text, port.text)
        }

        GText {
            objectName: "host-fault"
            visible: text !== ""
            width: off.inner
            text: page.host.fault
            wrapMode: Text.Wrap
        }

        DialogButton {
            objectName: "host-start"
            kind: "primary"
            focus: true
            allowed: page.host.phase === "off"
            text: page.words[page.host.phase === "starting" ? "online.host.starting" : "online.host.start"] ?? ""
            meaning: "host"
            onTriggered: page.host.start(name.text, port.text)
        }
    }

    ScrollPanel {
        id: running

        visible: page.on
        width: Math.min(parent.width, Theme.tx(720))
        height: parent.height
        spacing: Theme.px(10)

        GText {
            width: running.inner
            text: page.words[page.host.addresses.length === 1 ? "online.host.reach_one" : "online.host.reach"] ?? ""
            wrapMode: Text.Wrap
        }

        Repeater {
            model: page.host.addresses

            Item {
                id: line

                required property string modelData

                width: running.inner
                height: Math.max(copy.height, address.height)

                GText {
                    id: address

                    objectName: "host-address"
                    anchors.verticalCenter: parent.verticalCenter
                    width: parent.width - copy.width - Theme.px(10)
                    text: line.modelData
                    bold: true
                }

                DialogButton {
                    id: copy

                    anchors.right: parent.right
                    size: Theme.sizeLabel
                    tall: 40
                    least: 64
                    text: page.words["online.copy"] ?? ""
                    onTriggered: page.host.copy(line.modelData)
                }
            }
        }

        GText {
            width: running.inner
            text: page.words["online.host.fingerprint"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Rectangle {
            width: running.inner
            height: block.height + 2 * Theme.px(10)
            radius: Theme.radiusTag
            color: Theme.panel
            border.width: 1
            border.color: Theme.panelLine

            Column {
                id: block

                x: Theme.px(14)
                y: Theme.px(10)
                width: parent.width - 2 * x

                Repeater {
                    model: page.host.fingerprint

                    GText {
                        required property string modelData

                        objectName: "host-fingerprint"
                        width: block.width
                        height: Theme.lineHeight(Theme.sizeBody)
                        text: modelData
                        font.letterSpacing: Theme.px(1)
                    }
                }
            }
        }

        GText {
            width: running.inner
            text: page.words["online.host.stays"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Flow {
            width: running.inner
            spacing: Theme.px(12)

            DialogButton {
                objectName: "host-lobby"
                kind: "primary"
                text: page.words["online.to_lobby"] ?? ""
                onTriggered: page.host.go()
            }

            DialogButton {
                objectName: "host-stop"
                allowed: page.host.phase === "on"
                text: page.words["online.host.stop"] ?? ""
                onTriggered: page.host.stop()
            }
        }
    }
}
