import QtQuick
import Gouji.Theme

// The wider gap between two groups of buttons in the action row.
Item {
    implicitWidth: Theme.px(8)
    implicitHeight: 1
}
