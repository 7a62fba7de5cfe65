import QtQuick

// A button of a dialog or a page: PressButton with its width. Two equal choices are two of kind "normal".
PressButton {
    least: 104
    tall: 46
}
