import QtQuick
import Gouji.Controls
import Gouji.Theme

// 暂停: the table stands still until somebody goes on.
Rectangle {
    id: card

    required property var words

    signal goOn

    width: Theme.tx(240)
    height: Theme.px(120)
    radius: Theme.radiusDialog
    color: Theme.panel
    border.width: 1
    border.color: Theme.line

    GText {
        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.px(16)
        text: card.words["table.paused"] ?? ""
        size: Theme.sizeTitle
        bold: true
    }

    DialogButton {
        anchors.horizontalCenter: parent.horizontalCenter
        y: parent.height - height - Theme.px(14)
        kind: "primary"
        text: card.words["menu.resume"] ?? ""
        keyHint: "␣"
        guard: 0
        onTriggered: card.goOn()
    }
}
