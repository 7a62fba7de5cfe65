import QtQuick
import Gouji.Theme

// A small quiet button of the top bar or of a list; 40 pixels high.
PressButton {
    kind: "quiet"
    strong: false
    size: Theme.sizeSmall
    least: 40
    tall: 38
    sidePadding: 8
}
