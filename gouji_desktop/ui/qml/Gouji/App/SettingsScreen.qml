pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// The settings, in two columns; every change counts at once and is on disk at once.
PageFrame {
    id: page

    required property AppModel app
    readonly property SettingsModel settings: app.settings
    readonly property var words: app.words

    title: words["settings.title"] ?? ""
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    ScrollPanel {
        id: scroll

        anchors.fill: parent

        Row {
            width: scroll.inner
            spacing: Theme.px(48)

            Column {
                id: look

                width: Math.floor((parent.width - parent.spacing) / 2)
                spacing: Theme.px(16)

                Column {
                    width: parent.width
                    spacing: Theme.px(6)

                    GText {
                        text: page.words["settings.name"] ?? ""
                    }

                    TextInputField {
                        width: parent.width
                        text: page.settings.name
                        maximumLength: 24
                        label: page.words["settings.name"] ?? ""
                        onEditingFinished: page.settings.setName(text)
                    }
                }

                Repeater {
                    model: page.settings.looks

                    SettingRow {
                        width: look.width
                        onPicked: (key, index) => page.settings.choose(key, index)
                    }
                }

                Row {
                    spacing: Theme.px(10)

                    Repeater {
                        model: ["B", "Kh", "Qs", "Td", "7c", ""]

                        Card {
                            required property string modelData

                            name: modelData
                            cardWidth: Theme.px(72)
                        }
                    }
                }
            }

            Column {
                id: play

                width: look.width
                spacing: Theme.px(16)

                Repeater {
                    model: page.settings.plays

                    SettingRow {
                        width: play.width
                        onPicked: (key, index) => page.settings.choose(key, index)
                    }
                }

                SlideRow {
                    objectName: "volume"
                    width: parent.width
                    enabled: page.settings.soundNote === ""
                    text: page.words["settings.volume"] ?? ""
                    valueText: Math.round(page.settings.volume * 100) + " %"
                    from: 0
                    to: 1
                    stepSize: 0.05
                    value: page.settings.volume
                    onMoved: value => page.settings.setVolume(value)
                }

                GText {
                    visible: text !== ""
                    width: parent.width
                    text: page.settings.soundNote
                    size: Theme.sizeSmall
                    color: Theme.text2
                    wrapMode: Text.Wrap
                }
            }
        }
    }
}
