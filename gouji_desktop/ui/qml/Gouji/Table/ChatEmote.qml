import QtQuick
import QtQuick.Shapes
import Gouji.Theme

// An emote as a line drawing of 24 by 24 units; nothing where it is not known.
//
// name    laugh, cry, angry, think, thumb_up, clap, sweat, flower, tea, bomb
// length  its side in pixels
Item {
    id: emote

    property string name: ""
    property int length: Theme.tx(24)

    readonly property string face: "M 21 12 A 9 9 0 1 1 3 12 A 9 9 0 1 1 21 12 "
    readonly property var drawings: ({
            laugh: face + "M 7 10 Q 8.5 7.8 10 10 M 14 10 Q 15.5 7.8 17 10 M 7.5 13.5 H 16.5 Q 16 18 12 18 Q 8 18 7.5 13.5 Z",
            cry: face + "M 7 9.5 H 10 M 14 9.5 H 17 M 9 17.2 Q 12 14.4 15 17.2 M 8.5 12 V 15 M 15.5 12 V 15",
            angry: face + "M 7 8 L 10.5 10 M 17 8 L 13.5 10 M 9 11.6 V 12.2 M 15 11.6 V 12.2 M 9 17 Q 12 14.6 15 17",
            think: face + "M 9 10 V 11 M 15 10 V 11 M 13.4 7.8 Q 15 6.4 16.8 7.6 M 9.5 15.6 L 14.5 14.8",
            sweat: face + "M 9 10 V 11 M 15 10 V 11 M 8.6 15.6 Q 10.3 14.2 12 15.6 Q 13.7 17 15.4 15.6 "
                   + "M 20.6 1.5 Q 23.4 5.4 20.6 6.4 Q 17.8 5.4 20.6 1.5 Z",
            thumb_up: "M 3.5 11 H 7.5 V 20.5 H 3.5 Z M 7.5 12 L 11 4 Q 14 4 13.4 7.2 L 12.8 10 H 18.6 "
                      + "Q 20.8 10 20.3 12.2 L 18.9 18.6 Q 18.4 20.5 16.4 20.5 H 7.5",
            clap: "M 12.2 9.4 L 10.6 6.6 Q 9.4 5.4 8.4 6.8 L 10.4 11 L 6 9.6 Q 4.2 9.6 4.4 11.4 L 8.6 19 Q 10.4 22 13.6 21 "
                  + "L 17.4 19.4 Q 20 17.6 19 14.6 L 17 8.4 Q 15.8 7 14.8 8.6 L 15.4 12.4 L 12.2 9.4 "
                  + "M 13 2 V 4.4 M 17.4 3 L 16.4 5 M 20.8 6 L 18.8 7",
            flower: "M 14 9 A 2 2 0 1 1 10 9 A 2 2 0 1 1 14 9 M 10.6 7.5 Q 8.4 3 12 3 Q 15.6 3 13.4 7.5 "
                    + "M 13.8 8.1 Q 18.4 6.3 18.5 9.4 Q 18.2 12.6 13.8 10 M 10.2 10 Q 5.8 12.6 5.5 9.4 Q 5.6 6.3 10.2 8.1 "
                    + "M 13.2 10.6 Q 15.2 15 12 15 Q 8.8 15 10.8 10.6 M 12 15 V 22 M 12 20 Q 15.4 20 16.4 17",
            tea: "M 4 10 H 17 V 14 Q 17 19 12 19 H 9 Q 4 19 4 14 Z M 17 11.4 H 18.4 Q 21 11.4 21 13.4 Q 21 15.8 16.8 15.8 "
                 + "M 3 21.8 H 18 M 8 2.5 Q 6.4 4.6 8 7 M 12.6 2.5 Q 11 4.6 12.6 7",
            bomb: "M 16.5 15 A 6.5 6.5 0 1 1 3.5 15 A 6.5 6.5 0 1 1 16.5 15 M 14 9.4 L 15.6 7.8 Q 17.6 4.6 19.4 6.6 "
                  + "M 20 2 V 3.8 M 23 5 H 21.4 M 22.4 2.6 L 21.2 3.8"
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
