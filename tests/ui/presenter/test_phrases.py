"""Every event as a line, the logbook by rounds, and lines made from redacted events alone."""

from __future__ import annotations

import pytest

from gouji_desktop.rules import events as ev
from gouji_desktop.rules.cards import parse_faces
from gouji_desktop.rules.presets import PRESETS, preset
from gouji_desktop.rules.seats import NOBODY, mask_of
from gouji_desktop.rules.state import Act, Burn, Debt, Hidden, Laid, Payment, Purchase, Stage
from gouji_desktop.table.session import Update
from gouji_desktop.ui.presenter.logbook import Logbook, record, sections
from gouji_desktop.ui.presenter.phrases import PHRASES, Context, LineKind, burn_of, phrase
from gouji_desktop.ui.presenter.seating import side_of
from gouji_desktop.ui.presenter.tablelayout import Side
from tests.ui.presenter.scenes import INFOS, NO_CLOCK, en, names, updates, words_of, zh

OWN_SIDES = ("side.us", "side.them", "side.inside.us", "side.inside.them")
HIDDEN = (Hidden(36),) * 6
BURN = Burn(1, 3, Laid((), None), 0, stood=True, bound=False, outcome="success")  # type: ignore[arg-type]
DEBT = Debt("place", 1, 0, 2)


def cards(text: str) -> tuple[int, ...]:
    return parse_faces(text)


