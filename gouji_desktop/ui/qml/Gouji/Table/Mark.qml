import QtQuick

// A seal or a tag, by kind: filled | outlined | tag.
//
// fresh  whether it stamps as it appears
Item {
    id: mark

    property string kind: "tag"
    property string text: ""
    property bool fresh: false
    property bool tight: false

    implicitWidth: kind === "tag" ? tag.implicitWidth : seal.implicitWidth
    implicitHeight: seal.implicitHeight
    width: implicitWidth
    height: implicitHeight

    Component.onCompleted: if (fresh)
        seal.stamp()

    Tag {
        id: tag

        visible: mark.kind === "tag"
        anchors.fill: parent
        text: mark.text
        tight: mark.tight
    }

    Seal {
        id: seal

        visible: mark.kind !== "tag"
        anchors.fill: parent
        text: mark.text
        outlined: mark.kind === "outlined"
        tight: mark.tight
    }
}
