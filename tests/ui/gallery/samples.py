"""Every state of seats, seals and buttons."""

from __future__ import annotations

from typing import Any

from tests.ui.gallery import deal


def seats() -> list[dict[str, Any]]:
    def seat(side: str, **more: Any) -> dict[str, Any]:
        base = deal.player("微山湖", "湖", "机器人")
        return {**base, "side": side, "mirrored": False, "away": False, **more}

    filled, outlined, tag = deal.filled, deal.outlined, deal.tag
    return [
        seat("ally"),
        seat("ally", marks=[tag("思考")], time=15000),
        seat("ally", name="泉城柳", letter="柳", marks=[filled("烧"), filled("开点")], place="头科"),
        seat("enemy", name="即墨老酒", letter="酒", marks=[outlined("宣点")]),
        seat("enemy", name="老城南", letter="城", marks=[tag("无头")], count=8),
        seat("enemy", name="即墨老酒", letter="酒", marks=[outlined("被闷"), outlined("被烧")], place="大落"),
        seat("opposite", name="崂山石", letter="石", marks=[filled("对头")]),
        seat("opposite", name="崂山石", letter="石", marks=[filled("对头"), outlined("宣点")], time=9000),
        seat("opposite", name="崂山石", letter="石", marks=[filled("对头"), outlined("革命"), tag("无头")]),
        seat("you", name="我 · 小鱼", letter="鱼", second="", marks=[outlined("宣点")], time=11000),
        seat("enemy", name="老城南", letter="城", second="掉线", marks=[tag("托管")], away=True),
        seat("you", name="我 · 小鱼", letter="鱼", second="", marks=[filled("开点")], time=4000),
        seat("ally", mirrored=True, marks=[filled("开点"), tag("思考")], time=15000, count=12),
        seat(
            "opposite",
            name="<b>一个很长很长的名字</b>",
            mirrored=True,
            marks=[filled("对头"), filled("开点"), outlined("被烧"), outlined("革命"), tag("无头"), tag("托管")],
            place="二落",
        ),
        seat("enemy", mirrored=True, marks=[tag("headless"), tag("automatic"), filled("opened")], count=3),
    ]


def buttons() -> list[dict[str, Any]]:
    rows = []
    for kind, text, key, icon in (
        ("primary", "出牌", "", "enter"),
        ("normal", "烧", "F", ""),
        ("quiet", "提示", "H", ""),
    ):
        base = deal.button(text, key, icon=icon, kind=kind, down=False)
        rows += [base, {**base, "down": True}, {**base, "allowed": False, "reason": "对头的牌"}]
        rows += [{**base, "allowed": False}]
    return rows


def states() -> dict[str, Any]:
    marks = [deal.filled("对头"), deal.filled("烧"), deal.outlined("宣点"), deal.outlined("革命"), deal.tag("思考")]
    return {"seats": seats(), "marks": marks, "buttons": buttons()}
