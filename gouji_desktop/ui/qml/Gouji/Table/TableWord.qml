import QtQuick
import Gouji.Controls
import Gouji.Theme

// 过 or 让, lying in front of a seat; fades in when its text comes.
//
// align  left | center | right
GText {
    id: word

    property string align: "center"

    size: Theme.sizeWord
    bold: true
    color: Theme.text2
    fontSizeMode: Text.HorizontalFit
    minimumPixelSize: 12
    horizontalAlignment: align === "right" ? Text.AlignRight : align === "left" ? Text.AlignLeft : Text.AlignHCenter
    onTextChanged: if (word.text !== "")
        appear.restart()

    NumberAnimation {
        id: appear

        target: word
        property: "opacity"
        from: 0
        to: 1
        duration: Theme.wordTime
    }
}
