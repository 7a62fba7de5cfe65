pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// How the connection stands, what is wrong with it and what can be done.
Rectangle {
    id: status

    required property var words
    required property OnlineModel online

    // As high with nothing to say as with a little: what is below keeps its place.
    implicitHeight: Math.max(column.height + 2 * Theme.px(14), Theme.px(132))
    radius: Theme.radius
    color: Theme.panel
    border.width: 1
    border.color: Theme.panelLine

    Column {
        id: column

        x: Theme.px(16)
        y: Theme.px(14)
        width: parent.width - 2 * x
        spacing: Theme.px(6)

        GText {
            objectName: "online-state"
            width: parent.width
            text: status.online.title
            bold: true
            wrapMode: Text.Wrap
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }

        Flow {
            visible: status.online.detail !== "" || status.online.plain
            width: parent.width
            spacing: Theme.px(8)

            Tag {
                objectName: "online-plain"
                visible: status.online.plain
                text: status.words["online.plain_mark"] ?? ""
            }

            GText {
                objectName: "online-detail"
                visible: text !== ""
                width: Math.min(implicitWidth, parent.width)
                height: Math.max(implicitHeight, Theme.tx(21))
                text: status.online.detail
                size: Theme.sizeLabel
                color: Theme.text2
            }
        }

        GText {
            visible: status.online.plain
            width: parent.width
            text: status.words["online.plain_detail"] ?? ""
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        GText {
            visible: text !== ""
            width: parent.width
            text: status.online.who
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        GText {
            visible: text !== ""
            width: parent.width
            text: status.online.motd
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
            maximumLineCount: 6
        }

        GText {
            objectName: "online-trouble"
            visible: text !== ""
            width: parent.width
            text: status.online.trouble
            wrapMode: Text.Wrap
        }

        GText {
            objectName: "online-advice"
            visible: text !== ""
            width: parent.width
            text: status.online.advice
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Flow {
            visible: status.online.canRetry || status.online.canCancel
            width: parent.width
            spacing: Theme.px(10)

            DialogButton {
                objectName: "online-retry"
                visible: status.online.canRetry
                size: Theme.sizeBody
                tall: 40
                text: status.words["online.retry"] ?? ""
                onTriggered: status.online.retry()
            }

            DialogButton {
                objectName: "online-cancel"
                visible: status.online.canCancel
                kind: "quiet"
                size: Theme.sizeBody
                tall: 40
                text: status.words[status.online.phase === "online" ? "online.disconnect" : "button.cancel"] ?? ""
                onTriggered: status.online.cancel()
            }
        }
    }
}
