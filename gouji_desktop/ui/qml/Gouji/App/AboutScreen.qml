pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// What program this is, and under which licences it and what it carries stand.
PageFrame {
    id: page

    required property AppModel app

    readonly property var words: app.words

    title: words["about.title"] ?? ""
    subtitle: app.version
    backText: words["button.back"] ?? ""
    onLeaving: app.back()

    ScrollPanel {
        id: scroll

        anchors.fill: parent
        spacing: Theme.px(14)
        focus: true
        Keys.onDownPressed: contentY = Math.min(contentHeight - height, contentY + Theme.px(60))
        Keys.onUpPressed: contentY = Math.max(0, contentY - Theme.px(60))

        GText {
            width: Math.min(scroll.inner, Theme.tx(860))
            text: page.words["about.text"] ?? ""
            lineHeight: 1.25
            wrapMode: Text.Wrap
        }

        Repeater {
            model: page.app.licences

            Column {
                id: licence

                required property string title
                required property string detail

                width: scroll.inner
                spacing: Theme.space1

                Hairline {
                    width: parent.width
                }

                GText {
                    width: parent.width
                    text: licence.title
                    bold: true
                }

                GText {
                    width: Math.min(parent.width, Theme.tx(1000))
                    text: licence.detail
                    size: Theme.sizeSmall
                    color: Theme.text2
                    wrapMode: Text.Wrap
                }
            }
        }
    }
}
