pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Theme

// An account name and its password; typed twice where it is a new one.
//
// twice  whether the password is typed twice
// fault, at  why it was refused, and of what that speaks: `account`, `password` or `register`
// given(name, password)  both are there
// edited(field)  somebody types in that field
FocusScope {
    id: form

    required property var words
    required property string confirmText
    property bool busy: false
    property bool twice: false
    property string fault: ""
    property string at: ""
    readonly property bool differ: twice && repeated.text !== "" && repeated.text !== password.text
    readonly property bool complete: name.text.trim() !== "" && password.text !== ""
                                     && (!twice || repeated.text === password.text) && !busy

    signal given(string name, string password)
    signal edited(string field)

    function give() {
        if (!complete)
            return;
        given(name.text.trim(), password.text);
        password.clear();
        repeated.clear();
    }

    implicitHeight: column.height
    onVisibleChanged: {
        name.clear();
        password.clear();
        repeated.clear();
    }

    Column {
        id: column

        width: parent.width
        spacing: Theme.px(8)

        TextInputField {
            id: name

            objectName: "account-name"
            width: Math.min(parent.width, Theme.tx(320))
            focus: true
            placeholderText: form.words["online.account.name"] ?? ""
            maximumLength: 64
            wrong: accountFault.visible
            onTextEdited: form.edited("account")
            onAccepted: password.forceActiveFocus()
        }

        GText {
            id: accountFault

            objectName: "account-name-fault"
            visible: form.at === "account" && form.fault !== ""
            width: parent.width
            text: form.fault
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        TextInputField {
            id: password

            objectName: "account-password"
            width: Math.min(parent.width, Theme.tx(320))
            echoMode: TextInput.Password
            inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
            placeholderText: form.words["online.account.password"] ?? ""
            maximumLength: 200
            wrong: passwordFault.visible
            onTextEdited: form.edited("password")
            onAccepted: form.twice ? repeated.forceActiveFocus() : form.give()
        }

        GText {
            id: passwordFault

            objectName: "account-password-fault"
            visible: form.at === "password" && form.fault !== ""
            width: parent.width
            text: form.fault
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        TextInputField {
            id: repeated

            objectName: "account-again"
            visible: form.twice
            width: Math.min(parent.width, Theme.tx(320))
            echoMode: TextInput.Password
            inputMethodHints: Qt.ImhHiddenText | Qt.ImhSensitiveData | Qt.ImhNoPredictiveText
            placeholderText: form.words["online.account.again"] ?? ""
            maximumLength: 200
            wrong: form.differ
            onAccepted: form.give()
        }

        GText {
            visible: form.twice
            width: parent.width
            height: Math.max(implicitHeight, Theme.lineHeight(Theme.sizeLabel))
            text: form.differ ? form.words["online.account.differ"] ?? "" : form.at === "register" ? form.fault : ""
            size: Theme.sizeLabel
            wrapMode: Text.Wrap
        }

        DialogButton {
            objectName: "account-confirm"
            size: Theme.sizeBody
            tall: 44
            allowed: form.complete
            text: form.confirmText
            meaning: "account"
            onTriggered: form.give()
        }
    }
}
