pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// 大厅: the open tables, by rule set and free seats; an invite code; a table of one's own.
PageFrame {
    id: page

    required property AppModel app
    readonly property OnlineModel online: app.online as OnlineModel
    readonly property OnlineLobbyModel lobby: online.lobby
    readonly property var words: app.words

    title: words["online.lobby.title"] ?? ""
    subtitle: online.phase === "online" && online.detail !== "" ? online.title + " · " + online.detail : online.title
    backText: words["button.back"] ?? ""
    onLeaving: lobby.codeOpen ? lobby.askCode(false) : app.back()
    tools: [
        BarButton {
            objectName: "lobby-account"
            size: Theme.sizeLabel
            text: page.words["online.account.title"] ?? ""
            onTriggered: page.app.go("account")
        }
    ]

    Item {
        id: head

        width: parent.width
        height: Math.max(filters.height, buttons.height)

        Segmented {
            id: filters

            objectName: "lobby-families"
            anchors.verticalCenter: parent.verticalCenter
            joined: false
            width: parent.width - buttons.width - Theme.px(16)
            options: page.lobby.families
            current: page.lobby.family
            onChosen: index => page.lobby.chooseFamily(index)
        }

        Row {
            id: buttons

            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            spacing: Theme.px(10)

            CheckRow {
                objectName: "lobby-free"
                anchors.verticalCenter: parent.verticalCenter
                width: Math.ceil(freeWords.width) + leftPadding + Theme.tx(8)
                text: page.words["online.lobby.free"] ?? ""
                checked: page.lobby.free
                checkable: false
                onClicked: page.lobby.chooseFree(!page.lobby.free)

                TextMetrics {
                    id: freeWords

                    font.family: Theme.family
                    font.pixelSize: Theme.font(Theme.sizeBody)
                    text: page.words["online.lobby.free"] ?? ""
                }
            }

            DialogButton {
                objectName: "lobby-code"
                allowed: page.lobby.live
                text: page.words["online.lobby.code"] ?? ""
                onTriggered: page.lobby.askCode(!page.lobby.codeOpen)
            }

            DialogButton {
                objectName: "lobby-create"
                kind: "primary"
                allowed: page.lobby.live
                text: page.words["online.lobby.create"] ?? ""
                focus: true
                onTriggered: page.app.go("create")
            }
        }
    }

    GreetingText {
        id: greeting

        objectName: "lobby-greeting"
        y: head.height + Theme.px(8)
        width: parent.width
        height: visible ? implicitHeight : 0
        visible: text !== ""
        text: page.online.motd
    }

    Item {
        id: codeRow

        y: greeting.visible ? greeting.y + greeting.height + Theme.px(8) : head.height + Theme.px(10)
        width: parent.width
        height: visible ? codeLine.height + Theme.px(6) : 0
        visible: page.lobby.codeOpen
        onVisibleChanged: {
            if (visible)
                code.forceActiveFocus();
            code.clear();
        }

        Flow {
            id: codeLine

            width: parent.width
            spacing: Theme.px(10)

            TextInputField {
                id: code

                objectName: "lobby-code-field"
                width: Theme.tx(240)
                placeholderText: page.words["online.lobby.code_hint"] ?? ""
                maximumLength: 24
                wrong: page.lobby.codeFault !== ""
                onAccepted: page.lobby.enterCode(text)
            }

            DialogButton {
                objectName: "lobby-code-go"
                size: Theme.sizeBody
                tall: 44
                text: page.words["online.lobby.code_go"] ?? ""
                onTriggered: page.lobby.enterCode(code.text)
            }

            GText {
                objectName: "lobby-code-fault"
                height: Theme.button(44)
                width: Math.min(implicitWidth, parent.width)
                text: page.lobby.codeFault
                size: Theme.sizeLabel
                wrapMode: Text.Wrap
            }

            DialogButton {
                objectName: "lobby-code-watch"
                visible: page.lobby.fullCode !== ""
                size: Theme.sizeBody
                tall: 44
                text: page.words["online.action.watch"] ?? ""
                onTriggered: page.lobby.watchCode()
            }
        }
    }

    Hairline {
        id: line

        y: codeRow.y + codeRow.height
        width: parent.width
    }

    RowList {
        id: list

        anchors.top: line.bottom
        anchors.bottom: foot.top
        anchors.bottomMargin: Theme.px(6)
        width: parent.width
        model: page.lobby.tables

        delegate: LobbyRow {
            width: list.inner
            live: page.lobby.live
            onChosen: (table, action) => page.lobby.choose(table, action)
        }

        GText {
            visible: list.count === 0
            anchors.centerIn: parent
            width: Math.min(implicitWidth, parent.width)
            text: page.lobby.empty
            color: Theme.text2
            wrapMode: Text.Wrap
            horizontalAlignment: Text.AlignHCenter
        }
    }

    Item {
        id: foot

        anchors.bottom: parent.bottom
        width: parent.width
        height: Math.max(legend.height, Theme.lineHeight(Theme.sizeSmall))

        GText {
            id: legend

            width: parent.width - hosting.width - Theme.px(12)
            text: page.words["online.lobby.legend"] ?? ""
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        GText {
            id: hosting

            anchors.right: parent.right
            width: Math.min(implicitWidth, parent.width / 2)
            text: page.online.hosting !== "" ? page.online.hosting : page.online.who
            size: Theme.sizeSmall
            color: Theme.text2
        }
    }
}
