import QtQuick
import Gouji.Table
import Gouji.Theme

// One seat of the table, from a row of the seats.
SeatPanel {
    required property int panelX
    required property int panelY
    required property int panelWidth
    required property int panelHeight
    required property int ringTotalMs
    required property int ringLeftMs
    required property bool ringMoves
    required property bool ringTab
    required side
    required mirrored
    required name
    required second
    required letter
    required marks
    required place
    required away
    required property int announced
    required unit
    required ringShown
    required description
    required property bool own
    // How far a chip or a seal may reach out of the panel.
    readonly property int edge: Theme.tx(24)

    count: announced
    x: panelX
    y: panelY
    width: panelWidth
    height: panelHeight
    ringTotal: ringTotalMs
    ringRemaining: ringLeftMs
    ringRunning: ringMoves
    ringSeconds: ringTab
    z: own ? 2 : 1
}
