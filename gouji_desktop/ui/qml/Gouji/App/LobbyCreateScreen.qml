pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// 开一桌: the rules at the left, everything else at the right.
PageFrame {
    id: page

    required property AppModel app
    readonly property OnlineModel online: app.online as OnlineModel
    readonly property OnlineCreateModel create: online.create
    readonly property NewMatchModel match: create.match
    readonly property var words: app.words
    property bool details: false

    title: details ? words["new.details_title"] ?? "" : words["online.create.title"] ?? ""
    subtitle: online.phase === "online" ? "" : online.title
    backText: words["button.back"] ?? ""
    onLeaving: details ? details = false : app.back()

    ScrollPanel {
        id: left

        width: Math.round((parent.width - Theme.px(40)) * 0.46)
        height: parent.height
        spacing: Theme.px(8)

        GText {
            text: page.words["new.rules"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        Repeater {
            model: page.match.ruleSets

            RadioCard {
                required property int index
                required property string title
                required detail

                width: left.inner
                text: title
                checked: index === page.match.current
                autoExclusive: false
                checkable: false
                onClicked: page.match.choose(index)
            }
        }
    }

    Item {
        x: left.width + Theme.px(40)
        width: parent.width - x
        height: parent.height

        ScrollPanel {
            id: right

            width: parent.width
            height: foot.y - Theme.px(10)
            spacing: Theme.px(10)

            GText {
                text: page.words["online.create.name"] ?? ""
                size: Theme.sizeLabel
                color: Theme.text2
            }

            TextInputField {
                objectName: "create-title"
                width: Math.min(right.inner, Theme.tx(360))
                text: page.create.title
                label: page.words["online.create.name"] ?? ""
                placeholderText: page.words["online.create.name_hint"] ?? ""
                maximumLength: 40
                onTextEdited: page.create.setTitle(text)
                onAccepted: page.create.make()
            }

            ChoiceRow {
                width: right.inner
                text: page.words["online.create.turn"] ?? ""
                detail: page.words["online.create.turn_detail"] ?? ""
                options: page.create.turns
                current: page.create.turn
                onChosen: index => page.create.setTurn(index)
            }

            CheckRow {
                objectName: "create-bots"
                width: right.inner
                text: page.words["online.create.bots"] ?? ""
                detail: page.words["online.create.bots_detail"] ?? ""
                checked: page.create.bots
                checkable: false
                onClicked: page.create.setBots(!page.create.bots)
            }

            Segmented {
                visible: page.create.bots
                width: right.inner
                options: page.match.levels
                current: page.match.level
                onChosen: index => page.match.setLevel(index)
            }

            CheckRow {
                objectName: "create-private"
                width: right.inner
                text: page.words["online.create.private"] ?? ""
                detail: page.words["online.create.private_detail"] ?? ""
                checked: page.create.privateTable
                checkable: false
                onClicked: page.create.setPrivate(!page.create.privateTable)
            }

            CheckRow {
                objectName: "create-spectators"
                width: right.inner
                text: page.words["online.create.spectators"] ?? ""
                detail: page.words["online.create.spectators_detail"] ?? ""
                checked: page.create.spectators
                checkable: false
                onClicked: page.create.setSpectators(!page.create.spectators)
            }
        }

        Item {
            id: foot

            width: parent.width
            height: Math.max(Theme.px(56), summary.height)
            anchors.bottom: parent.bottom

            Column {
                id: summary

                anchors.verticalCenter: parent.verticalCenter
                width: parent.width - make.width - Theme.space4

                GText {
                    width: parent.width
                    readonly property string trouble: page.match.trouble !== "" ? page.match.trouble : page.create.fault
                    text: trouble !== "" ? trouble : page.match.summary
                    size: Theme.sizeLabel
                    color: trouble !== "" ? Theme.text : Theme.text2
                    wrapMode: Text.Wrap
                    maximumLineCount: 2
                }

                Row {
                    spacing: Theme.space4

                    LinkText {
                        objectName: "create-details"
                        implicitHeight: Theme.lineHeight(Theme.sizeSmall) + Theme.px(8)
                        text: page.words["new.details"] ?? ""
                        onClicked: page.details = true
                    }

                    LinkText {
                        implicitHeight: Theme.lineHeight(Theme.sizeSmall) + Theme.px(8)
                        text: page.words["rule.open"] ?? ""
                        onClicked: page.app.go("rules")
                    }
                }
            }

            DialogButton {
                id: make

                objectName: "create-make"
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                kind: "primary"
                focus: true
                allowed: page.match.trouble === "" && !page.create.busy && page.online.phase === "online"
                text: page.words["online.create.make"] ?? ""
                keyIcon: "enter"
                onTriggered: page.create.make()
            }
        }
    }

    OptionsPanel {
        anchors.fill: parent
        visible: page.details
        words: page.words
        match: page.match
        onDone: page.details = false
    }
}
