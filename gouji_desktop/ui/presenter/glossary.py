"""The words of the game as they are written, spoken, and called in English, and what each means in one line."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from gouji_desktop.ui.presenter.words import Words

#: Key, and (Chinese, pinyin, English). What a word means is `glossary.KEY` in the catalogue.
TERMS: Final[Mapping[str, tuple[str, str, str]]] = MappingProxyType(
    {
        "match": ("一场", "yì chǎng", "match"),
        "deal": ("一局", "yì jú", "deal"),
        "round": ("一轮", "yì lún", "round"),
        "play": ("一手牌", "yì shǒu pái", "play"),
        "opposite": ("对头", "duì tóu", "opposite"),
        "federation": ("联邦", "lián bāng", "federation"),
        "big": ("大王", "dà wáng", "big joker"),
        "small": ("小王", "xiǎo wáng", "small joker"),
        "money": ("贴钱", "tiē qián", "money"),
        "hung": ("挂花", "guà huā", "hung joker"),
        "doubling": ("大王二杀一", "dà wáng èr shā yī", "two kill one"),
        "gouji": ("够级牌", "gòu jí pái", "gouji"),
        "lead": ("先出", "xiān chū", "lead"),
        "beat": ("管牌", "guǎn pái", "beat"),
        "pass": ("过牌", "guò pái", "pass"),
        "yield": ("让牌", "ràng pái", "yield"),
        "accept": ("扣牌", "kòu pái", "accept"),
        "announce": ("报牌", "bào pái", "show counts"),
        "burn": ("烧牌", "shāo pái", "burn"),
        "cover": ("盖牌", "gài pái", "cover"),
        "duty": ("挂王的担子", "guà wáng de dàn zi", "joker duty"),
        "undone": ("解烧", "jiě shāo", "undone burn"),
        "failed": ("烧牌失误", "shāo pái shī wù", "failed burn"),
        "counter": ("反烧", "fǎn shāo", "counter-burn"),
        "open": ("开点", "kāi diǎn", "open the point"),
        "headed": ("有头", "yǒu tóu", "headed"),
        "headless": ("无头", "wú tóu", "headless"),
        "dead": ("够死级", "gòu sǐ jí", "dead gouji"),
        "wind": ("接风", "jiē fēng", "wind"),
        "chaos": ("四户乱缠", "sì hù luàn chán", "chaos"),
        "first": ("头科", "tóu kē", "1st"),
        "second": ("二科", "èr kē", "2nd"),
        "third": ("三科", "sān kē", "3rd"),
        "fourth": ("四科", "sì kē", "4th"),
        "fifth": ("二落", "èr là", "5th"),
        "last": ("大落", "dà là", "last"),
        "row": ("串三户", "chuàn sān hù", "three in a row"),
        "hold": ("憋三", "biē sān", "hold the threes"),
        "shut": ("被闷", "bèi mēn", "shut"),
        "show": ("亮牌", "liàng pái", "show cards"),
        "declare": ("宣点", "xuān diǎn", "declare the point"),
        "buy_three": ("买三", "mǎi sān", "buy a three"),
        "ask_three": ("要三", "yào sān", "ask for a three"),
        "buy_four": ("买四", "mǎi sì", "buy a four"),
        "concede": ("认点", "rèn diǎn", "concede the point"),
        "revolt": ("革命", "gé mìng", "revolt"),
        "claim": ("要头", "yào tóu", "claim the head"),
        "tribute": ("进贡", "jìn gòng", "tribute"),
        "point": ("点贡", "diǎn gòng", "point tribute"),
        "burn_tribute": ("烧贡", "shāo gòng", "burn tribute"),
        "shut_tribute": ("闷贡", "mēn gòng", "shut tribute"),
        "place": ("落贡", "là gòng", "place tribute"),
        "circle": ("圈贡", "quān gòng", "circle tribute"),
        "return": ("还贡", "huán gòng", "return"),
        "exempt": ("抗贡", "kàng gòng", "exemption"),
        "graduate": ("毕业", "bì yè", "graduate"),
        "trustee": ("托管", "tuō guǎn", "trustee"),
    }
)


class Term(NamedTuple):
    """One word."""

    key: str
    chinese: str
    pinyin: str
    english: str
    meaning: str


def terms(words: Words, keys: Iterable[str] = TERMS) -> tuple[Term, ...]:
    """The words of these keys, all of them unless named."""
    return tuple(Term(key, *TERMS[key], words(f"glossary.{key}")) for key in keys)


def plain(text: str) -> str:
    """Letters without tone marks and spaces, in small letters: what a search compares."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return "".join(char for char in apart if not unicodedata.combining(char) and not char.isspace())


def find(wanted: str, words: Words) -> tuple[Term, ...]:
    """The words that hold a text in any of their forms; those that begin with it first."""
    text = plain(wanted)
    found = terms(words)
    if not text:
        return found
    names = {term: [plain(form) for form in (term.chinese, term.pinyin, term.english)] for term in found}
    hits = [term for term in found if any(text in form for form in (*names[term], plain(term.meaning)))]
    return tuple(sorted(hits, key=lambda term: _rank(text, names[term])))


def _rank(text: str, forms: list[str]) -> int:
    if any(form.startswith(text) for form in forms):
        return 0
    return 1 if any(text in form for form in forms) else 2
