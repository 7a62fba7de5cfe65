import QtQuick
import QtQuick.Templates as T
import Gouji.Controls
import Gouji.Theme

// What a server has to say to everybody who comes: two lines of it, all of it once it is clicked.
T.AbstractButton {
    id: greeting

    property bool whole: false
    readonly property bool cut: words.truncated || whole

    implicitHeight: contentItem.implicitHeight
    enabled: cut
    activeFocusOnTab: cut
    Accessible.role: Accessible.StaticText
    Accessible.name: text
    Keys.onReturnPressed: click()
    onClicked: whole = !whole
    onTextChanged: whole = false

    contentItem: GText {
        id: words

        objectName: "greeting-words"
        text: greeting.text
        size: Theme.sizeLabel
        wrapMode: Text.Wrap
        maximumLineCount: greeting.whole ? 12 : 2
    }

    background: FocusRing {
        shown: greeting.visualFocus
    }
}
