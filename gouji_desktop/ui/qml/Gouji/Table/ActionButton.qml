import Gouji.Controls

// A button of the action row (出牌, 过, 让, 烧, 提示, 托管): PressButton with the sizes of the row.
PressButton {
    readonly property ActionRow row: parent as ActionRow

    width: row ? Math.floor(implicitWidth * row.squeeze) : implicitWidth
    least: 72
    tall: 46
}
