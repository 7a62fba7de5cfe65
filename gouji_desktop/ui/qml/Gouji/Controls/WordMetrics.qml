import QtQuick
import Gouji.Theme

// Measures words in the type of the window, again where that has changed: with the size of the window.
//
// size, bold  as in GText
// wide(text)  how wide a line of words is, in whole pixels
FontMetrics {
    id: metrics

    property real size: Theme.sizeBody
    property bool bold: false

    function wide(text: string): int {
        // To read the size of the type is what makes a binding follow it: advanceWidth() alone does not.
        return metrics.font.pixelSize > 0 ? Math.ceil(metrics.advanceWidth(text)) : 0;
    }

    font.family: Theme.family
    font.pixelSize: Theme.font(size)
    font.bold: bold
}
