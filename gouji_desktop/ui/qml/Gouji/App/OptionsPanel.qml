pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// 改细则: the options of the rule set that a table may change, each with what it means.
Rectangle {
    id: panel

    required property var words
    required property NewMatchModel match

    signal done

    color: Theme.window
    // Another rule set's options are read from the first one on.
    onVisibleChanged: list.contentY = 0

    ScrollPanel {
        id: list

        width: parent.width
        height: parent.height - Theme.px(60)
        spacing: Theme.px(12)

        Repeater {
            model: panel.match.options

            Item {
                id: option

                required property string key
                required property string kind
                required property string text
                required property string detail
                required property list<string> choices
                required property int current

                width: list.inner
                height: option.kind === "switch" ? onOff.implicitHeight : choice.height

                CheckRow {
                    id: onOff

                    visible: option.kind === "switch"
                    width: parent.width
                    text: option.text
                    detail: option.detail
                    checked: option.current === 1
                    checkable: false
                    onClicked: panel.match.setOption(option.key, option.current === 1 ? 0 : 1)
                }

                ChoiceRow {
                    id: choice

                    visible: option.kind !== "switch"
                    width: parent.width
                    text: option.text
                    detail: option.detail
                    options: option.choices
                    current: option.current
                    onChosen: index => panel.match.setOption(option.key, index)
                }
            }
        }
    }

    GText {
        anchors.bottom: parent.bottom
        width: parent.width - buttons.width - Theme.space4
        height: Theme.px(48)
        text: panel.match.trouble
        size: Theme.sizeLabel
        wrapMode: Text.Wrap
        maximumLineCount: 2
    }

    Row {
        id: buttons

        anchors.right: parent.right
        anchors.bottom: parent.bottom
        spacing: Theme.px(12)

        DialogButton {
            text: panel.words["new.reset"] ?? ""
            onTriggered: panel.match.resetOptions()
        }

        DialogButton {
            kind: "primary"
            text: panel.words["button.done"] ?? ""
            onTriggered: panel.done()
        }
    }
}