TABLE: list[tuple[ev.Event, str | None, str | None]] = [
    (ev.DealStarted(3, (), NOBODY, HIDDEN), "第3局发牌，每人36张", "Deal 3: 36 cards each"),
    (ev.QueryOpened(Stage.BURN_QUERY, 0, 6), "问烧", "Does anybody burn?"),
    (ev.QueryOpened(Stage.BURN_QUERY, 0, 0), None, None),
    (ev.Answered(0, True), None, None),
    (ev.QueryClosed(Stage.BURN_QUERY), "没人烧", "Nobody burned"),
    (ev.SuitsShown(()), "没人亮牌", "Nobody showed a suit"),
    (
        ev.SuitsShown(((0, cards("4s 4s")), (1, cards("4h 4h 4h")))),
        "我亮两张黑桃 4，老城南亮三张红桃 4",
        "You showed two 4s of spades; 老城南 showed three 4s of hearts",
    ),
    (ev.LeaderFound(1), "老城南先出", None),
    (
        ev.SuitsShown(((1, cards("4h 4h 4h")), (0, cards("4s 4s")))),
        "老城南亮三张红桃 4，我亮两张黑桃 4",
        "老城南 showed three 4s of hearts; you showed two 4s of spades",
    ),
    (ev.PointsDeclared(0), "没人宣点", None),
    (ev.PointsDeclared(mask_of([0, 3, 5])), "我、崂山石、即墨老酒宣点", None),
    (ev.Bought(Purchase(0, 3, cards("3h")[0], cards("2s")[0])), "我拿 黑桃 2 跟崂山石买了 红桃 3", None),
    (ev.Bought(Purchase(2, 0, cards("3h")[0], None)), "微山湖跟我要了 红桃 3", None),
    (ev.Revolted(mask_of([2]), 0), "微山湖革命", None),
    (ev.Revolted(mask_of([2]), mask_of([2])), "微山湖没有 3 也买不起，只好革命", None),
    (ev.Revolted(0, 0), "没人革命", None),
    (ev.DealVoided(), "两家以上革命，重新发牌", None),
    (ev.HeadClaimed(5, claims=True), "即墨老酒要头", None),
    (ev.HeadClaimed(5, claims=False), "即墨老酒选无头", None),
    (ev.PointsConceded(mask_of([4])), "泉城柳不买四，认点", None),
    (ev.Exempted(mask_of([4])), "泉城柳抗贡", None),
    (ev.TributeLapsed(DEBT), "免了：落贡 老城南 → 我 两张", "Lapsed: Place tribute, 老城南 → you, 2 cards"),
    (
        ev.TributePaid(Payment("place", 1, 0, cards("B 2h"), mutual=False)),
        "落贡：老城南给我一张大王、一张 2",
        "Place tribute: 老城南 paid one big joker, one 2 to you",
    ),
    (ev.ReturnsDue(()), None, None),
    (ev.Returned(0, 1, cards("5h 5s")), "我还给老城南两张 5", "You gave two 5s back to 老城南"),
    (ev.PlayBegan(2), "开打，微山湖先出", None),
    (
        ev.Played(0, cards("K K 2"), burns=False, out=False, chaos=False, mode=ev.Mode.GOUJI),
        "我出三张 K（贴 1 张 2） · 够级",
        "You played three Ks (one 2) · gouji",
    ),
    (
        ev.Played(2, cards("A A S"), burns=True, out=True, chaos=True, mode=ev.Mode.CHAOS),
        "微山湖烧！盖上两张 A（挂小王），走完了，开始乱缠",
        None,
    ),
    (
        ev.Played(2, cards("9"), burns=False, out=False, chaos=False, mode=ev.Mode.TURN, earns_dead=True),
        "微山湖出一张 9，得一次够死级",
        None,
    ),
    (
        ev.Played(0, cards("K K 2"), burns=False, out=False, chaos=False, mode=ev.Mode.CHAOS),
        "我出三张 K（贴 1 张 2）",
        "You played three Ks (one 2)",
    ),
    (
        ev.Played(1, cards("A A"), burns=False, out=True, chaos=False, mode=ev.Mode.EVERYONE),
        "老城南出两张 A，走完了",
        None,
    ),
    (ev.Passed(0, Act.PASS), "我过", "You passed"),
    (ev.Passed(3, Act.YIELD), "崂山石让", None),
    (ev.Passed(3, Act.ACCEPT), "崂山石扣", None),
    (ev.RoundEnded(2, 2), "没人管，微山湖接着出", "Nobody beat it; 微山湖 kept the lead"),
    (ev.RoundEnded(0, 0), "没人管，我接着出", "Nobody beat it; you kept the lead"),
    (ev.RoundEnded(2, 3), "微山湖走完没人管，崂山石接风", None),
    (ev.PointOpened(0), "我开点", "You opened the point"),
    (ev.PointReadied(0), "我站住了，下一手出光 4 就开点", None),
    (ev.PointMissed(0), "我没出光 4，这次开不了点", None),
    (ev.BurnStood(1), "老城南烧住了，往后每手挂花", None),
    (ev.BurnSettled(0, "success"), "老城南烧成，崂山石被烧", None),
    (ev.BurnSettled(0, "undone"), "老城南解烧，烧崂山石不算了", None),
    (ev.BurnSettled(0, "ended"), "老城南烧完了，这里不记烧贡", None),
    (ev.BurnReleased(0), "老城南被管住，往后不用挂花了", None),
    (ev.BurnFailed(1, chaos=True, mode=ev.Mode.CHAOS), "老城南没挂花，烧牌失误，大落，开始乱缠", None),
    (ev.SeatShut(0, 3), "我被崂山石闷了", "崂山石 shut you: only 3s are left"),
    (
        ev.DealEnded((2, 3, 0, 4, 5, 1), HIDDEN),
        "头科微山湖、二科崂山石、三科我、四科泉城柳、二落即墨老酒、大落老城南",
        None,
    ),
]


@pytest.mark.parametrize(("event", "chinese", "english"), TABLE)
def test_a_line(event: ev.Event, chinese: str | None, english: str | None) -> None:
    line = phrase(event, Context(names(), zh(), BURN))
    assert (None if line is None else line.text) == chinese
    if english:
        other = phrase(event, Context(names(), en(), BURN))
        assert other is not None
        assert other.text == english


def test_the_table_has_every_event_but_the_score() -> None:
    assert {type(event) for event, _, _ in TABLE} | {ev.DealScored} == set(PHRASES)


