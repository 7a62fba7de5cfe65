import QtQuick
import Gouji.Controls
import Gouji.Theme

// The mark of the fair shuffle in the top bar: sealed, checked, or loudly wrong. A click explains it. Where there is no
// room for its word it has none unless something is wrong.
//
// phase  waiting | verified | failed
// word   its word
// room   its width at most, in pixels
BarButton {
    id: mark

    property string phase: ""
    property string word: ""
    property real room: Infinity
    readonly property int edge: Theme.u < 1 ? 5 : 7
    readonly property real whole: measure.wide(word) + 2 * Theme.tx(edge) + Theme.tx(22) + 2

    readonly property var icons: ({
            waiting: "info",
            verified: "check",
            failed: "close"
        })

    width: Math.max(40, measure.wide(text) + 2 * Theme.tx(sidePadding) + Theme.tx(22) + 2)
    kind: phase === "failed" ? "primary" : "quiet"
    strong: phase === "failed"
    text: whole > room && phase !== "failed" ? "" : word
    keyIcon: icons[phase] ?? ""
    sidePadding: text === "" ? 0 : edge
    focusPolicy: Qt.TabFocus
    Accessible.name: word

    WordMetrics {
        id: measure

        size: Theme.sizeSmall
        bold: mark.strong
    }
}
