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

    readonly property var files: ({
            home: "HomeScreen.qml",
            new: "NewMatchScreen.qml",
            table: "TableScreen.qml",
            settings: "SettingsScreen.qml",
            replays: "ReplaysScreen.qml",
            help: "HelpScreen.qml",
            about: "AboutScreen.qml",
            rules: "RuleScreen.qml",
            book: "RuleBookScreen.qml",
            glossary: "RuleGlossaryScreen.qml",
            online: "OnlineScreen.qml",
            account: "OnlineAccountScreen.qml",
            lobby: "LobbyScreen.qml",
            create: "LobbyCreateScreen.qml",
            room: "WaitingRoomScreen.qml",
            host: "HostTableScreen.qml"
        })

    property int before: Window.Windowed

    title: app.title
    minimumWidth: 1024
    minimumHeight: 640
    color: Theme.window

    onWidthChanged: window.measure()
    onHeightChanged: window.measure()
    Component.onCompleted: {
        window.measure();
        window.turn();
    }
    onClosing: close => {
        close.accepted = false;
        window.app.quit();
    }

    function turn() {
        pages.setSource(window.files[window.app.page], {
            app: window.app
        });
    }

    // The window fills the screen, or goes back to what it was.
    function toggleFullScreen() {
        if (visibility === Window.FullScreen) {
            visibility = before === Window.Maximized ? Window.Maximized : Window.Windowed;
        } else {
            before = visibility;
            visibility = Window.FullScreen;
        }
    }

    function measure() {
        Theme.width = width;
        Theme.height = height;
        window.app.resize(width, height);
    }

    Shortcut {
        sequence: "F11"
        onActivated: window.toggleFullScreen()
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
        property: "language"
        value: window.app.language
    }

    Binding {
        target: Theme
        property: "assets"
        value: window.app.assets
    }

    // One page at a time; a page is loaded when it is first shown. Under a question it has neither clicks nor keys.
    Loader {
        id: pages

        anchors.fill: parent
        focus: true
        enabled: !((asking.item as Item)?.visible ?? false) && !((questioning.item as Item)?.visible ?? false)
    }

    // A page goes when whatever it was doing is done.
    Timer {
        id: turning

        interval: 0
        onTriggered: window.turn()
    }

    // What is asked before a new match; it comes with the game.
    Loader {
        id: asking

        anchors.fill: parent
        z: 80
    }

    Connections {
        target: asking.item
        ignoreUnknownSignals: true

        function onClosed() {
            Qt.callLater(pages.forceActiveFocus);
        }
    }

    // What is asked about the connection, over every page.
    Loader {
        id: questioning

        anchors.fill: parent
        z: 82
    }

    Connections {
        target: questioning.item
        ignoreUnknownSignals: true

        function onClosed() {
            Qt.callLater(pages.forceActiveFocus);
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

        // In the head of the page, where nothing can be clicked.
        topMargin: Theme.px(16)
    }

    Connections {
        target: window.app

        function onToasted(text: string) {
            if (window.app.page !== "table")
                toast.show(text);
        }

        function onPageChanged() {
            turning.restart();
        }

        function onBuiltChanged() {
            asking.setSource("UnfinishedCard.qml", {
                app: window.app
            });
            questioning.setSource("OnlineQuestion.qml", {
                app: window.app
            });
        }
    }
}
