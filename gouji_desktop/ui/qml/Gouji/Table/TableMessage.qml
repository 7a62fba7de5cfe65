import QtQuick
import Gouji.Controls
import Gouji.Theme

// What stands at the foot of the table: 轮到你, and under it what that means.
//
// title, detail  the two lines
Item {
    id: message

    property string title: ""
    property string detail: ""

    implicitHeight: Theme.lineHeight(22) + Theme.px(4) + Theme.lineHeight(15)

    GText {
        id: first

        width: parent.width
        height: Theme.lineHeight(Theme.sizeTitle)
        text: message.title
        size: Theme.sizeTitle
        bold: true
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        horizontalAlignment: Text.AlignHCenter
    }

    GText {
        y: first.height + Theme.px(4)
        width: parent.width
        height: Theme.lineHeight(Theme.sizeBody)
        text: message.detail
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: 12
        horizontalAlignment: Text.AlignHCenter
    }
}
