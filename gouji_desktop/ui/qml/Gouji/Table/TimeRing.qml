import QtQuick
import QtQuick.Shapes
import Gouji.Theme

// The time that is left, as a ring that follows the shape of the seat. It counts down by itself between the
// values it is given, and steps at most ten times a second.
//
// square     its shape
// total      the whole time in milliseconds
// remaining  what was left of it when this was last set, in milliseconds
// running    whether it counts down
// thickness  of its line, in pixels
// colour     of what is left
// fraction   0 to 1, what is left now
// seconds    whole seconds left, rounded up
Item {
    id: ring

    property bool square: false
    property int total: 0
    property int remaining: 0
    property bool running: false
    property int thickness: Theme.px(4)
    property color colour: Theme.you
    property color track: Theme.panelLine

    property int now: remaining
    property double since: 0
    readonly property real fraction: total > 0 ? Math.max(0, Math.min(1, now / total)) : 0
    readonly property int seconds: Math.ceil(now / 1000)

    readonly property real half: thickness / 2

    function restart() {
        now = Math.max(0, remaining);
        since = Date.now();
    }

    // The line of a square from the middle of its top side, clockwise, as far as a share of its length.
    function squareLine(share: real): list<point> {
        const a = half, b = width - half, middle = width / 2, side = b - a;
        const corners = [Qt.point(middle, a), Qt.point(b, a), Qt.point(b, b), Qt.point(a, b), Qt.point(a, a),
                         Qt.point(middle, a)];
        const lengths = [side / 2, side, side, side, side / 2];
        let rest = 4 * side * share;
        const line = [corners[0]];
        for (let i = 0; i < 5 && rest > 0; ++i) {
            const part = Math.min(1, rest / lengths[i]);
            const from = corners[i], to = corners[i + 1];
            line.push(Qt.point(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part));
            rest -= lengths[i];
        }
        return line;
    }

    implicitWidth: Theme.px(66)
    implicitHeight: width

    onRemainingChanged: restart()
    onTotalChanged: restart()
    onRunningChanged: restart()
    Component.onCompleted: restart()

    Timer {
        interval: Math.max(100, Math.round(ring.total / 240))
        repeat: true
        running: ring.running && ring.visible && ring.now > 0
        onTriggered: ring.now = Math.max(0, ring.remaining - (Date.now() - ring.since))
    }

    Shape {
        visible: !ring.square
        anchors.fill: parent
        preferredRendererType: Shape.CurveRenderer

        ShapePath {
            strokeColor: ring.track
            strokeWidth: ring.thickness
            fillColor: "transparent"

            PathAngleArc {
                centerX: ring.width / 2
                centerY: ring.height / 2
                radiusX: ring.width / 2 - ring.half
                radiusY: radiusX
                startAngle: 0
                sweepAngle: 360
            }
        }

        ShapePath {
            strokeColor: ring.fraction > 0 ? ring.colour : "transparent"
            strokeWidth: ring.thickness
            fillColor: "transparent"
            capStyle: ShapePath.FlatCap

            PathAngleArc {
                centerX: ring.width / 2
                centerY: ring.height / 2
                radiusX: ring.width / 2 - ring.half
                radiusY: radiusX
                startAngle: -90
                sweepAngle: 360 * ring.fraction
            }
        }
    }

    Rectangle {
        visible: ring.square
        anchors.fill: parent
        color: "transparent"
        border.width: ring.thickness
        border.color: ring.track
    }

    Shape {
        visible: ring.square
        anchors.fill: parent
        preferredRendererType: Shape.CurveRenderer

        ShapePath {
            strokeColor: ring.fraction > 0 ? ring.colour : "transparent"
            strokeWidth: ring.thickness
            fillColor: "transparent"
            capStyle: ShapePath.FlatCap
            joinStyle: ShapePath.MiterJoin

            PathPolyline {
                path: ring.squareLine(ring.fraction)
            }
        }
    }
}
