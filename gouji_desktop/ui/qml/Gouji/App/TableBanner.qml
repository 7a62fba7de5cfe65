pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// What stands at the foot of the table instead of the message: 暂停, 上一轮. It covers no seat and no play.
//
// title, detail     what is so, and what can be done about it
// action, keyHint   the word on its button and the key that does the same; no word, no button
// most              widest extent in pixels
// guard             so many milliseconds after it appeared its button hears nothing
// acted             the button was pressed
Rectangle {
    id: banner

    property string title: ""
    property string detail: ""
    property string action: ""
    property string keyHint: ""
    property real most: Theme.tx(560)
    property int guard: 0

    readonly property real wanted: Math.max(titleText.implicitWidth, detailText.implicitWidth) + 2 * Theme.px(20)
                                   + (button.visible ? button.implicitWidth + Theme.px(20) : 0)

    signal acted

    width: Math.min(most, Math.ceil(wanted))
    height: Math.max(words.height, button.visible ? button.height : 0) + 2 * Theme.px(6)
    radius: Theme.radiusDialog
    color: Theme.panel
    border.width: 1
    border.color: Theme.line

    Accessible.role: Accessible.AlertMessage
    Accessible.name: title
    Accessible.description: detail

    Column {
        id: words

        x: Theme.px(20)
        anchors.verticalCenter: parent.verticalCenter
        width: parent.width - 2 * x - (button.visible ? button.width + Theme.px(20) : 0)
        spacing: Theme.px(2)

        GText {
            id: titleText

            width: parent.width
            height: Theme.lineHeight(Theme.sizeTitle)
            text: banner.title
            size: Theme.sizeTitle
            bold: true
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            horizontalAlignment: button.visible ? Text.AlignLeft : Text.AlignHCenter
        }

        GText {
            id: detailText

            visible: text !== ""
            width: parent.width
            height: Theme.lineHeight(Theme.sizeLabel)
            text: banner.detail
            size: Theme.sizeLabel
            color: Theme.text2
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: 12
            horizontalAlignment: titleText.horizontalAlignment
        }
    }

    DialogButton {
        id: button

        objectName: "bannerButton"
        visible: banner.action !== ""
        anchors.right: parent.right
        anchors.rightMargin: Theme.px(20)
        anchors.verticalCenter: parent.verticalCenter
        kind: "primary"
        tall: 40
        text: banner.action
        keyHint: banner.keyHint
        guard: banner.guard
        onTriggered: banner.acted()
    }
}
