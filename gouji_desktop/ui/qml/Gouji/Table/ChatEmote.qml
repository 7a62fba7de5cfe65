import QtQuick
import QtQuick.Shapes
import Gouji.Theme

// An emote as a line drawing of 24 by 24 units; nothing where it is not known.
//
// name    one of those of net/phrases.py
// length  its side in pixels
Item {
    id: emote

    property string name: ""
    property int length: Theme.tx(24)

    readonly property string face: "M 21 12 A 9 9 0 1 1 3 12 A 9 9 0 1 1 21 12 "
    readonly property string eyes: "M 9 9.6 V 10.8 M 15 9.6 V 10.8 "
    readonly property var drawings: ({
            smile: face + eyes + "M 7.8 14 Q 12 18.4 16.2 14",
            laugh: face + "M 7 10.4 Q 8.5 8 10 10.4 M 14 10.4 Q 15.5 8 17 10.4 M 7.4 13.4 H 16.6 Q 16 18.4 12 18.4 Q 8 18.4 7.4 13.4 Z",
            wow: face + eyes + "M 14.2 15.6 A 2.2 2.4 0 1 1 9.8 15.6 A 2.2 2.4 0 1 1 14.2 15.6 M 7.4 6.8 Q 8.8 5.8 10 6.6 "
                 + "M 14 6.6 Q 15.2 5.8 16.6 6.8",
            sweat: face + eyes + "M 8.6 15.6 Q 10.3 14.2 12 15.6 Q 13.7 17 15.4 15.6 M 20.6 1.5 Q 23.4 5.4 20.6 6.4 Q 17.8 5.4 20.6 1.5 Z",
            cry: face + "M 7 9.5 H 10 M 14 9.5 H 17 M 9 17.4 Q 12 14.6 15 17.4 M 8.5 12 V 15 M 15.5 12 V 15",
            angry: face + "M 7 8 L 10.5 10 M 17 8 L 13.5 10 M 9 11.6 V 12.4 M 15 11.6 V 12.4 M 9 17 Q 12 14.6 15 17",
            sleepy: face + "M 7 10.4 Q 8.5 12 10 10.4 M 14 10.4 Q 15.5 12 17 10.4 M 10 15.8 H 14 M 19.4 1.4 H 23 L 19.4 5.4 H 23",
            tea: "M 4 10 H 17 V 14 Q 17 19 12 19 H 9 Q 4 19 4 14 Z M 17 11.4 H 18.4 Q 21 11.4 21 13.4 Q 21 15.8 16.8 15.8 "
                 + "M 3 21.8 H 18 M 8 2.5 Q 6.4 4.6 8 7 M 12.6 2.5 Q 11 4.6 12.6 7"
        })
    readonly property string drawing: drawings[name] ?? ""

    width: drawing === "" ? 0 : length
    height: length
    visible: drawing !== ""

    Shape {
        width: 24
        height: 24
        preferredRendererType: Shape.CurveRenderer
        transform: Scale {
            xScale: emote.length / 24
            yScale: emote.length / 24
        }

        ShapePath {
            strokeColor: Theme.text
            strokeWidth: 1.6
            fillColor: "transparent"
            capStyle: ShapePath.RoundCap
            joinStyle: ShapePath.RoundJoin

            PathSvg {
                path: emote.drawing
            }
        }
    }
}
