pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Gouji.Theme

// A setting with a range (volume, time to think): its words, the value in words, and a slider under them.
//
// text, valueText  the words at the left and at the right
// from, to, stepSize, value  as in Slider
// moved(value)     the person moved it
Column {
    id: control

    property string text: ""
    property string valueText: ""
    property alias from: slider.from
    property alias to: slider.to
    property alias stepSize: slider.stepSize
    property alias value: slider.value

    signal moved(real value)

    Item {
        width: parent.width
        height: Theme.lineHeight(Theme.sizeBody)

        GText {
            width: parent.width - shown.implicitWidth - Theme.px(8)
            height: parent.height
            text: control.text
            color: control.enabled ? Theme.text : Theme.text3
        }

        GText {
            id: shown

            anchors.right: parent.right
            height: parent.height
            text: control.valueText
            color: control.enabled ? Theme.text2 : Theme.text3
        }
    }

    T.Slider {
        id: slider

        width: parent.width
        implicitWidth: Theme.tx(240)
        implicitHeight: Theme.button(40)
        hoverEnabled: true
        activeFocusOnTab: true
        snapMode: T.Slider.SnapAlways
        Accessible.role: Accessible.Slider
        Accessible.name: control.text
        onMoved: control.moved(value)

        background: Rectangle {
            x: Theme.tx(11)
            y: Math.round((slider.height - height) / 2)
            width: slider.width - 2 * x
            height: Math.max(4, Theme.px(4))
            radius: height / 2
            color: control.enabled ? Theme.line : Theme.lineOff

            Rectangle {
                width: parent.width * slider.visualPosition
                height: parent.height
                radius: 2
                color: control.enabled ? Theme.you : Theme.lineOff
            }
        }

        handle: Rectangle {
            x: Math.round(slider.visualPosition * (slider.width - width))
            y: Math.round((slider.height - height) / 2)
            width: Theme.tx(22)
            height: width
            radius: width / 2
            color: !control.enabled ? Theme.lineOff : slider.pressed ? Theme.primaryPressed : slider.hovered ? Theme.primaryHover : Theme.primary

            FocusRing {
                shown: slider.visualFocus
                cornerRadius: parent.width / 2
            }
        }
    }
}
