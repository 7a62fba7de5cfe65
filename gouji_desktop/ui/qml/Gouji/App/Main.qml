pragma ComponentBehavior: Bound

import QtQuick
import Gouji.Controls
import Gouji.Models
import Gouji.Theme

// The window: one page at a time, and over it notices and toasts.
//
// app  the root of all view models; given by the composition root
Window {
    id: window

    required property AppModel app

    property bool ready: false

    title: app.title
    minimumWidth: 1024
    minimumHeight: 640
    color: Theme.window

    onWidthChanged: window.measure()
    onHeightChanged: window.measure()
    Component.onCompleted: {
        window.measure();
        ready = true;
    }
    onClosing: close => {
        close.accepted = false;
        window.app.quit();
    }

    function measure() {
        Theme.width = width;
        Theme.height = height;
        window.app.resize(width, height);
    }

    Binding {
        target: Theme
        property: "dark"
        value: window.app.dark
    }

    Binding {
        target: Theme
        property: "lessMotion"
        value: window.app.lessMotion
    }

    Binding {
        target: Theme
        property: "deck"
        value: window.app.deck
    }

    Binding {
        target: Theme
        property: "back"
        value: window.app.cardBack
    }

    Binding {
        target: Theme
        property: "assets"
        value: window.app.assets
    }

    Item {
        id: pages

        anchors.fill: parent

        Loader {
            anchors.fill: parent
            active: window.ready && window.app.page === "home"
            focus: active
            sourceComponent: HomeScreen {
                app: window.app
            }
        }

        Loader {
            anchors.fill: parent
            active: window.ready && window.app.page === "new"
            focus: active
            sourceComponent: NewMatchScreen {
                app: window.app
                match: window.app.newMatch
            }
        }

        Loader {
            anchors.fill: parent
            active: window.ready && window.app.page === "table"
            focus: active
            sourceComponent: TableScreen {
                app: window.app
                table: window.app.table
            }
        }

        Loader {
            anchors.fill: parent
            active: window.ready && window.app.page === "settings"
            focus: active
            sourceComponent: SettingsScreen {
                app: window.app
                settings: window.app.settings
            }
        }

        Loader {
            anchors.fill: parent
            active: window.ready && window.app.page === "replays"
            focus: active
            sourceComponent: ReplaysScreen {
                app: window.app
                replays: window.app.replays
            }
        }

        Loader {
            anchors.fill: parent
            active: window.ready && window.app.page === "help"
            focus: active
            sourceComponent: HelpScreen {
                app: window.app
            }
        }

        Loader {
            anchors.fill: parent
            active: window.ready && window.app.page === "about"
            focus: active
            sourceComponent: AboutScreen {
                app: window.app
            }
        }
    }

    NoticeStack {
        app: window.app
        anchors.right: parent.right
        anchors.top: parent.top
        anchors.margins: Theme.margin
        width: Math.min(Theme.tx(400), parent.width - 2 * Theme.margin)
        z: 90
    }

    Toast {
        id: toast

        readonly property bool atTable: window.app.page === "table"

        // At the table it stands in the corner above the own panel, where no card is ever laid.
        x: atTable ? Theme.margin : Math.round((window.width - width) / 2)
        topMargin: atTable ? window.app.table.actionsArea.y - Theme.px(26) - height : Theme.px(84)
        width: Math.min(implicitWidth, atTable ? Theme.tx(240) : window.width - 2 * Theme.margin)
    }

    Connections {
        target: window.app

        function onToasted(text: string) {
            toast.show(text);
        }
    }
}
