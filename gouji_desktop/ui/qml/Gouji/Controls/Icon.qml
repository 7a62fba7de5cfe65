import QtQuick
import Gouji.Theme

// One of the drawn icons, in the colour of text of the theme.
//
// name    file without theme and ending (`menu`, `check` …)
// length  its side in pixels
// other   in the colour of text of the other theme, for a primary button
Image {
    property string name: ""
    property bool other: false
    property int length: Theme.tx(18)

    width: length
    height: length
    source: name === "" ? "" : Theme.iconSource(name, other)
    sourceSize.width: length
    sourceSize.height: length
}
