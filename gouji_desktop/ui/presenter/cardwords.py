"""Cards and plays in words: 三张 K（贴 1 张 2） · 够级; three Ks (one 2) · gouji."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gouji_desktop.rules.cards import BIG, RANK_TEXT, RANKS, SMALL, SUIT_TEXT, Face, Rank, counts_of, rank_of, suit_of
from gouji_desktop.rules.plays import JOKERS, Play, is_gouji
from gouji_desktop.ui.presenter.words import Words

#: Keys of the catalogue that are made from parts: `rank.K`, `rank.long.B`, `suit.s`.
RANK_KEYS: Final = tuple(f"rank.{char}" for char in RANK_TEXT)
SUIT_KEYS: Final = tuple(f"suit.{char}" for char in SUIT_TEXT)


def rank_word(rank: Rank, words: Words) -> str:
    """A rank as it is written: 10, K, 大王."""
    return words(f"rank.{RANK_TEXT[rank]}")


def rank_mark(rank: Rank, words: Words) -> str:
    """A rank in the least room, for the tracker: 大王, 10; in English BJ and SJ, after the words of all sentences."""
    return words(f"rank.mark.{RANK_TEXT[rank]}") if rank >= SMALL else rank_word(rank, words)


def card_word(face: Face, words: Words) -> str:
    """One card, for a screen reader: 红桃 10; ten of hearts."""
    suit = suit_of(face)
    rank = rank_of(face)
    if suit is None:
        return rank_word(rank, words)
    return words("card.spoken", suit=words(f"suit.{SUIT_TEXT[suit]}"), rank=words(f"rank.spoken.{RANK_TEXT[rank]}"))


def suited_words(faces: Sequence[Face], words: Words) -> str:
    """Cards of one rank and suit: 两张黑桃 4; two 4s of spades."""
    suit = SUIT_TEXT[suit_of(faces[0]) or 0]
    rank = rank_word(rank_of(faces[0]), words)
    return words("cards.suited", n=len(faces), suit=words(f"suit.{suit}"), rank=rank)


def cards_words(faces: Iterable[Face], words: Words) -> str:
    """Cards by rank, from high to low: 一张大王、两张 2; one big joker, two 2s."""
    counts = counts_of(faces)
    return words.join([_some(counts[rank], rank, words) for rank in reversed(range(RANKS)) if counts[rank]])


def _some(number: int, rank: Rank, words: Words) -> str:
    key = "cards.jokers" if rank >= SMALL else "cards.some"
    return words(key, n=number, rank=rank_word(rank, words))


def _jokers(play: Play, words: Words) -> str:
    """The jokers of a play by name: 大小王, 小王, 两张大王."""
    if play.big == play.small == 1:
        return words("jokers.both")
    if play.big and play.small:
        return words("jokers.mixed", big=play.big, small=play.small)
    number, rank = (play.big, BIG) if play.big else (play.small, SMALL)
    return rank_word(rank, words) if number == 1 else _some(number, rank, words)


def _base(play: Play, words: Words) -> str:
    return _some(play.hung, play.base, words)


def play_words(play: Play, words: Words) -> str:
    """A play as a player says it, without its class: 三张 K（贴 1 张 2）, 两张 A（挂大小王）, 两张大王."""
    if play.base == JOKERS:
        return _bare_jokers(play, words)
    parts = []
    if play.money:
        parts.append(words("play.money", n=play.money))
    if play.jokers:
        parts.append(words("play.hung", jokers=_jokers(play, words)))
    base = _base(play, words)
    return words("play.with", base=base, extras=words.join(parts, "join.extras")) if parts else base


def _bare_jokers(play: Play, words: Words) -> str:
    return words.join([_some(number, rank, words) for number, rank in ((play.big, BIG), (play.small, SMALL)) if number])


def spoken_play(play: Play, words: Words, *, classed: bool = True) -> str:
    """A play with its class, as a selection is said: 三张 K（贴 1 张 2） · 够级.

    `classed`: whether 够级 means anything where it is laid; in chaos it does not.
    """
    said = play_words(play, words)
    return words("play.spoken_gouji", play=said) if classed and is_gouji(play) else said


def caption(play: Play, words: Words) -> str:
    """The label under a beaten play: 三张 10，贴一张 2; three 10s, one is a 2."""
    if play.base == JOKERS:
        return _bare_jokers(play, words)
    parts = [_base(play, words)]
    if play.money:
        parts.append(words("play.caption_money", n=play.money))
    if play.jokers:
        parts.append(words("play.hung", jokers=_jokers(play, words)))
    return words.join(parts, "join.extras")


def plate_caption(play: Play, words: Words, *, classed: bool = True) -> str:
    """The label under the play to be answered: 够级 · 三张 Q; without its class where that means nothing."""
    said = caption(play, words)
    return words("play.plate_gouji", play=said) if classed and is_gouji(play) else said
