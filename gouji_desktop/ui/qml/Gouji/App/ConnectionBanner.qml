import QtQuick
import Gouji.Models

// What must be said of the connection, the server or the shuffle, at the foot of the table.
TableBanner {
    id: banner

    required property TableOnlineModel online

    objectName: "connection"
    visible: online.bannerKind !== ""
    title: online.bannerTitle
    detail: online.bannerDetail
    action: online.bannerLabel
    guard: 250
    onActed: online.act()
}
