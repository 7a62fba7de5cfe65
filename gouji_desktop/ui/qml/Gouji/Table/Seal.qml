import QtQuick
import Gouji.Controls
import Gouji.Theme

// A seal: filled for a fact (开点, 烧), outlined for a promise or an injury (宣点, 被烧).
//
// text      one to four characters
// outlined  which of the two
// tight     less room at its sides
// stamp()   plays the motion of stamping, 1.25 to 1
Rectangle {
    id: seal

    property string text: ""
    property bool outlined: false
    property bool tight: false

    function stamp() {
        if (!Theme.lessMotion)
            stamping.restart();
    }

    implicitWidth: Math.ceil(label.implicitWidth) + 2 * Theme.tx(tight ? 3 : 5)
    implicitHeight: Math.max(Theme.tx(21), Theme.lineHeight(13))
    radius: Theme.radiusTag
    color: outlined ? "transparent" : Theme.seal
    border.width: outlined ? Math.max(1, Theme.px(2)) : 0
    border.color: Theme.sealLine

    GText {
        id: label

        anchors.centerIn: parent
        width: Math.min(implicitWidth, seal.width)
        text: seal.text
        size: Theme.sizeLabel
        bold: true
        color: seal.outlined ? Theme.sealLineText : Theme.sealText
    }

    NumberAnimation {
        id: stamping

        target: seal
        property: "scale"
        from: 1.25
        to: 1
        duration: Theme.sealTime
        easing.type: Easing.OutCubic
    }
}
