pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Theme

// A setting with a few choices: its words and explanation above a Segmented.
//
// text, detail   the words
// options, current, chosen(index)  as in Segmented
Column {
    id: control

    property string text: ""
    property string detail: ""
    property alias options: bar.options
    property alias current: bar.current

    signal chosen(int index)

    spacing: Theme.px(6)

    GText {
        visible: text !== ""
        width: parent.width
        text: control.text
        wrapMode: Text.Wrap
    }

    GText {
        visible: text !== ""
        width: parent.width
        text: control.detail
        size: Theme.sizeSmall
        color: Theme.text2
        wrapMode: Text.Wrap
    }

    Segmented {
        id: bar

        width: parent.width
        onChosen: index => control.chosen(index)
    }
}
