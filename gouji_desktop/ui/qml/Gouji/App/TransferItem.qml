pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Table
import Gouji.Theme

// Cards that go from one seat to another: tribute, returns, purchases.
//
// arrived(number)  they are there
Item {
    id: item

    required property int number
    required property list<string> cards
    required property int fromX
    required property int fromY
    required property int toX
    required property int toY

    property real part: 0

    signal arrived(int number)

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

    SequentialAnimation {
        id: flight

        NumberAnimation {
            target: item
            property: "part"
            from: 0
            to: 1
            duration: Theme.tributeTime
            easing.type: Easing.InOutCubic
        }

        PauseAnimation {
            duration: Theme.lessMotion ? 0 : 500
        }

        ScriptAction {
            script: item.arrived(item.number)
        }
    }
}
