pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// 开一局: the rule set and the level at the left, the seats at the right, what will be played and the start below.
PageFrame {
    id: page

    required property AppModel app
    readonly property NewMatchModel match: app.newMatch as NewMatchModel
    readonly property var words: app.words
    property bool details: false

    title: details ? words["new.details_title"] ?? "" : words["new.title"] ?? ""
    backText: words["button.back"] ?? ""
    onLeaving: details ? details = false : app.back()
    Keys.onReturnPressed: if (match.trouble === "")
        match.start()

    Item {
        id: leftSide

        width: Math.round((parent.width - Theme.px(40)) * 0.46)
        height: parent.height

        ScrollPanel {
            id: choices

            width: parent.width
            height: levels.y - Theme.px(12)
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
                    required property string name
                    required property string title
                    required detail

                    width: choices.inner
                    text: title
                    checked: index === page.match.current
                    autoExclusive: false
                    checkable: false
                    onClicked: page.match.choose(index)
                }
            }
        }

        Column {
            id: levels

            width: parent.width
            anchors.bottom: parent.bottom
            spacing: Theme.px(8)

            GText {
                text: page.words["new.bots"] ?? ""
                size: Theme.sizeLabel
                color: Theme.text2
            }

            Segmented {
                width: parent.width
                options: page.match.levels
                current: page.match.level
                onChosen: index => page.match.setLevel(index)
            }
        }
    }

    Item {
        id: rightSide

        x: leftSide.width + Theme.px(40)
        width: parent.width - x
        height: parent.height

        GText {
            id: seatsLabel

            text: page.words["new.seats"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        Item {
            id: oval

            readonly property int room: foot.y - seatsLabel.height - Theme.px(22)

            y: seatsLabel.height + Theme.px(8) + Math.round((room - height) / 2)
            width: parent.width
            height: Math.min(room, Math.round(width * 0.78))

            TableSurface {
                anchors.fill: parent
                anchors.topMargin: Theme.px(14)
                anchors.bottomMargin: Theme.px(14)
            }

            GText {
                anchors.centerIn: parent
                width: parent.width * 0.42
                text: page.words["new.hint"] ?? ""
                size: Theme.sizeLabel
                wrapMode: Text.Wrap
                horizontalAlignment: Text.AlignHCenter
            }

            Repeater {
                model: page.match.seats

                NewMatchSeat {
                    required property int index
                    readonly property var places: [[0.5, 0.79], [0.85, 0.64], [0.85, 0.28], [0.5, 0.12], [0.15, 0.28],
                        [0.15, 0.64]]

                    x: Math.round(oval.width * places[index][0] - width / 2)
                    y: Math.round(oval.height * places[index][1] - Theme.px(27))
                    onClicked: page.match.cycleSeat(index)
                }
            }
        }

        Item {
            id: foot

            width: parent.width
            height: Theme.px(56)
            anchors.bottom: parent.bottom

            Column {
                anchors.verticalCenter: parent.verticalCenter
                width: parent.width - start.width - Theme.space4

                GText {
                    width: parent.width
                    text: page.match.trouble !== "" ? page.match.trouble : page.match.summary
                    size: Theme.sizeLabel
                    color: page.match.trouble !== "" ? Theme.text : Theme.text2
                    wrapMode: Text.Wrap
                    maximumLineCount: 2
                }

                Row {
                    spacing: Theme.space4

                    LinkText {
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
                id: start

                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                kind: "primary"
                focus: true
                text: page.words["new.start"] ?? ""
                keyIcon: "enter"
                allowed: page.match.trouble === ""
                onTriggered: page.match.start()
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
