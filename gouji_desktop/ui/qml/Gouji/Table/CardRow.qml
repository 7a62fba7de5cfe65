pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Theme

// Overlapped cards in a row, without words: a play, cards to return, a preview.
//
// cards      their faces, left to right
// cardWidth  width of a card in pixels
// room       widest extent in pixels
// veiled     whether they are beaten
// received   whether all carry 贡
// share      widest step as a share of the width
Item {
    id: row

    property list<string> cards
    property int cardWidth: Theme.px(64)
    property int room: Theme.px(200)
    property bool veiled: false
    property bool received: false
    property real share: 0.44

    readonly property int step: cards.length < 2
        ? 0 : Math.max(1, Math.floor(Math.min(share * cardWidth, (room - cardWidth) / (cards.length - 1))))

    implicitWidth: cards.length === 0 ? 0 : cardWidth + (cards.length - 1) * step
    implicitHeight: Math.round(cardWidth * 1.4)

    Repeater {
        model: row.cards

        Card {
            required property int index
            required property string modelData

            x: index * row.step
            name: modelData
            cardWidth: row.cardWidth
            veiled: row.veiled
            received: row.received
        }
    }
}
