pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// Notices that stand until they are closed: a damaged file was moved aside, something went wrong.
Column {
    id: stack

    required property AppModel app

    spacing: Theme.space2

    Repeater {
        model: stack.app.notices

        Rectangle {
            id: card

            required property int number
            required property string title
            required property string detail

            width: stack.width
            height: words.height + 2 * Theme.space3
            radius: Theme.radius
            color: Theme.panel
            border.width: 1
            border.color: Theme.line

            Accessible.role: Accessible.AlertMessage
            Accessible.name: title
            Accessible.description: detail

            Column {
                id: words

                x: Theme.space4
                y: Theme.space3
                width: parent.width - x - close.width - Theme.space4
                spacing: Theme.space1

                GText {
                    width: parent.width
                    text: card.title
                    bold: true
                    wrapMode: Text.Wrap
                }

                GText {
                    visible: text !== ""
                    width: parent.width
                    text: card.detail
                    size: Theme.sizeSmall
                    color: Theme.text2
                    wrapMode: Text.WrapAnywhere
                }
            }

            BarButton {
                id: close

                anchors.right: parent.right
                anchors.rightMargin: Theme.space2
                anchors.verticalCenter: parent.verticalCenter
                text: stack.app.words["button.close"] ?? ""
                onTriggered: stack.app.dismiss(card.number)
            }
        }
    }
}
