"""One invented deal, in Chinese and English, and helpers that hand layouts to QML."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from gouji_desktop.ui.presenter.handlayout import HandLayout, HandMode, lay_out
from gouji_desktop.ui.presenter.scale import scale_for
from gouji_desktop.ui.presenter.tablelayout import Rect, TableLayout, lay_out_table

RANKS = "3456789TJQKA2"
SUITS = "shcd"


def face(name: str) -> int:
    """Return the code of a face from its name."""
    return {"S": 52, "B": 53}.get(name) or (RANKS.index(name[0]) * 4 + SUITS.index(name[1]) if len(name) == 2 else 52)


def name_of(code: int) -> str:
    """Return the name of a face from its code."""
    return "SB"[code - 52] if code >= 52 else RANKS[code // 4] + SUITS[code % 4]


def box(rect: Rect) -> dict[str, int]:
    """Return a rectangle as QML reads it."""
    return dict(zip(("x", "y", "width", "height"), rect, strict=True))


def table_map(layout: TableLayout) -> dict[str, Any]:
    """Return the layout of the table as QML reads it."""
    return {
        "top_bar": box(layout.top_bar),
        "table": box(layout.table),
        "radius": layout.radius,
        "rim": layout.rim,
        "coin": box(layout.coin),
        "message": box(layout.message),
        "actions": box(layout.actions),
        "hand": box(layout.hand),
        "seats": [
            {
                "side": str(seat.side),
                "mirrored": seat.mirrored,
                "panel": box(seat.panel),
                "word": box(seat.word),
                "play": {
                    **box(seat.play.area),
                    "card": seat.play.card,
                    "room": seat.play.room,
                    "align": str(seat.play.align),
                    "plate": seat.play.plate,
                },
            }
            for seat in layout.seats
        ],
    }


def hand_map(
    names: Sequence[str],
    layout: HandLayout,
    *,
    selected: Collection[int] = (),
    received: Collection[int] = (),
    cursor: int | None = None,
) -> dict[str, Any]:
    """Return the laid out hand as QML reads it."""
    return {
        "card_width": layout.card_width,
        "places": [
            {
                "name": names[place.card],
                "x": place.x,
                "y": place.y,
                "z": place.z,
                "selected": place.card in selected,
                "received": place.card in received,
                "cursor": place.card == cursor,
            }
            for place in layout.places
        ],
        "labels": [
            {
                **dict(zip(("x", "y", "width", "height"), label, strict=False)),
                "selected": label.selected,
                "text": f"选 {label.selected}／{label.cards}" if label.selected else str(label.cards),
            }
            for label in layout.labels
        ],
    }


def filled(text: str) -> dict[str, str]:
    """Return a filled seal."""
    return {"kind": "filled", "text": text}


def outlined(text: str) -> dict[str, str]:
    """Return an outlined seal."""
    return {"kind": "outlined", "text": text}


def tag(text: str) -> dict[str, str]:
    """Return a grey tag."""
    return {"kind": "tag", "text": text}


def player(name: str, letter: str, second: str = "", **more: Any) -> dict[str, Any]:
    """Return one player as the scene reads it."""
    return {
        "name": name,
        "letter": letter,
        "second": second,
        "marks": [],
        "place": "",
        "count": -1,
        "unit": "张",
        "time": 0,
        "cards": [],
        "words": "",
        "word": "",
        **more,
    }


def button(text: str, key: str = "", **more: Any) -> dict[str, Any]:
    """Return one button as the scene reads it."""
    return {
        "text": text,
        "key": key,
        "icon": "",
        "kind": "normal",
        "least": 72,
        "allowed": True,
        "reason": "",
        **more,
    }


CHINESE: dict[str, Any] = {
    "title": "进贡 · 四副",
    "detail": "第 3 局 / 共 5 局",
    "allyLabel": "我方",
    "allyScore": "+4",
    "enemyLabel": "对方",
    "enemyScore": "−4",
    "trackerTitle": "记牌",
    "trackerDetail": "外面 65",
    "tracker": [
        {"label": label, "count": count}
        for label, count in zip(
            ("大王", "小王", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3"),
            (1, 2, 5, 6, 5, 4, 3, 4, 4, 4, 4, 3, 4, 4, 12),
            strict=True,
        )
    ],
    "barButtons": ["日志", "战绩", "菜单"],
    "message": "轮到你",
    "messageDetail": "这手够级没人管，对头就开点",
    "selection": "选中 三张 K（贴 1 张 2） · 够级",
    "selectionDetail": "对头的牌只能管，不能烧",
    "actions": [
        button("出牌", icon="enter", kind="primary", least=112),
        button("过", "P"),
        button("让", "Y"),
        button("烧", "F", least=84, allowed=False, reason="对头的牌"),
        button("提示", "H", kind="quiet", least=80),
        button("托管", kind="quiet"),
    ],
    "players": [
        player("我 · 青岛小鱼", "鱼", marks=[outlined("宣点"), filled("开点")], time=11000),
        player(
            "老城南",
            "城",
            "真人",
            marks=[tag("无头"), tag("托管")],
            count=8,
            cards=["Tc", "Th", "2s"],
            words="三张 10，贴一张 2",
        ),
        player(
            "微山湖",
            "湖",
            "机器人",
            marks=[filled("开点"), tag("思考")],
            time=21000,
            cards=["Js", "Jh", "Jd"],
            words="三张 J",
        ),
        player(
            "崂山石",
            "石",
            "高手",
            marks=[filled("对头"), outlined("宣点")],
            cards=["Qs", "Qh", "Qc"],
            words="够级 · 三张 Q",
        ),
        player("泉城柳", "柳", "机器人", marks=[filled("烧"), filled("开点")], place="头科"),
        player("即墨老酒", "酒", "机器人", marks=[outlined("被烧")], word="过"),
    ],
}

ENGLISH: dict[str, Any] = {
    **CHINESE,
    "title": "Tribute · 4 decks",
    "detail": "Deal 3 of 5",
    "allyLabel": "Us",
    "enemyLabel": "Them",
    "trackerTitle": "Unseen",
    "trackerDetail": "65 out",
    "tracker": [
        {"label": {"大王": "BJ", "小王": "SJ"}.get(cell["label"], cell["label"]), "count": cell["count"]}
        for cell in CHINESE["tracker"]
    ],
    "barButtons": ["Log", "Score", "Menu"],
    "message": "Your turn",
    "messageDetail": "If this gouji play stands, your opposite opens",
    "selection": "Selected: 3 × K (one 2) · gouji",
    "selectionDetail": "An opposite is beaten, never burnt",
    "actions": [
        button("Play", icon="enter", kind="primary", least=112),
        button("Pass", "P"),
        button("Yield", "Y"),
        button("Burn", "F", least=84, allowed=False, reason="own opposite"),
        button("Hint", "H", kind="quiet", least=80),
        button("Auto", kind="quiet"),
    ],
    "players": [
        player("You · Xiaoyu", "X", marks=[outlined("declared"), filled("opened")], time=11000),
        player(
            "Old South",
            "O",
            "person",
            marks=[tag("headless"), tag("auto")],
            count=8,
            unit="left",
            cards=["Tc", "Th", "2s"],
            words="3 × 10, one is a 2",
        ),
        player(
            "Weishan",
            "W",
            "bot",
            marks=[filled("opened"), tag("thinking")],
            time=21000,
            cards=["Js", "Jh", "Jd"],
            words="3 × J",
        ),
        player(
            "Laoshan",
            "L",
            "strong",
            marks=[filled("opposite"), outlined("declared")],
            cards=["Qs", "Qh", "Qc"],
            words="Gouji · 3 × Q",
        ),
        player("Willow", "W", "bot", marks=[filled("burnt one")], place="1st"),
        player("Jimo", "J", "bot", marks=[outlined("was burnt")], word="pass"),
    ],
}

_HAND = "B S 2h 2s 2d As Ah Ks Kh Kh Kc Qd Js Js Jd Th Tc 9s 9h 9d 8c 8s 7d 6h 6c 5s 4h 3s 3d"
HAND = tuple(_HAND.split())
SELECTED = (4, 8, 9)
RECEIVED = (9,)

_FULL_HAND = (
    "B B S 2s 2h 2c 2d 2s As Ah Ac Ad Ks Kh Kc Kd Kh Qs Qh Qc Qd Js Jh Jc Jd Ts Th Tc Td Th 9s 9h 9c 9d 8s 8h 8c"
    " 8d 7s 7h 7c 6s 6h 6c 6d 5s 5h 5d 4s 4h 4c 3s 3h 3d"
)
FULL_HAND = tuple(_FULL_HAND.split())


def scene(
    width: int,
    height: int,
    deal: dict[str, Any] = CHINESE,
    *,
    names: Sequence[str] = HAND,
    selected: Collection[int] = SELECTED,
    received: Collection[int] = RECEIVED,
    cursor: int | None = None,
    mode: HandMode = HandMode.AUTO,
    plate: int | None = 3,
    wide: bool = False,
) -> dict[str, Any]:
    """Return the initial properties of the scene of a whole table."""
    hand = lay_out(
        [face(name) for name in names],
        scale_for(width, height),
        mode,
        selected=selected,
        received=received,
    )
    table = lay_out_table(width, height, mode=hand.mode, wide=wide, plate=plate)
    return {
        "layout": table_map(table),
        "hand": hand_map(names, hand, selected=selected, received=received, cursor=cursor),
        "deal": deal,
    }
