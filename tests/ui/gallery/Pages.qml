pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Table
import Gouji.Theme

// A dialog over the table and the controls of pages.
Rectangle {
    id: gallery

    color: Theme.window

    Rectangle {
        width: parent.width / 2
        height: parent.height
        color: Theme.table

        DialogFrame {
            id: dialog

            objectName: "dialog"
            x: Theme.px(24)
            y: Theme.px(24)
            most: Qt.size(parent.width - 2 * x, parent.height - 2 * y)
            title: "烧不烧？"
            subtitle: "老城南的够级牌"
            subtitleSide: "enemy"
            note: "时间到就算不烧"
            ringShown: true
            ringTotal: 15000
            ringRemaining: 7000
            buttons: [
                DialogButton {
                    objectName: "no"
                    text: "不烧"
                    keyHint: "N"
                },
                DialogButton {
                    text: "烧"
                    keyHint: "F"
                }
            ]

            Row {
                spacing: Theme.px(24)

                CardRow {
                    cards: ["Qs", "Qh", "Qc", "Qd"]
                    cardWidth: Theme.px(70)
                }

                CardRow {
                    cards: ["B", "S", "As", "Ah"]
                    cardWidth: Theme.px(70)
                    received: true
                }
            }

            GText {
                width: dialog.inner
                text: "每手都要挂花，最后一手除外。被人管住就解烧。"
                wrapMode: Text.Wrap
            }
        }

        Toast {
            id: toast

            objectName: "toast"
            topMargin: Theme.px(400)
            Component.onCompleted: show("老城南回来了 <b>")
        }
    }

    ScrollPanel {
        objectName: "scroll"
        x: parent.width / 2 + Theme.px(24)
        y: Theme.px(24)
        width: parent.width / 2 - Theme.px(48)
        height: parent.height - Theme.px(48)
        spacing: Theme.px(10)

        RadioCard {
            width: parent?.width
            text: "进贡 · 四副"
            detail: "216 张，宣点、革命、要头、还贡"
            checked: true
        }

        RadioCard {
            width: parent?.width
            text: "茶苑 · 四副"
            detail: "216 张，宣点、革命、买三"
            trailing: "新"
        }

        Segmented {
            objectName: "levels"
            width: parent?.width
            options: ["初学", "普通", "高手"]
            current: 1
            onChosen: index => current = index
        }

        Segmented {
            width: parent?.width
            joined: false
            options: ["全部", "进贡", "茶苑", "金游", "枣庄"]
        }

        ChoiceRow {
            width: parent?.width
            text: "快慢"
            detail: "机器人出一张牌要多久"
            options: ["慢", "平常", "快"]
            current: 1
        }

        CheckRow {
            objectName: "check"
            width: parent?.width
            text: "要不起就过"
            detail: "等一会儿替你过，等多久和手里的牌无关"
            checked: true
        }

        CheckRow {
            width: parent?.width
            text: "少些动画"
        }

        SlideRow {
            width: parent?.width
            text: "音量"
            valueText: "60 %"
            from: 0
            to: 100
            value: 60
        }

        TextInputField {
            objectName: "field"
            width: parent?.width
            placeholderText: "名字"
        }

        TextInputField {
            width: parent?.width
            text: "青岛小鱼"
            wrong: true
        }

        ListRow {
            width: parent?.width
            text: "泉城夜话"
            detail: "进贡 · 四副"
            trailing: [
                BarButton {
                    anchors.verticalCenter: parent?.verticalCenter
                    text: "坐下"
                },
                DialogButton {
                    kind: "primary"
                    text: "开始"
                    keyIcon: "enter"
                }
            ]

            Repeater {
                model: ["ally", "enemy", "ally", "opposite", "ally", "enemy"]

                SideMark {
                    required property int index
                    required property string modelData

                    side: modelData
                    filled: index < 4
                    length: Theme.tx(14)
                }
            }
        }

        ListRow {
            width: parent?.width
            text: "周末老友"
            detail: "枣庄 · 六副"
            pressable: true
            current: true
        }

        LinkText {
            text: "改细则…"
        }
    }
}
