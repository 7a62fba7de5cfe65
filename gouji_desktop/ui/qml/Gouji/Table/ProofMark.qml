import QtQuick
import Gouji.Controls

// The mark of the fair shuffle in the top bar: sealed, checked, or loudly wrong. A click explains it.
//
// state of the check: waiting | verified | failed
BarButton {
    id: mark

    property string phase: ""

    kind: phase === "failed" ? "primary" : "quiet"
    strong: phase === "failed"
    keyIcon: phase === "verified" ? "check" : phase === "failed" ? "close" : ""
    sidePadding: 6
    focusPolicy: Qt.TabFocus
}
