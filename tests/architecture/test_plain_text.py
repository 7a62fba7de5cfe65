"""Every text of the window is plain text: a nickname with markup in it is shown as it was typed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGE, ROOT, files, qml_code, write_tree

SHOWS_TEXT = re.compile(r"(?<![\w])(?:Text|Label|TextEdit|TextArea)\s*\{")
PLAIN = re.compile(r"\btextFormat\s*:\s*(?:\w+\.)?(?:Text|TextEdit|Label|TextArea)\.PlainText\b")
MARKUP = re.compile(r"\b(?:RichText|StyledText|AutoText|MarkdownText)\b")


def own_lines(code: str, opening: int) -> str:
    """What stands in the braces that open here, without what lies in inner braces."""
    depth, own = 0, []
    for char in code[opening:]:
        depth += (char == "{") - (char == "}")
        if depth == 0:
            break
        own.append(char if depth == 1 else "\n" if char == "\n" else " ")
    return "".join(own)


def not_plain(root: Path) -> list[str]:
    found = []
    for path in files(root / PACKAGE, ".qml"):
        code = qml_code(path.read_text(encoding="utf-8"))
        found += [
            f"{path}:{code.count(chr(10), 0, match.start()) + 1}: {match.group()}"
            for match in SHOWS_TEXT.finditer(code)
            if not PLAIN.search(own_lines(code, match.end() - 1))
        ]
        found += [f"{path}: {word}" for word in MARKUP.findall(code)]
    return found


def test_every_text_is_plain() -> None:
    assert not_plain(ROOT) == []


@pytest.mark.parametrize(
    "text",
    [
        "Text { text: name }",
        "Label { text: name }",
        "Item { TextEdit {\n text: name\n } }",
        "Button { contentItem: Text { text: name } }",
        "import QtQuick.Controls.Basic as C\nC.Label { text: name }",
        "Text { text: name\n Text { textFormat: Text.PlainText } }",
        "Text { text: name // textFormat: Text.PlainText\n }",
        "Item { property int format: Text.RichText }",
    ],
)
def test_other_text_is_found(tmp_path: Path, text: str) -> None:
    assert len(not_plain(write_tree(tmp_path, {f"{PACKAGE}/ui/qml/Gouji/Ui/Page.qml": text}))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Text { textFormat: Text.PlainText; text: name }",
        "Label {\n id: name\n textFormat: Label.PlainText\n }",
        "PlainText { text: name }",
        "TextInput { text: name }",
        "Item { property string word: 'Text { }' /* Label { } */ }",
        "Text { Item { width: 1 }\n textFormat: Text.PlainText }",
    ],
)
def test_plain_text_is_left_alone(tmp_path: Path, text: str) -> None:
    assert not_plain(write_tree(tmp_path, {f"{PACKAGE}/ui/qml/Gouji/Ui/Page.qml": text})) == []
