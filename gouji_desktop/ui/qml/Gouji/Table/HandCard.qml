import QtQuick
import Gouji.Theme

// A card of the own hand at the place the layout gave it; it moves there, and rises, by itself.
//
// placeX, placeY, placeZ  its place in pixels, with the rise already in it
// animated  false while the hand is put there for the first time or the window changes its size
// label     what it is, in words, for assistive technology ("红桃 K，贡")
// toggled   assistive technology asked to select it or not
Card {
    id: card

    property int placeX: 0
    property int placeY: 0
    property int placeZ: 0
    property bool animated: true
    property string label: ""

    signal toggled

    x: placeX
    y: placeY
    z: placeZ

    Accessible.role: Accessible.CheckBox
    Accessible.name: label
    Accessible.checkable: true
    Accessible.checked: selected
    Accessible.focusable: true
    Accessible.focused: cursor
    Accessible.onToggleAction: toggled()
    Accessible.onPressAction: toggled()

    Behavior on x {
        enabled: card.animated && !Theme.lessMotion

        NumberAnimation {
            duration: Theme.playTime
            easing.type: Easing.OutCubic
        }
    }

    Behavior on y {
        enabled: card.animated && !Theme.lessMotion

        NumberAnimation {
            duration: Theme.hoverTime
            easing.type: Easing.OutCubic
        }
    }
}
