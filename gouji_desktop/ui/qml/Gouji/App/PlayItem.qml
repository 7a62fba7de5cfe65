pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Table
import Gouji.Theme

// What a seat did last: a plate to be answered, a beaten pile, or a word. A new play flies in from where its cards
// were; an event that comes early ends the flight at once.
//
// motion   counts the motions of the table
// covered, wordCovered  a dialog would cut it: it makes way as a whole
// shape    the place that the cards take, in pixels of the window
Item {
    id: item

    required property list<string> cards
    required property string caption
    required property bool plate
    required property bool beaten
    required property string side
    required property string align
    required property int areaX
    required property int areaY
    required property int areaWidth
    required property int cardWidth
    required property int room
    required property string word
    required property rect wordArea
    required property int serial
    required property int fromX
    required property int fromY
    required property real fromScale
    property int motion: 0
    property bool covered: false
    property bool wordCovered: false
    readonly property rect shape: Qt.rect(areaX, areaY, areaWidth, shown ? shown.height : 0)

    property real flight: 1
    readonly property Item shown: loader.item as Item

    anchors.fill: parent
    z: flight < 1 ? 15 : 0
    onSerialChanged: {
        if (cards.length > 0)
            flying.restart();
    }
    onMotionChanged: if (flying.running && motion !== serial)
        flying.complete()

    NumberAnimation {
        id: flying

        target: item
        property: "flight"
        from: 0
        to: 1
        duration: Theme.playTime
        easing.type: Easing.OutCubic
    }

    Loader {
        id: loader

        readonly property real size: item.fromScale + (1 - item.fromScale) * item.flight

        x: Math.round(item.areaX + (item.fromX - item.areaX - width / 2) * (1 - item.flight))
        y: Math.round(item.areaY + (item.fromY - item.areaY - height / 2) * (1 - item.flight))
        width: item.areaWidth
        active: item.cards.length > 0
        opacity: item.covered ? 0 : 1
        scale: size
        sourceComponent: item.plate ? plateShape : pileShape
    }

    Component {
        id: pileShape

        Pile {
            objectName: "play"
            cards: item.cards
            cardWidth: item.cardWidth
            room: item.room
            side: item.side
            align: item.align
            words: item.caption
            beaten: item.beaten
        }
    }

    Component {
        id: plateShape

        PlayPlate {
            objectName: "play"
            cards: item.cards
            cardWidth: item.cardWidth
            room: item.room
            side: item.side
            align: item.align
            words: item.caption
        }
    }

    TableWord {
        objectName: "word"
        visible: text !== "" && !item.wordCovered
        x: item.wordArea.x
        y: item.wordArea.y
        width: item.wordArea.width
        height: item.wordArea.height
        align: item.align
        text: item.word
    }
}
