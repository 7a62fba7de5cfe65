pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// One option of a rule set: what it decides, its value, what that means, and who plays so.
FocusScope {
    id: option

    required property string key
    required property string kind
    required property string title
    required property string about
    required property string meaning
    required property string sources
    required property list<string> choices
    required property int current
    required property string typed
    required property list<string> missing
    required property bool changed
    required property string change
    required property bool wrong

    property var words
    property RulesModel rules

    objectName: "rule-option"
    height: column.height

    Column {
        id: column

        width: parent.width
        spacing: Theme.px(5)

        Item {
            width: parent.width
            height: Theme.lineHeight(Theme.sizeBody)

            GText {
                id: heading

                width: Math.min(implicitWidth, parent.width - mark.width - resetLink.width - 2 * Theme.px(8))
                height: parent.height
                text: option.title
                bold: true
            }

            Tag {
                id: mark

                objectName: "rule-mark"
                visible: option.changed
                x: heading.width + Theme.px(8)
                anchors.verticalCenter: parent.verticalCenter
                text: option.words["rule.changed_mark"] ?? ""
            }

            LinkText {
                id: resetLink

                objectName: "rule-reset"
                visible: option.changed
                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                text: option.words["rule.reset"] ?? ""
                onClicked: option.rules.reset(option.key)
            }
        }

        GText {
            width: parent.width
            text: option.change === "" ? option.about : option.about + (option.words["join.dots"] ?? " ") + option.change
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Loader {
            width: parent.width
            sourceComponent: option.kind === "switch" || option.kind === "choice" ? pills : option.kind === "order" ? order : field
        }

        GText {
            visible: text !== ""
            width: parent.width
            text: option.meaning
            size: Theme.sizeLabel
            lineHeight: 1.15
            wrapMode: Text.Wrap
        }

        GText {
            width: parent.width
            text: option.sources
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Item {
            width: 1
            height: Theme.px(4)
        }

        Hairline {
            width: parent.width
        }
    }

    Component {
        id: pills

        Segmented {
            joined: false
            options: option.kind === "switch" ? [option.words["rule.off"] ?? "", option.words["rule.on"] ?? ""]
                                              : option.choices
            current: option.current
            onChosen: index => option.rules.setValue(option.key, index)
        }
    }

    Component {
        id: field

        Row {
            spacing: Theme.px(6)

            BarButton {
                objectName: "rule-less"
                visible: option.kind === "number"
                tall: 44
                text: "\u2212"
                size: Theme.sizeButton
                guard: 0
                Accessible.description: option.words["rule.less"] ?? ""
                onTriggered: option.rules.step(option.key, -1)
            }

            TextInputField {
                objectName: "rule-field"
                width: option.kind === "number" ? Theme.tx(84) : Math.min(Theme.tx(300), option.width)
                text: option.typed
                label: option.title
                wrong: option.wrong
                maximumLength: 60
                onEditingFinished: option.rules.typeValue(option.key, text)
            }

            BarButton {
                objectName: "rule-more"
                visible: option.kind === "number"
                tall: 44
                text: "+"
                size: Theme.sizeButton
                guard: 0
                Accessible.description: option.words["rule.more"] ?? ""
                onTriggered: option.rules.step(option.key, 1)
            }
        }
    }

    Component {
        id: order

        Column {
            spacing: Theme.px(4)

            Repeater {
                model: option.choices

                Row {
                    id: member

                    required property int index
                    required property string modelData

                    spacing: Theme.px(6)

                    GText {
                        width: Theme.tx(150)
                        height: Theme.button(38)
                        text: (member.index + 1) + " · " + member.modelData
                    }

                    BarButton {
                        text: option.words["rule.move_up"] ?? ""
                        allowed: member.index > 0
                        guard: 0
                        onTriggered: option.rules.move(option.key, member.index, -1)
                    }

                    BarButton {
                        text: option.words["rule.leave_out"] ?? ""
                        guard: 0
                        onTriggered: option.rules.leaveOut(option.key, member.index)
                    }
                }
            }

            Flow {
                width: option.width
                spacing: Theme.px(6)

                Repeater {
                    model: option.missing

                    BarButton {
                        required property int index
                        required property string modelData

                        text: modelData
                        guard: 0
                        onTriggered: option.rules.putIn(option.key, index)
                    }
                }
            }
        }
    }
}
