import QtQuick

// Takes the pointer for the whole hand and tells where it is; which card lies there is decided in Python.
// Its children are the cards. All points are in pixels of this item.
//
// hoveredAt(x, y), wentAway()  the pointer moves without a button, or leaves
// pressedAt(x, y, extend)      a button went down; extend with Shift
// draggedTo(x, y)              it moves with the button down
// released()                   the button went up, or the grab was taken away
// doubleClickedAt(x, y)        a double click
// secondaryAt(x, y)            the other button (play, by habit of many tables)
Item {
    id: area

    signal hoveredAt(real x, real y)
    signal wentAway
    signal pressedAt(real x, real y, bool extend)
    signal draggedTo(real x, real y)
    signal released
    signal doubleClickedAt(real x, real y)
    signal secondaryAt(real x, real y)

    // Raised cards reach above the zone by so much, in pixels.
    property int riseRoom: 0

    MouseArea {
        x: 0
        y: -area.riseRoom
        z: 10000
        width: area.width
        height: area.height + area.riseRoom
        hoverEnabled: true
        acceptedButtons: Qt.LeftButton | Qt.RightButton
        preventStealing: true

        onPositionChanged: mouse => {
            if (pressedButtons & Qt.LeftButton)
                area.draggedTo(mouse.x, mouse.y - area.riseRoom);
            else
                area.hoveredAt(mouse.x, mouse.y - area.riseRoom);
        }
        onExited: area.wentAway()
        onPressed: mouse => {
            if (mouse.button === Qt.LeftButton)
                area.pressedAt(mouse.x, mouse.y - area.riseRoom, (mouse.modifiers & Qt.ShiftModifier) !== 0);
            else
                area.secondaryAt(mouse.x, mouse.y - area.riseRoom);
        }
        onReleased: area.released()
        onCanceled: area.released()
        onDoubleClicked: mouse => {
            if (mouse.button === Qt.LeftButton)
                area.doubleClickedAt(mouse.x, mouse.y - area.riseRoom);
        }
    }
}
