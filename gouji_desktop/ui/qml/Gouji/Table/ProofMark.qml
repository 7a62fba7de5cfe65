import QtQuick
import Gouji.Controls
import Gouji.Theme

// The mark of the fair shuffle in the top bar: sealed, checked, or loudly wrong. A click explains it. Its sign stands
// behind its word, or above it where the bar is narrow.
//
// phase  waiting | verified | failed
// word   its word
// room   its width at most, in pixels; less only where the word itself is wider
BarButton {
    id: mark

    property string phase: ""
    property string word: ""
    property real room: Infinity
    readonly property int wordWidth: measure.wide(word)
    readonly property int whole: wordWidth + signLength + Theme.tx(22)
    readonly property int signLength: Theme.tx(14)
    readonly property bool stacked: whole > room

    readonly property var icons: ({
            waiting: "info",
            verified: "check",
            failed: "close"
        })

    width: Math.max(40, stacked ? wordWidth + 2 * Theme.tx(4) : whole)
    kind: phase === "failed" ? "primary" : "quiet"
    strong: phase === "failed"
    text: word
    focusPolicy: Qt.TabFocus

    contentItem: Item {
        GText {
            id: words

            x: Math.round(mark.stacked ? (parent.width - width) / 2
                                       : (parent.width - width - mark.signLength - Theme.tx(6)) / 2)
            y: Math.round(mark.stacked ? parent.height - height - Theme.tx(2) : (parent.height - height) / 2)
            width: mark.wordWidth
            text: mark.word
            size: mark.size
            bold: mark.strong
            color: mark.wordColour
        }

        Icon {
            x: mark.stacked ? Math.round((parent.width - width) / 2) : words.x + words.width + Theme.tx(6)
            y: Math.round(mark.stacked ? Theme.tx(4) : (parent.height - height) / 2)
            length: mark.signLength
            name: mark.icons[mark.phase] ?? ""
            other: mark.primary
            opacity: 0.75
        }
    }

    WordMetrics {
        id: measure

        size: Theme.sizeSmall
        bold: mark.strong
    }
}
