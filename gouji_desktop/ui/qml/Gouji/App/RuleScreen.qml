pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// 打法和规则: the rule sets at the left; at the right every option of the chosen one, by what it is about.
PageFrame {
    id: page

    required property AppModel app
    readonly property RulesModel rules: app.rules as RulesModel
    readonly property RuleKeepingModel keeping: app.ruleKeeping as RuleKeepingModel
    readonly property var words: app.words
    readonly property bool asking: keeping.mode !== ""

    title: words["rule.title"] ?? ""
    subtitle: words["rule.subtitle"] ?? ""
    backText: words["button.back"] ?? ""
    onLeaving: asking ? keeping.cancel() : app.back()

    tools: [
        BarButton {
            objectName: "rule-words"
            text: page.words["rule.words"] ?? ""
            size: Theme.sizeLabel
            onTriggered: page.app.go("glossary")
        },
        BarButton {
            objectName: "rule-book"
            text: page.words["rule.book"] ?? ""
            size: Theme.sizeLabel
            allowed: page.rules.trouble === ""
            onTriggered: page.rules.read()
        }
    ]

    Item {
        id: leftSide

        width: Math.round((parent.width - Theme.px(32)) * 0.29)
        height: parent.height

        ScrollPanel {
            id: list

            width: parent.width
            height: fileRow.y - Theme.px(10)
            spacing: Theme.px(8)

            Repeater {
                model: page.rules.choices

                RadioCard {
                    id: card

                    required property int index
                    required property string title
                    required detail
                    required property bool unsaved

                    objectName: "rule-set"
                    width: list.inner
                    text: title
                    trailing: unsaved ? page.words["rule.unsaved"] ?? "" : ""
                    checked: index === page.rules.current
                    autoExclusive: false
                    checkable: false
                    focus: index === 0
                    onClicked: page.rules.choose(card.index)
                    onActiveFocusChanged: if (activeFocus)
                        list.show(card)
                }
            }
        }

        Flow {
            id: fileRow

            width: parent.width
            anchors.bottom: parent.bottom
            spacing: Theme.px(6)

            BarButton {
                objectName: "rule-duplicate"
                text: page.words["rule.duplicate"] ?? ""
                allowed: page.rules.trouble === ""
                onTriggered: page.keeping.duplicate()
            }

            BarButton {
                objectName: "rule-rename"
                text: page.words["rule.rename"] ?? ""
                allowed: page.rules.own
                onTriggered: page.keeping.ask("rename")
            }

            BarButton {
                objectName: "rule-delete"
                text: page.words["rule.delete"] ?? ""
                allowed: page.rules.own
                onTriggered: page.keeping.remove()
            }

            BarButton {
                objectName: "rule-import"
                text: page.words["rule.import"] ?? ""
                onTriggered: page.keeping.ask("import")
            }

            BarButton {
                objectName: "rule-export"
                text: page.words["rule.export"] ?? ""
                allowed: page.rules.trouble === ""
                onTriggered: page.keeping.ask("export")
            }
        }
    }

    Item {
        id: rightSide

        x: leftSide.width + Theme.px(32)
        width: parent.width - x
        height: parent.height

        Column {
            id: head

            width: parent.width
            spacing: Theme.px(6)

            Row {
                width: parent.width
                spacing: Theme.space3

                GText {
                    id: name

                    width: Math.min(implicitWidth, parent.width - facts.width - parent.spacing)
                    text: page.rules.title
                    size: Theme.sizeButton
                    bold: true
                }

                GText {
                    id: facts

                    anchors.baseline: name.baseline
                    text: page.rules.summary
                    size: Theme.sizeLabel
                    color: Theme.text2
                }
            }

            GText {
                width: parent.width
                text: page.rules.relation
                size: Theme.sizeLabel
                color: Theme.text2
            }

            Segmented {
                objectName: "rule-groups"
                width: parent.width
                joined: false
                spacing: Theme.px(5)
                options: page.rules.groups
                current: page.rules.group
                onChosen: index => {
                    page.rules.chooseGroup(index);
                    options.contentY = 0;
                }
            }
        }

        ScrollPanel {
            id: options

            y: head.height + Theme.px(12)
            width: parent.width
            height: foot.y - y - Theme.px(10)
            spacing: Theme.px(14)

            Repeater {
                model: page.rules.options

                RuleOption {
                    id: option

                    width: options.inner
                    words: page.words
                    rules: page.rules
                    onActiveFocusChanged: if (activeFocus)
                        options.show(option)
                }
            }
        }

        Item {
            id: foot

            width: parent.width
            height: Theme.button(46) + Theme.px(4)
            anchors.bottom: parent.bottom

            Row {
                anchors.verticalCenter: parent.verticalCenter
                width: parent.width - buttons.width - Theme.space4
                spacing: Theme.space3

                GText {
                    objectName: "rule-told"
                    width: Math.min(implicitWidth, parent.width - (undo.visible ? undo.width + Theme.space3 : 0))
                    anchors.verticalCenter: parent.verticalCenter
                    text: page.rules.trouble !== "" ? page.rules.trouble : page.keeping.told
                    size: Theme.sizeLabel
                    color: page.rules.trouble !== "" ? Theme.text : Theme.text2
                    wrapMode: Text.Wrap
                    maximumLineCount: 2
                }

                LinkText {
                    id: undo

                    objectName: "rule-undo"
                    visible: page.keeping.canUndo
                    anchors.verticalCenter: parent.verticalCenter
                    text: page.words["rule.undo"] ?? ""
                    onClicked: page.keeping.undo()
                }
            }

            Row {
                id: buttons

                anchors.right: parent.right
                anchors.verticalCenter: parent.verticalCenter
                spacing: Theme.px(8)

                DialogButton {
                    objectName: "rule-reset-all"
                    kind: "quiet"
                    size: Theme.sizeBody
                    least: 72
                    text: page.words["rule.reset_all"] ?? ""
                    allowed: page.rules.edited
                    onTriggered: page.rules.resetAll()
                }

                DialogButton {
                    objectName: "rule-save"
                    size: Theme.sizeBody
                    least: 72
                    text: page.rules.own ? page.words["rule.save"] ?? "" : page.words["rule.save_as"] ?? ""
                    allowed: page.rules.trouble === "" && page.rules.unsaved
                    onTriggered: page.keeping.save()
                }

                DialogButton {
                    objectName: "rule-play"
                    kind: "primary"
                    size: Theme.sizeBody
                    text: page.words["rule.play"] ?? ""
                    allowed: page.rules.trouble === ""
                    onTriggered: page.rules.play()
                }
            }
        }
    }

    Loader {
        x: rightSide.x
        width: rightSide.width
        height: parent.height
        active: page.asking
        focus: page.asking

        sourceComponent: RuleAsk {
            words: page.words
            keeping: page.keeping
        }
    }
}
