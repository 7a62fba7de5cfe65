pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// The account on the server: the name that others see, a password for a guest, where it is signed in, signing out.
PageFrame {
    id: page

    required property AppModel app
    readonly property OnlineModel online: app.online as OnlineModel
    readonly property OnlineAccountModel account: online.account
    readonly property var words: app.words
    readonly property string said: account.fault !== "" ? account.fault : account.told

    title: words["online.account.title"] ?? ""
    subtitle: online.phase === "online" ? online.who : online.title
    backText: words["button.back"] ?? ""
    onLeaving: app.back()
    Component.onCompleted: account.askPlaces()

    ScrollPanel {
        id: left

        width: Math.round((parent.width - Theme.px(40)) * 0.46)
        height: parent.height
        spacing: Theme.px(10)

        OnlineSignIn {
            visible: !page.account.signedIn
            width: left.inner
            words: page.words
            online: page.online
        }

        GText {
            visible: page.account.signedIn
            width: left.inner
            text: page.words["online.name_label"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        Flow {
            visible: page.account.signedIn
            width: left.inner
            spacing: Theme.px(10)

            TextInputField {
                id: name

                objectName: "account-shown-name"
                width: Math.min(parent.width, Theme.tx(260))
                text: page.account.name
                label: page.words["online.name_label"] ?? ""
                maximumLength: 40
                wrong: page.account.fault !== "" && page.account.at === "name"
                onTextEdited: page.account.edit("name")
                onAccepted: page.account.choose(text)
            }

            DialogButton {
                objectName: "account-rename"
                size: Theme.sizeBody
                tall: 44
                allowed: page.account.online
                text: page.words["online.account.rename"] ?? ""
                onTriggered: page.account.choose(name.text)
            }
        }

        GText {
            objectName: "account-said"
            visible: page.account.signedIn
            width: left.inner
            // Two lines, so that what is below keeps its place whatever is said.
            height: Math.max(implicitHeight, 2 * Theme.lineHeight(Theme.sizeLabel))
            text: page.account.at === "name" && page.said !== "" ? page.said
                                            : page.account.online ? "" : page.words["online.account.offline"] ?? ""
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        Hairline {
            visible: page.account.signedIn
            width: left.inner
        }

        GText {
            visible: page.account.signedIn
            width: left.inner
            text: page.account.guest ? page.words["online.account.guest_detail"] ?? ""
                                     : page.words["online.account.account_detail"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
            wrapMode: Text.Wrap
        }

        OnlinePassword {
            visible: page.account.signedIn && page.account.guest && page.account.passwords
            width: left.inner
            words: page.words
            twice: true
            busy: page.account.busy || !page.account.online
            fault: page.account.fault
            at: page.account.at
            confirmText: page.words["online.account.register"] ?? ""
            onGiven: (name, password) => page.account.register(name, password)
            onEdited: field => page.account.edit(field)
        }

        // That there is an account now stands where it was asked for.
        GText {
            objectName: "account-registered"
            visible: page.account.signedIn && text !== ""
            width: left.inner
            text: page.account.at === "register" ? page.account.told : ""
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        Hairline {
            visible: page.account.signedIn
            width: left.inner
        }

        DialogButton {
            objectName: "account-sign-out"
            visible: page.account.signedIn
            size: Theme.sizeBody
            tall: 44
            allowed: page.account.online
            text: page.words["online.account.sign_out"] ?? ""
            onTriggered: page.account.signOut()
        }

        GText {
            objectName: "account-said-last"
            visible: page.account.signedIn && text !== ""
            width: left.inner
            text: page.account.at === "end" ? page.said : ""
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }
    }

    Item {
        visible: page.account.signedIn
        x: left.width + Theme.px(40)
        width: parent.width - x
        height: parent.height

        GText {
            id: placesLabel

            width: parent.width
            text: page.words["online.account.places"] ?? ""
            size: Theme.sizeLabel
            color: Theme.text2
        }

        RowList {
            id: places

            anchors.top: placesLabel.bottom
            anchors.bottom: placesSaid.top
            anchors.bottomMargin: Theme.px(6)
            width: parent.width
            model: page.account.places

            delegate: ListRow {
                id: place

                required property string key
                required property string title
                required property bool here
                required detail

                width: places.inner
                text: title
                trailing: DialogButton {
                    objectName: "account-revoke"
                    visible: !place.here
                    size: Theme.sizeLabel
                    tall: 40
                    text: page.words["online.account.revoke"] ?? ""
                    onTriggered: page.account.revoke(place.key)
                }
            }
        }

        GText {
            id: placesSaid

            objectName: "account-places-said"
            anchors.bottom: others.top
            anchors.bottomMargin: Theme.px(6)
            width: parent.width
            // Room for a line, so that the list keeps its height.
            height: Math.max(implicitHeight, Theme.lineHeight(Theme.sizeLabel))
            text: page.account.at === "places" ? page.said : ""
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        DialogButton {
            id: others

            objectName: "account-revoke-all"
            anchors.bottom: parent.bottom
            size: Theme.sizeBody
            tall: 44
            allowed: page.account.online && places.count > 1
            text: page.words["online.account.revoke_all"] ?? ""
            onTriggered: page.account.revoke("")
        }
    }
}
