pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Gouji.Theme

// A row of a list with a line under it: a table of the lobby, a finished match, a lesson.
//
// text, detail   the two lines at the left
// middle         items in the middle (the default property), laid out in a row
// trailing       items at the right end (buttons)
// pressable      whether the row itself can be clicked; its signal is clicked
// current        whether it is the chosen one
T.ItemDelegate {
    id: control

    default property alias middle: middleRow.data
    property alias trailing: tailRow.data
    property string detail: ""
    property bool pressable: false
    property bool current: false
    // Share of the width that the words take when there is a middle.
    property real wordShare: 0.32

    implicitWidth: Theme.tx(480)
    implicitHeight: Math.max(Theme.tx(64), words.implicitHeight + 2 * Theme.px(8))
    hoverEnabled: pressable
    activeFocusOnTab: pressable
    focusPolicy: pressable ? Qt.StrongFocus : Qt.NoFocus
    leftPadding: Theme.px(pressable ? 12 : 4)
    rightPadding: Theme.px(pressable ? 12 : 4)

    Accessible.role: pressable ? Accessible.Button : Accessible.ListItem
    Accessible.name: text
    Accessible.description: detail
    Keys.onReturnPressed: if (pressable)
        click()

    background: Rectangle {
        radius: control.current ? Theme.radius : 0
        color: control.pressable && control.down ? Theme.pressed
                                                 : control.pressable && control.hovered ? Theme.hover
                                                 : control.current ? Theme.raised : "transparent"
        border.width: control.current ? Math.max(2, Theme.px(2)) : 0
        border.color: Theme.you

        Hairline {
            visible: !control.current
            anchors.bottom: parent.bottom
            width: parent.width
        }

        FocusRing {
            anchors.margins: 0
            shown: control.visualFocus
        }
    }

    contentItem: Item {
        Column {
            id: words

            anchors.verticalCenter: parent.verticalCenter
            width: middleRow.children.length > 0
                   ? Math.round(parent.width * control.wordShare)
                   : parent.width - tailRow.width - Theme.px(12)
            spacing: Theme.px(2)

            GText {
                width: parent.width
                text: control.text
                bold: true
            }

            GText {
                visible: control.detail !== ""
                width: parent.width
                text: control.detail
                size: Theme.sizeSmall
                color: control.pressable && control.hovered ? Theme.text : Theme.text2
            }
        }

        Row {
            id: middleRow

            anchors.left: words.right
            anchors.leftMargin: Theme.px(12)
            anchors.verticalCenter: parent.verticalCenter
            spacing: Theme.px(8)
        }

        Row {
            id: tailRow

            anchors.right: parent.right
            anchors.verticalCenter: parent.verticalCenter
            spacing: Theme.px(8)
        }
    }
}
