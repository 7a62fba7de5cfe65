pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// What the mark of the shuffle means: how it stands, and how a shuffle is made so that nobody chooses.
ScrollPanel {
    id: panel

    required property TableOnlineModel online

    spacing: Theme.px(10)

    GText {
        width: panel.inner
        text: panel.online.proofTitle
        bold: true
        wrapMode: Text.Wrap
    }

    Repeater {
        model: panel.online.proofLines

        GText {
            required property string modelData
            required property int index

            width: panel.inner
            text: modelData
            size: Theme.sizeLabel
            color: index === 0 ? Theme.text : Theme.text2
            wrapMode: Text.Wrap
        }
    }
}
