import QtQuick
import Gouji.Controls
import Gouji.Theme

// The mark of the fair shuffle in the top bar: sealed, checked, or loudly wrong. A click explains it. In a small window
// it has no word unless something is wrong.
//
// phase  waiting | verified | failed
// word   its word
BarButton {
    id: mark

    property string phase: ""
    property string word: ""

    readonly property var icons: ({
            waiting: "info",
            verified: "check",
            failed: "close"
        })

    width: Math.max(40, Math.ceil(measure.advanceWidth(text)) + 2 * Theme.tx(sidePadding) + Theme.tx(22) + 2)
    kind: phase === "failed" ? "primary" : "quiet"
    strong: phase === "failed"
    text: Theme.u < 1 && phase !== "failed" ? "" : word
    keyIcon: icons[phase] ?? ""
    sidePadding: text === "" ? 0 : 7
    focusPolicy: Qt.TabFocus
    Accessible.name: word

    FontMetrics {
        id: measure

        font.family: Theme.family
        font.pixelSize: Theme.font(Theme.sizeSmall)
        font.bold: mark.strong
    }
}
