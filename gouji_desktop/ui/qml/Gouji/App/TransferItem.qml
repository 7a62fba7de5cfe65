pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Table
import Gouji.Theme

// Cards that go from one seat to another and stay in front of it for a while: tribute, returns, purchases. When they
// go is for the table's view model to say.
Item {
    id: item

    required property list<string> cards
    required property int fromX
    required property int fromY
    required property int toX
    required property int toY

    property real part: 0

    x: Math.round(fromX + (toX - fromX) * part - row.implicitWidth / 2)
    y: Math.round(fromY + (toY - fromY) * part - row.implicitHeight / 2)
    z: 20
    Component.onCompleted: flight.start()

    CardRow {
        id: row

        cards: item.cards
        cardWidth: Theme.px(56)
        room: Theme.px(160)
        received: item.part === 1
    }

    NumberAnimation {
        id: flight

        target: item
        property: "part"
        from: 0
        to: 1
        duration: Theme.tributeTime
        easing.type: Easing.InOutCubic
    }
}
