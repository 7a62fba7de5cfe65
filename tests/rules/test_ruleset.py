"""Rule sets as data: presets, options, refusals in a sentence."""

import pytest

from gouji_desktop.rules.deck import deck_of
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.ruleset import RuleSet, RuleSetError, option_names

TRIBUTE = PRESETS["tribute216"]


@pytest.mark.parametrize(
    ("name", "cards", "hand"),
    [("tribute216", 216, 36), ("chayuan", 216, 36), ("jinyou4", 198, 33), ("zaozhuang6", 324, 54)],
)
def test_cards_of_a_preset(name, cards, hand):
    rules = preset(name)
    assert (rules.cards, rules.hand_size, len(deck_of(rules))) == (cards, hand, cards)


def test_the_six_threes_and_eight_fours_of_198_cards():
    """A:L14: ♠♠ ♥♥ ♦ ♣ and two 4s of each suit."""
    deck = deck_of(preset("jinyou4"))
    assert [deck.count(suit) for suit in range(4)] == [2, 2, 1, 1]
    assert [deck.count(4 + suit) for suit in range(4)] == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"hold_three": True}, "unknown option 'hold_three'"),
        ({"hold_threes": 1}, "option 'hold_threes' must be true or false"),
        ({"decks": True}, "option 'decks' must be a whole number"),
        ({"decks": 99}, "option 'decks' must be from 2 to 8"),
        ({"opening": "never"}, "option 'opening' must be one of"),
        ({"placement": [1, 2]}, "option 'placement' must have 6 numbers"),
        ({"placement": [4, 2, 0, 0, -2, -5]}, "placement points must sum to 0"),
        ({"placement": [2, 4, 0, 0, -2, -4]}, "placement points must not rise"),
        ({"threes": 15}, "the cards do not divide by six"),
        ({"threes": 18, "fours": 20}, "more 3s or 4s than the decks hold"),
        ({"revolt": False}, "a forced revolt needs 'revolt'"),
        ({"declare_point": False}, "the table of point tributes reads 宣点"),
        ({"strict_hung_count": True}, "'strict_hung_count' speaks of beaten big jokers"),
        ({"burn_success": "none", "burn_score": 2}, "'burn_score' needs burns that succeed"),
        ({"tribute_cards": False}, "returns need cards that are paid"),
        ({"tribute_order": ["burn", "burn"]}, "option 'tribute_order' must list"),
        ({"tribute_order": [1]}, "option 'tribute_order' must be a list"),
        ({"counter_burn": ["x"]}, "option 'counter_burn' must be a list"),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(options, sentence):
    with pytest.raises(RuleSetError) as caught:
        TRIBUTE.with_options(options)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_preset_is_refused_with_the_names():
    with pytest.raises(RuleSetError, match="unknown rule set 'gouji': the rule sets are tribute216"):
        preset("gouji")


def test_a_rule_set_survives_its_dictionary_and_the_digest_follows_the_options():
    for rules in PRESETS.values():
        assert RuleSet.from_dict(rules.to_dict()) == rules
    renamed = TRIBUTE.with_options({}, name="ours")
    assert renamed.digest == TRIBUTE.digest
    for name in option_names():
        assert hasattr(TRIBUTE, name)
    assert len({rules.digest for rules in PRESETS.values()}) == len(PRESETS)


def test_a_dictionary_of_another_version_is_refused():
    options = TRIBUTE.to_dict()
    with pytest.raises(RuleSetError, match="unknown option 'wild_card'"):
        RuleSet.from_dict(options | {"wild_card": True})
    del options["chaos"]
    with pytest.raises(RuleSetError, match="the option 'chaos' is missing"):
        RuleSet.from_dict(options)


def test_announce_never_is_zero():
    assert TRIBUTE.with_options({"announce_at": "never"}).announce_at == 0
