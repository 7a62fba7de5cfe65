pragma Singleton
pragma ComponentBehavior: Bound

import QtQuick
import "palette.js" as Palette

// Colours, sizes and times of the whole program.
//
// Set once by the window: `width`, `height`, `dark`, `lessMotion`, `deck`, `back`, `assets`, `family`, `language`.
// Lengths of the design become pixels by `px` (lengths), `tx` (lengths that follow the text), `font` and `lineHeight`.
QtObject {
    id: theme

    // The window's size in pixels; everything is scaled from it.
    property real width: 1280
    property real height: 800
    // The theme: 松烟 (true) or 宣纸 (false).
    property bool dark: true
    // Sets all durations to 0.
    property bool lessMotion: false
    // Folder of the faces (standard, large, four, four-large) and name of the back.
    property string deck: "standard"
    property string back: "tortoise"
    // Where the folder `assets` lies.
    property url assets
    // The language of the words; some marks on cards follow it.
    property string language: "zh"
    property string family: "Noto Sans SC"

    readonly property real u: Math.min(2, Math.max(0.8, Math.min(width / 1280, height / 800)))
    readonly property real ft: u < 1 ? 0.5 + 0.5 * u : u

    readonly property var colours: dark ? Palette.dark : Palette.paper
    readonly property color window: colours.window
    readonly property color table: colours.table
    readonly property color rim: colours.rim
    readonly property color tableLine: colours.tableLine
    readonly property color stitch: colours.stitch
    readonly property color panelLine: colours.panelLine
    readonly property color panel: colours.panel
    readonly property color raised: colours.raised
    readonly property color avatar: colours.avatar
    readonly property color avatarDim: colours.avatarDim
    readonly property color line: colours.line
    readonly property color lineOff: colours.lineOff
    readonly property color text: colours.text
    readonly property color text2: colours.text2
    readonly property color text3: colours.text3
    readonly property color ally: colours.ally
    readonly property color enemy: colours.enemy
    readonly property color you: colours.you
    readonly property color youText: colours.youText
    readonly property color sel: colours.sel
    readonly property color seal: colours.seal
    readonly property color sealText: colours.sealText
    readonly property color sealLine: colours.sealLine
    readonly property color sealLineText: colours.sealLineText
    readonly property color tag: colours.tag
    readonly property color tagText: colours.tagText
    readonly property color primary: colours.primary
    readonly property color primaryText: colours.primaryText
    readonly property color primaryHover: colours.primaryHover
    readonly property color primaryPressed: colours.primaryPressed
    readonly property color hover: colours.hover
    readonly property color pressed: colours.pressed
    readonly property color veil: colours.veil
    readonly property color cardPaper: Palette.card.cardPaper
    readonly property color cardInk: Palette.card.cardInk
    readonly property color cardEdge: Palette.card.cardEdge
    readonly property color cardText2: Palette.card.cardText2

    // Steps of type, to be given to GText as `size`.
    readonly property int sizeSmall: 12
    readonly property int sizeLabel: 13
    readonly property int sizeBody: 15
    readonly property int sizeButton: 18
    readonly property int sizeTitle: 22
    readonly property int sizeWord: 24

    // Space and radii, in pixels.
    readonly property int space1: px(4)
    readonly property int space2: px(8)
    readonly property int space3: px(12)
    readonly property int space4: px(16)
    readonly property int space6: px(24)
    readonly property int margin: px(14)
    readonly property int radiusTag: px(3)
    readonly property int radius: px(8)
    readonly property int radiusDialog: px(12)

    // Durations in milliseconds.
    readonly property int hoverTime: lessMotion ? 0 : 90
    readonly property int dealTime: lessMotion ? 0 : 180
    readonly property int dealStep: lessMotion ? 0 : 12
    readonly property int playTime: lessMotion ? 0 : 220
    readonly property int wordTime: lessMotion ? 0 : 120
    readonly property int turnTime: lessMotion ? 0 : 160
    readonly property int sealTime: lessMotion ? 0 : 180
    readonly property int tributeTime: lessMotion ? 0 : 320
    readonly property int dialogTime: lessMotion ? 0 : 140

    // Where the stamp 贡 lies on a face of 200 by 280 units; tall indices push it down.
    readonly property real stampX: 6
    readonly property real stampY: deck.endsWith("large") ? 122 : 109

    function px(length: real): int {
        return Math.round(length * u);
    }

    function tx(length: real): int {
        return Math.round(length * ft);
    }

    function font(size: real): int {
        return Math.max(12, Math.round(size * ft));
    }

    function lineHeight(size: real): int {
        return Math.round(font(size) * 1.35);
    }

    // The height of a button in pixels, at least 40.
    function button(length: real): int {
        return Math.max(40, px(length));
    }

    // The colour of a side: you, ally, enemy or opposite.
    function sideColour(side: string): color {
        return side === "you" ? you : side === "ally" ? ally : enemy;
    }

    // The picture of a face (`Th`, `B` …), or of the back for an empty name.
    function cardSource(name: string): url {
        const folder = assets.toString() + "/cards/";
        return name === "" ? folder + "backs/" + back + ".svg" : folder + deck + "/" + name + ".svg";
    }

    // The picture of an icon (`menu`, `log`, `enter` …) in the colour of text of this theme or of the other.
    function iconSource(name: string, other: bool): url {
        return assets.toString() + "/icons/" + name + (dark !== other ? "-dark.svg" : "-paper.svg");
    }

    // The picture of a stamp: 贡 or, for bought cards, 买; T and B where the words are not Chinese.
    function stampSource(bought: bool): url {
        return assets.toString() + (bought ? "/cards/stamp-bought" : "/cards/stamp") + (language === "zh" ? ".svg" : "-en.svg");
    }
}
