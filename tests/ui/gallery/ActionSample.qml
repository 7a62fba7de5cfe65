import Gouji.Table

// One button of the action row from `sample`.
ActionButton {
    required property var sample

    objectName: "button"
    kind: sample.kind
    text: sample.text
    least: sample.least
    keyHint: sample.key
    keyIcon: sample.icon
    allowed: sample.allowed
    reason: sample.reason
}
