pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// Who one will be on the server: a guest by a name, or an account with its password.
Column {
    id: form

    required property var words
    required property OnlineModel online
    // What stands in the field of the address.
    property string address: ""
    readonly property OnlineAccountModel account: online.account
    readonly property string where: address.trim() !== "" ? address.trim() : account.signInAt
    property bool withPassword: false

    spacing: Theme.px(8)

    GText {
        width: parent.width
        text: form.words["online.name_label"] ?? ""
        size: Theme.sizeLabel
        color: Theme.text2
        wrapMode: Text.Wrap
    }

    TextInputField {
        objectName: "online-name"
        width: Math.min(parent.width, Theme.tx(320))
        text: form.account.name
        label: form.words["online.name_label"] ?? ""
        maximumLength: 40
        wrong: nameFault.visible
        onTextEdited: form.account.edit("name")
        onEditingFinished: form.account.choose(text)
    }

    // Its place is kept: what is below does not move away under the pointer.
    Item {
        width: parent.width
        height: Math.max(Theme.lineHeight(Theme.sizeLabel), nameFault.visible ? nameFault.height : known.height)

        GText {
            id: nameFault

            objectName: "online-name-fault"
            visible: form.account.at === "name" && form.account.fault !== ""
            width: parent.width
            text: form.account.fault
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        GText {
            id: known

            objectName: "online-known"
            visible: text !== "" && !nameFault.visible
            width: parent.width
            text: form.account.known
            size: Theme.sizeSmall
            color: Theme.text2
            wrapMode: Text.Wrap
        }
    }

    LinkText {
        objectName: "online-with-password"
        visible: !form.withPassword && form.account.passwords
        text: form.words["online.have_account"] ?? ""
        onClicked: {
            form.withPassword = true;
            accountField.forceActiveFocus();
        }
    }

    GText {
        objectName: "online-sign-in-at"
        visible: accountField.visible
        width: parent.width
        text: form.where === "" ? form.words["online.sign_in_where"] ?? ""
                                : (form.words["online.sign_in_at"] ?? "") + " " + form.where
        size: Theme.sizeLabel
        color: Theme.text2
        elide: Text.ElideRight
    }

    OnlinePassword {
        id: accountField

        visible: form.withPassword && form.account.passwords
        width: parent.width
        words: form.words
        confirmText: form.words["online.sign_in"] ?? ""
        busy: form.account.busy || form.where === ""
        onGiven: (name, password) => form.online.signIn(form.address, name, password)
        onEdited: form.account.edit("where")
    }

    Flow {
        visible: form.account.joinWanted
        width: parent.width
        spacing: Theme.px(10)
        onVisibleChanged: joinField.clear()

        TextInputField {
            id: joinField

            objectName: "online-join"
            width: Math.min(parent.width, Theme.tx(240))
            echoMode: TextInput.Password
            inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
            placeholderText: form.words["online.join_password"] ?? ""
            maximumLength: 200
            wrong: form.account.at === "join" && form.account.fault !== ""
            onTextEdited: form.account.edit("join")
            onAccepted: form.account.join(text)
            onWrongChanged: if (wrong) {
                forceActiveFocus();
                selectAll();
            }
        }

        DialogButton {
            objectName: "online-join-go"
            size: Theme.sizeBody
            tall: 44
            text: form.words["online.join"] ?? ""
            onTriggered: form.account.join(joinField.text)
        }
    }

    GText {
        objectName: "online-account-said"
        visible: text !== "" && !nameFault.visible
        width: parent.width
        text: form.account.fault !== "" ? form.account.fault : form.account.told
        size: Theme.sizeLabel
        wrapMode: Text.Wrap
    }
}
