"""`gouji-desktop rules`: print and compare rule sets."""

import json

import pytest

from gouji_desktop.cli.main import main
from gouji_desktop.rules.presets import PRESETS


def test_names_one_and_difference(capsys):
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.split() == list(PRESETS)
    assert main(["rules", "tribute216", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed.pop("digest") == PRESETS["tribute216"].digest
    assert printed == PRESETS["tribute216"].to_dict()
    assert main(["rules", "--diff", "zaozhuang6", "zaozhuang6-classic"]) == 0
    out = capsys.readouterr().out
    assert "return_tribute" in out
    assert "up_to_rank" in out
    assert main(["rules", "--diff", "chayuan", "chayuan"]) == 0


@pytest.mark.parametrize(
    ("arguments", "locale", "said"),
    [
        ([], "C.UTF-8", ("进贡 · 四副", "憋三: 开")),
        ([], "en_US.UTF-8", ("Tribute · 4 decks", "the 3s: on")),
        (["--lang", "zh"], "en_US.UTF-8", ("进贡 · 四副", "憋三: 开")),
        (["--lang", "en"], "zh_CN.UTF-8", ("Tribute · 4 decks", "the 3s: on")),
    ],
)
def test_a_rule_set_is_printed_in_the_words_of_the_window(capsys, monkeypatch, arguments, locale, said):
    monkeypatch.setenv("LANG", locale)
    assert main(["rules", "tribute216", *arguments]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(said[0])
    options = PRESETS["tribute216"].to_dict()
    assert [line.split()[0] for line in lines[1:]] == [*options, "digest"]
    assert any(said[1] in line for line in lines), lines


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["rules", "poker"], "poker"),
        (["rules", "tribute216", "--option", "decks=99"], "decks"),
        (["rules", "tribute216", "--option", "nonsense"], "nonsense"),
        (["rules", "tribute216", "--option", "revolt=off"], "revolt"),
        (["simulate", "--deals", "0"], "--deals"),
        (["simulate", "--rules", "poker"], "poker"),
        (["nonsense"], "nonsense"),
    ],
)
def test_a_wrong_question_is_one_sentence_and_status_2(capsys, arguments, word):
    status: object
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = stop.code
    err = capsys.readouterr().err
    assert status == 2
    assert word in err
    assert err.strip().count("\n") == 0
