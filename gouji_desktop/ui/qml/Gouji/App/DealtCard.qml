import QtQuick
import Gouji.Models
import Gouji.Table
import Gouji.Theme

// A card of the own hand that comes flying from the middle of the table when the hand is dealt.
//
// hand              the hand's view model
// centreX, centreY  where the deck lies, in pixels of the hand's area
HandCard {
    id: card

    required property int index
    required property int handle
    required name
    required received
    required bought
    required selected
    required cursor
    required placeX
    required placeY
    required placeZ
    required label
    required property HandModel hand
    property real centreX: 0
    property real centreY: 0
    property real away: 0

    objectName: "card"
    cardWidth: hand.cardWidth
    animated: false
    onToggled: hand.toggle(handle)
    transform: Translate {
        x: Math.round((card.centreX - card.placeX - card.width / 2) * card.away)
        y: Math.round((card.centreY - card.placeY) * card.away)
    }

    Component.onCompleted: {
        animated = true;
        if (hand.dealing && !Theme.lessMotion) {
            away = 1;
            dealt.start();
        }
    }

    Connections {
        target: card.hand

        function onResized() {
            card.animated = false;
        }

        function onSettled() {
            card.animated = true;
        }
    }

    SequentialAnimation {
        id: dealt

        PauseAnimation {
            duration: Math.max(0, card.index) * Theme.dealStep
        }

        NumberAnimation {
            target: card
            property: "away"
            to: 0
            duration: Theme.dealTime
            easing.type: Easing.OutCubic
        }
    }
}
