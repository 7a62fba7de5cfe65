pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// The way in: go on with the match that is running, begin one, look at old ones, set things, read, leave.
FocusScope {
    id: home

    required property AppModel app

    readonly property var words: app.words
    readonly property string waiting: app.waiting

    focus: true

    TableSurface {
        id: surface

        x: column.x + column.width + Theme.px(60)
        y: Math.round((home.height - height) / 2)
        width: home.width - x - Theme.px(40)
        height: Math.min(home.height - Theme.px(112), Math.round(width * 0.72))
        coinArea: Qt.rect(Math.round(width / 2 - height * 0.15), Math.round(height * 0.24), Math.round(height * 0.3),
                          Math.round(height * 0.3))

        Repeater {
            model: ["Kh", "Kc", "Kd", "2s", "S", "B"]

            Card {
                required property int index
                required property string modelData
                readonly property real turn: (index - 2.5) * 9

                name: modelData
                cardWidth: Math.round(Math.min(Theme.px(120), surface.width / 5.5))
                x: Math.round(surface.width / 2 - cardWidth / 2 + (index - 2.5) * cardWidth * 0.46)
                y: Math.round(surface.height * 0.60 + Math.abs(index - 2.5) * cardWidth * 0.045)
            }
        }
    }

    Column {
        id: column

        x: Theme.px(70)
        anchors.verticalCenter: parent.verticalCenter
        width: Theme.tx(330)
        spacing: Theme.px(10)

        // The width of one of three buttons in a row; together they are as wide as the others.
        function third(index: int): int {
            const all = width - 2 * spacing;
            return Math.round((index + 1) * all / 3) - Math.round(index * all / 3);
        }

        Row {
            spacing: Theme.px(16)

            Coin {
                width: Theme.px(58)
                thickness: Theme.px(5)
                anchors.verticalCenter: parent.verticalCenter
            }

            Column {
                GText {
                    text: home.words["app.name"] ?? ""
                    size: 44
                    bold: true
                }

                GText {
                    width: column.width - Theme.px(74)
                    text: home.words["app.tagline"] ?? ""
                    size: Theme.sizeLabel
                    color: Theme.text2
                    wrapMode: Text.Wrap
                }
            }
        }

        Item {
            width: 1
            height: Theme.px(14)
        }

        GText {
            visible: home.app.canResume && text !== ""
            width: parent.width
            text: home.app.resumeText
            size: Theme.sizeLabel
            color: Theme.text2
        }

        DialogButton {
            id: resume

            visible: home.app.canResume
            width: parent.width
            kind: "primary"
            text: home.words["home.resume"] ?? ""
            focus: home.app.canResume
            onTriggered: home.app.resume()
        }

        GText {
            visible: text !== ""
            width: parent.width
            text: home.waiting
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        DialogButton {
            objectName: "home-match"
            visible: home.waiting !== ""
            width: parent.width
            kind: "primary"
            text: home.words["online.to_match"] ?? ""
            onTriggered: home.app.returnAsked()
        }

        DialogButton {
            width: parent.width
            kind: home.app.canResume || home.waiting !== "" ? "normal" : "primary"
            text: home.words["home.new"] ?? ""
            focus: !home.app.canResume
            onTriggered: home.app.go("new")
        }

        DialogButton {
            objectName: "home-online"
            width: parent.width
            text: home.words["home.online"] ?? ""
            onTriggered: home.app.go("online")
        }

        DialogButton {
            width: parent.width
            text: home.words["home.replays"] ?? ""
            onTriggered: home.app.go("replays")
        }

        DialogButton {
            objectName: "home-rules"
            width: parent.width
            text: home.words["rule.title"] ?? ""
            onTriggered: home.app.go("rules")
        }

        DialogButton {
            width: parent.width
            text: home.words["home.settings"] ?? ""
            onTriggered: home.app.go("settings")
        }

        Row {
            spacing: column.spacing

            DialogButton {
                width: column.third(0)
                kind: "quiet"
                size: Theme.sizeBody
                sidePadding: 6
                text: home.words["home.help"] ?? ""
                onTriggered: home.app.go("help")
            }

            DialogButton {
                width: column.third(1)
                kind: "quiet"
                size: Theme.sizeBody
                sidePadding: 6
                text: home.words["home.about"] ?? ""
                onTriggered: home.app.go("about")
            }

            DialogButton {
                width: column.third(2)
                kind: "quiet"
                size: Theme.sizeBody
                sidePadding: 6
                text: home.words["home.quit"] ?? ""
                onTriggered: home.app.quit()
            }
        }
    }

    GText {
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        anchors.margins: Theme.margin
        text: home.app.version
        size: Theme.sizeSmall
        color: Theme.text2
    }
}
