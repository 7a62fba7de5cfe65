"""Writes the made parts of docs/bots.md: positions and measured figures (`python -m tools.bots_page`).

The page is written by hand but for what stands between `<!-- made: … -->` and `<!-- end -->`: there come the diagrams
of docs/bots-positions.json and the tables of docs/bots-figures.json. With `--check` the page is only compared, and the
exit code is 1 where it is out of date.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from gouji_desktop.rules.cards import RANK_TEXT
from gouji_desktop.rules.seats import NOBODY, SEATS, Seat, seats_of
from gouji_desktop.rules.state import Deal, Hand, Stage
from tests.bots.page_positions import COMPARED, LIES, YIELDS, Moment, PagePosition, positions, rebuilt

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "bots.md"
FIGURES = ROOT / "docs" / "bots-figures.json"

_MADE = re.compile(r"(<!-- made: ([^>]*?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

#: The words of the diagrams. Seats are named by how far behind the asked one they sit.
WORDS: dict[str, dict[str, Any]] = {
    "zh": {
        "seats": ("我", "下家", "联邦（隔一位）", "对头", "联邦（隔三位）", "上家"),
        "cards": {"T": "10", "S": "小王", "B": "大王"},
        "rules": "规则",
        "asked": "轮到我",
        "lead": "发牌",
        "burn": "烧还是不烧",
        "last": "最后一问：上，还是扣",
        "answer": "上，还是过",
        "yield": "上，让，还是过",
        "round": "这一轮",
        "passed": "已过",
        "yielded": "已让",
        "opened": "已开点",
        "chaos": "四户乱缠",
        "out": "走了",
        "size": "{} 张",
        "comma": "、",
        "levels": ("入门 easy", "普通 medium", "老手 hard", "高手 master"),
        "header": ("级别", "出什么"),
        "lies": {"burn": "不烧", "last": "扣", "answer": "过", "yield": "让"},
    },
    "en": {
        "seats": ("I", "next enemy", "ally (+2)", "opposite", "ally (+4)", "enemy before"),
        "cards": {"T": "10", "S": "small", "B": "BIG"},
        "rules": "rules",
        "asked": "my move",
        "lead": "to lead",
        "burn": "burn or not",
        "last": "the last word: beat or accept",
        "answer": "beat or pass",
        "yield": "beat, yield or pass",
        "round": "round",
        "passed": "passed",
        "yielded": "yielded",
        "opened": "opened",
        "chaos": "chaos",
        "out": "out",
        "size": "{} cards",
        "comma": ", ",
        "levels": ("easy", "medium", "hard", "master"),
        "header": ("Level", "Plays"),
        "lies": {"burn": "burns not", "last": "accepts", "answer": "passes", "yield": "yields"},
    },
}


def page(text: str) -> str:
    """The page with its made parts made anew. Raises ValueError for a part that nobody can make."""
    places = {each.name: each for each in positions()}
    figures = json.loads(FIGURES.read_text(encoding="utf-8"))
    made: set[str] = set()

    def make(match: re.Match[str]) -> str:
        what = match[2]
        if what in made:
            raise ValueError(f"the page has {what!r} twice")
        made.add(what)
        kind, _, rest = what.partition(" ")
        name, _, language = rest.partition(" ")
        if kind == "position" and name in places and language in WORDS:
            body = diagram(places[name], WORDS[language])
        elif what == "contests":
            body = contests(figures["contests"])
        elif what == "single figures":
            body = single(figures["single"])
        else:
            raise ValueError(f"nobody can make {what!r}")
        return f"{match[1]}{body}{match[4]}"

    text = _MADE.sub(make, text)
    wanted = {f"position {name} {language}" for name in places for language in WORDS} | {"contests", "single figures"}
    if wanted - made:
        raise ValueError(f"the page lacks {', '.join(sorted(wanted - made))}")
    return text


def contests(rows: Sequence[dict[str, Any]]) -> str:
    """The table of levels against one another."""
    lines = [
        "| 规则 rules | 甲 one | 乙 other | 对数 pairs | 每局 points a deal | 胜 win | 平 draw | 负 loss | 备注 note |",
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        shares = " | ".join(f"{row[key]:.1%}" for key in ("win", "draw", "loss"))
        who = " | ".join(str(row[key]) for key in ("rules", "one", "other", "pairs"))
        lines.append(f"| {who} | {row['mean']:+.2f} ± {row['ci95']:.2f} | {shares} | {_cell(row['note'])} |")
    return "\n".join(lines) + "\n"


def single(rows: Sequence[dict[str, str]]) -> str:
    """The table of single figures."""
    lines = ["| 量 figure | 值 value | 怎么量 how |", "| --- | --- | --- |"]
    lines += [f"| {_cell(row['name'])} | {_cell(row['value'])} | {_cell(row['how'])} |" for row in rows]
    return "\n".join(lines) + "\n"


def diagram(position: PagePosition, words: dict[str, Any]) -> str:
    """One position: the table as text, then what each level plays."""
    moment = rebuilt(position)
    kind = asked_as(moment)
    lines = ["```text", *_lines(position, moment, kind, words), "```", ""]
    lines += [f"| {words['header'][0]} | {words['header'][1]} |", "| --- | --- |"]
    for level, title in zip(COMPARED, words["levels"], strict=True):
        lines.append(f"| {title} | {_move(position.plays[level], kind, words)} |")
    return "\n".join(lines) + "\n"


def asked_as(moment: Moment) -> str:
    """Which question it is, as a key of the words."""
    deal = moment.match.deal
    assert deal is not None
    if moment.prompt.stage == Stage.BURN_QUERY:
        return "burn"
    if deal.round.laid is None:
        return "lead"
    if "accept" in moment.prompt.verbs:
        return "last"
    return "yield" if "yield" in moment.prompt.verbs else "answer"


def _lines(position: PagePosition, moment: Moment, kind: str, words: dict[str, Any]) -> list[str]:
    deal = moment.match.deal
    assert deal is not None
    seat, table = position.seat, deal.round
    rows = [(words["rules"], position.rules + (f" · {words['chaos']}" if deal.chaos else ""), "")]
    for behind in range(SEATS):
        hand = deal.hands[(seat + behind) % SEATS]
        assert isinstance(hand, Hand)
        size = words["size"].format(hand.size) if hand.size else words["out"]
        rows.append((words["seats"][behind], cards(_text(hand), words), size))
    if not deal.chaos and deal.opened:
        rows.append((words["opened"], _named(seats_of(deal.opened), seat, words), ""))
    if table.laid is not None:
        laid = [
            f"{_name(int(who), seat, words)} {cards(what, words)}"
            for who, _, what in (act.partition(":") for act in moment.last_acts.split())
            if what not in (LIES, YIELDS)
        ]
        rows.append((words["round"], " → ".join(laid), ""))
        rows += _silent(deal, seat, words)
    rows.append((words["asked"], words[kind], ""))
    first, second = (max(_width(row[column]) for row in rows[: SEATS + 1]) for column in (0, 1))
    return [f"{_wide(label, first)}  {_wide(text, second)}  {size}".rstrip() for label, text, size in rows]


def _silent(deal: Deal, seat: Seat, words: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Who has passed and who has yielded in the round."""
    table = deal.round
    rows = []
    if passed := (table.passed | table.locked) & deal.live:
        rows.append((words["passed"], _named(seats_of(passed), seat, words), ""))
    if table.yielded != NOBODY:
        rows.append((words["yielded"], _name(table.yielded, seat, words), ""))
    return rows


