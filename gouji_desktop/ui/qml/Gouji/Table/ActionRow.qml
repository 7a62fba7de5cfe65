import QtQuick

// The buttons of the action row; if they are wider than `most` pixels together, each gives way by the same share.
Row {
    id: row

    property real most: 10000
    readonly property real wanted: sum()
    readonly property real squeeze: wanted > most && wanted > 0 ? Math.max(0.1, most / wanted) : 1

    function sum(): real {
        let total = 0;
        for (let i = 0; i < children.length; ++i) {
            if (children[i].visible && children[i].implicitWidth > 0)
                total += children[i].implicitWidth + (total > 0 ? spacing : 0);
        }
        return total;
    }
}