def test_a_counter_burn() -> None:
    line = phrase(ev.BurnSettled(0, "success"), Context(names(), zh(), BURN._replace(counter=1)))
    assert line is not None
    assert line.text == "老城南反烧成了，崂山石被烧"
    assert phrase(ev.BurnSettled(0, "success"), Context(names(), zh())) is None


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("language", ["zh", "en"])
def test_whole_matches_can_be_said(name: str, language: str) -> None:
    book, kinds = Logbook(), set()
    for update in updates(preset(name), seed=5, deals=2):
        book = record(book, update)
    found = sections(book, names(), words_of(language))
    for section in found:
        assert section.title
        for line in section.lines:
            assert line.text
            kinds.add(line.kind)
    assert {LineKind.SETUP, LineKind.PLAY, LineKind.PASS, LineKind.RESULT} <= kinds
    assert [section.deal for section in found] == sorted(section.deal for section in found)
    first = [section for section in found if section.deal == 1]
    assert first == list(sections(book, names(), words_of(language), deal=1))
    rounds = [section.round for section in first if section.round]
    assert rounds == sorted(set(rounds))
    assert first[-1].lines[-1].kind is LineKind.RESULT


def test_going_back_drops_what_is_not_true_yet_and_a_jump_leaves_a_gap() -> None:
    seen = list(updates(preset("zaozhuang6"), seed=9))
    book = Logbook()
    for update in seen[:60]:
        book = record(book, update)
    early = seen[20]
    back = record(book, Update((), early.view, None, INFOS, NO_CLOCK, snapshot=True))
    assert back.entries == tuple(entry for entry in book.entries if entry.step <= early.view.step)
    again = back
    for update in seen[21:60]:
        again = record(again, update)
    assert again == book
    jumped = record(back, Update((), seen[60].view, None, INFOS, NO_CLOCK, snapshot=True))
    assert jumped.entries[-1].event is None
    assert sections(jumped, names(), zh())[-1].lines[-1].text == "中间有一段没有看到"


def test_a_resume_that_missed_nothing_leaves_no_gap() -> None:
    seen = list(updates(preset("zaozhuang6"), seed=9))[:30]
    book = Logbook()
    for update in seen:
        book = record(book, update)
    assert record(book, Update((), seen[-1].view, None, INFOS, NO_CLOCK, snapshot=True)).entries == book.entries


def test_burns_are_found_by_number() -> None:
    view = next(iter(updates(preset("zaozhuang6"), seed=9))).view
    assert burn_of(ev.BurnSettled(4, "success"), view) is None
    assert burn_of(ev.Passed(0, Act.PASS), view) is None


def test_who_comes_late_numbers_only_the_rounds_that_were_seen() -> None:
    seen = list(updates(preset("zaozhuang6"), seed=9, seat=None))
    first_round = next(number for number, update in enumerate(seen) if _begun(update))
    titles = {}
    for start in (first_round, 80):
        book = record(Logbook(), Update((), seen[start].view, None, INFOS, NO_CLOCK, snapshot=True))
        for update in seen[start + 1 : 160]:
            book = record(book, update)
        titles[start] = [section.title for section in sections(book, names(None), zh())]
    # In the first round nothing has been missed: its number is known.
    assert titles[first_round][:2] == ["第1轮", "第2轮"]
    assert titles[80][:2] == ["看到的第1轮", "看到的第2轮"]


def _begun(update: Update) -> bool:
    return update.view.deal is not None and update.view.deal.round.laid is not None


def test_a_new_deal_is_numbered_again() -> None:
    seen = list(updates(preset("zaozhuang6"), seed=9, seat=None, deals=2))
    book = record(Logbook(), Update((), seen[80].view, None, INFOS, NO_CLOCK, snapshot=True))
    for update in seen[81:]:
        book = record(book, update)
    second = [section.title for section in sections(book, names(None), zh(), deal=2)]
    assert second[:2] == ["第2局 · 开打前", "第1轮"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_who_only_watches_is_on_no_side(language: str) -> None:
    words = words_of(language)
    book = Logbook()
    for update in updates(preset("jinyou4"), seed=5, seat=None):
        book = record(book, update)
    said = " ".join(line.text for section in sections(book, names(None), words) for line in section.lines)
    assert words("side.inside.round") in said
    assert not any(words(key) in said.split() or (language == "zh" and words(key) in said) for key in OWN_SIDES)
    assert {side_of(seat, None) for seat in range(6)} == {Side.ALLY, Side.ENEMY}