def cards(ranks: str, words: dict[str, Any]) -> str:
    """Ranks with a space between groups: `3333 JJ A 大王`."""
    groups = re.findall(r"((.)\2*)", "".join(sorted(ranks, key=RANK_TEXT.index)))
    names: dict[str, str] = words["cards"]
    joined = [" ".join([names[rank]] * len(group)) if rank in names else group for group, rank in groups]
    return " ".join(joined)


def _text(hand: Hand) -> str:
    return "".join(rank * number for rank, number in zip(RANK_TEXT, hand.counts, strict=True))


def _move(act: str, kind: str, words: dict[str, Any]) -> str:
    if act in (LIES, YIELDS):
        return str(words["lies"]["answer" if kind == "yield" and act == LIES else kind])
    return cards(act, words)


def _name(who: Seat, seat: Seat, words: dict[str, Any]) -> str:
    return str(words["seats"][(who - seat) % SEATS])


def _named(seats: Sequence[Seat], seat: Seat, words: dict[str, Any]) -> str:
    behind = sorted((who - seat) % SEATS for who in seats)
    return str(words["comma"]).join(words["seats"][each] for each in behind)


def _width(text: str) -> int:
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)


def _wide(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(arguments: Sequence[str]) -> int:
    """Write the page, or compare it."""
    text = PAGE.read_text(encoding="utf-8")
    made = page(text)
    if "--check" in arguments:
        print(f"{PAGE.relative_to(ROOT)} is {'up to date' if text == made else 'out of date'}")
        return 0 if text == made else 1
    PAGE.write_text(made, encoding="utf-8", newline="\n")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
