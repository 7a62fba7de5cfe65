"""The walk of the self-test through the window: every screen, a match with every kind of question, a resumption."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent

from gouji_desktop.bots.hints import suggestions
from gouji_desktop.rules.presets import preset
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.seats import OPPOSITE
from gouji_desktop.rules.state import Stage
from gouji_desktop.table.host import TableHost
from gouji_desktop.table.local import LocalSession
from gouji_desktop.table.session import Update
from gouji_desktop.table.setup import SeatPlan
from gouji_desktop.ui.app.program import Program
from gouji_desktop.ui.app.rigged import OWN, burner, rigged_chance, strong, weak, with_revolter
from gouji_desktop.ui.app.selftest import KINDS, PATIENCE, Report, SelfTestError
from gouji_desktop.ui.app.tables import make_bot, new_setup
from gouji_desktop.ui.presenter.actions import Action

#: Motions are over after so many seconds.
SETTLED = 0.32
#: A second match is played where the first, for all its arranging, has missed a kind of question.
SEEDS = (20, 21)
#: In the last deal the match is left and taken up again.
LAST = 5
#: The test's clock runs so much faster than the world's for the guard against early clicks.
HURRY = 1000.0
#: Here the own hand waits for something to burn.
BURNER_DEALS = (4, 5)


def number_of(update: Update) -> int:
    """The number of the deal."""
    return update.view.deal.number if update.view.deal is not None else 0


class Walk:
    """One walk."""

    def __init__(self, program: Program, report: Report, lang: str, size: tuple[int, int]) -> None:
        self._program = program
        self._model = program.model
        self._table = program.model.table_model
        self._report = report
        self._lang = lang
        self._size = size
        self._seen: set[str] = set()
        self._answered = 0
        self._taken_up = False
        clock = self._table.clock
        self._table.clock = lambda: clock() * HURRY

    def picture(self, name: str) -> None:
        """Save what the window shows."""
        image = self._program.window.grabWindow()
        if image.isNull():
            raise SelfTestError(f"the window could not be drawn at {name}")
        ratio = self._program.window.effectiveDevicePixelRatio()
        if image.size() != QSize(*(round(side * ratio) for side in self._size)):
            raise SelfTestError(f"the window is {image.width()}x{image.height()} at {name}, not {self._size}")
        self._report.save(name, image.save)

    async def _shot(self, name: str) -> None:
        await asyncio.sleep(SETTLED)
        self.picture(name)

    def _press(self, key: Qt.Key, text: str = "") -> None:
        """Press a key as a person would: whatever has the keyboard hears it."""
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text)
            QCoreApplication.sendEvent(self._program.window, event)

    def _has_keys(self, after: str) -> None:
        """The keyboard belongs to the table again: Space raises the card under the cursor, and drops it."""
        window, hand = self._program.window, self._table.hand_model
        if not window.isActive() or not hand.arrangement.items:
            return
        self._press(Qt.Key.Key_Right)
        before = hand.selection.chosen
        self._press(Qt.Key.Key_Space, " ")
        if hand.selection.chosen == before:
            holder = window.activeFocusItem()
            raise SelfTestError(f"after {after} the keyboard is not the table's but {holder!r}")
        self._press(Qt.Key.Key_Space, " ")

    async def everything(self) -> None:
        """The whole walk."""
        await self._pages()
        await self._match()
        await self._afterwards()

    # --- pages ----------------------------------------------------------------------------------------------------

    async def _pages(self) -> None:
        program, model = self._program, self._model
        program.preferences.change(language=self._lang, tracker=True)
        program.window.setGeometry(0, 0, *self._size)
        program.open()
        self._report.say(f"window {self._size[0]}x{self._size[1]}, language {self._lang}")
        await self._shot("home")
        model.go("new")
        await self._shot("new-match")
        for index in range(7):
            model.new_match_model.choose(index)
        model.new_match_model.setOption("hold_threes", 0)
        model.new_match_model.resetOptions()
        model.new_match_model.choose(0)
        model.new_match_model.cycleSeat(3)
        model.new_match_model.setLevel(1)
        model.back()
        for page in ("settings", "help", "about", "replays", "rules", "book", "glossary"):
            model.go(page)
            await self._shot(page)
            model.back()
        other = "en" if self._lang == "zh" else "zh"
        for language, theme in ((other, "paper"), (self._lang, "dark")):
            program.preferences.change(language=language, theme=theme)
            if self._model.current_words().language != language:
                raise SelfTestError("the language did not change at once")
            model.go("settings")
            await self._shot(f"settings-{language}-{theme}")
            model.back()
        self._report.say("every page was shown in both languages and themes")

    # --- the match ------------------------------------------------------------------------------------------------

    def _sit_down(self, seed: int) -> LocalSession:
        """An arranged match under the usual rules, with the log on disk like any other."""
        rules, words = preset("tribute216"), self._model.current_words()
        match = self._model.new_match_model.match
        seats = tuple(
            SeatPlan(words(name), "medium") if level else SeatPlan(self._program.matches.own_name)
            for level, name in zip(match.levels, match.names, strict=True)
        )
        self._program.preferences.change(pace="instant")
        setup = new_setup(rules, seats, self._program.preferences.settings, seed=seed)
        plans = {0: strong, 1: weak(OWN), 2: weak(OPPOSITE[OWN]), 3: burner, 4: burner}
        chance = rigged_chance(rules, plans, seed)
        return self._program.matches.begin_with(
            setup, lambda keep: TableHost(setup, with_revolter(make_bot), chance=chance, journal=keep)
        )

    async def _match(self) -> None:
        deals = 0
        missing: list[str] = []
        for seed in SEEDS:
            deals = self._sit_down(seed).latest.view.deals
            for number in range(1, deals + 1):
                await self._deal(number)
            missing = [kind for kind in KINDS if kind not in self._seen]
            if not missing:
                break
        if missing:
            raise SelfTestError(f"the match met no question of these kinds: {', '.join(missing)}")
        if not self._taken_up:
            raise SelfTestError("the match was never left and taken up again")
        update = self._table.inputs.update
        assert update is not None
        view = update.view
        if not view.over or len(view.results) != deals:
            raise SelfTestError(f"the match did not end: {len(view.results)} of {deals} deals")
        self._table.act("match_end")
        await self._shot("match-end")
        self._report.say(f"a match of {deals} deals, {self._answered} answers; questions: {', '.join(KINDS)}")

    async def _deal(self, number: int) -> None:
        while True:
            await self._until(lambda: self._prompt is not None or self._over(number))
            if self._over(number):
                break
            if number == LAST and not self._taken_up and self._is_playing:
                await self._take_up_again()
                continue
            await self._answer()
            if self._answered == 9:
                await self._panels()
        await self._shot(f"deal-{number}")
        if number == 1:
            self._table.act("explain")
            await self._shot("points")
            self._press(Qt.Key.Key_Escape)
            if self._table.inputs.opened.explained:
                raise SelfTestError("Escape does not lead back from the account of the points")
        self._report.say(f"deal {number} is over")
        if not self._view_over:
            self._press(Qt.Key.Key_Return, "\r")
            if self._table.dialog_model.props.kind == "result":
                raise SelfTestError("Enter does not begin the next deal")

    @property
    def _prompt(self) -> Prompt | None:
        update = self._table.inputs.update
        return None if update is None else update.prompt

    @property
    def _is_playing(self) -> bool:
        prompt = self._prompt
        return prompt is not None and prompt.stage is Stage.PLAYING

    @property
    def _view_over(self) -> bool:
        update = self._table.inputs.update
        return update is not None and update.view.over

    def _over(self, number: int) -> bool:
        update = self._table.inputs.update
        return update is not None and len(update.view.results) >= number

    async def _until(self, holds: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not holds():  # noqa: ASYNC110 - what is waited for are view models, which emit no event
                    await asyncio.sleep(0.002)
        except TimeoutError:
            raise SelfTestError(f"nothing happened for {PATIENCE:.0f} seconds, after: {self._report.last}") from None

    async def _answer(self) -> None:
        prompt = self._prompt
        assert prompt is not None
        kind = self._kind(prompt)
        fresh = kind not in self._seen
        self._seen.add(kind)
        before = prompt.id, prompt.stage
        if fresh:
            await self._shot(kind.replace("_", "-"))
        if prompt.stage is Stage.PLAYING:
            await self._play(prompt, kind, fresh=fresh)
        else:
            await self._decide(prompt, fresh=fresh)
        self._answered += 1
        now = self._prompt
        if now is not None and (now.id, now.stage) == before:
            button = "" if self._table.action_props is None else self._table.action_props.selection.detail
            raise SelfTestError(f"the answer to {kind} was not taken ({button})")

    def _kind(self, prompt: Prompt) -> str:
        if prompt.stage is not Stage.PLAYING:
            return prompt.stage.value
        if "accept" in prompt.verbs:
            return "last_word"
        if "yield" in prompt.verbs:
            return "yield"
        return "answer" if "pass" in prompt.verbs else "lead"

    async def _play(self, prompt: Prompt, kind: str, *, fresh: bool) -> None:
        """Lead, answer, yield or accept as the hint says; the first time with pictures."""
        table = self._table
        if kind == "yield" and fresh:
            table.act(Action.YIELD)
            return
        update = table.inputs.update
        assert update is not None
        table.hand_model.clear()
        found = suggestions(update.view, prompt, table.inputs.tracking.tracker)
        passes = "pass" in prompt.verbs or "accept" in prompt.verbs
        waits = number_of(update) in BURNER_DEALS and Stage.BURN_QUERY.value not in self._seen
        if not (passes and waits) and not (passes and found[0].verb in {"pass", "accept", "yield"}):
            table.act(Action.HINT)
            if fresh:
                await self._shot(f"{kind.replace('_', '-')}-chosen")
            if table.action_props is None or not table.action_props.button(Action.PLAY).enabled:
                raise SelfTestError(f"the hint at {kind} cannot be laid")
            table.act(Action.PLAY)
            if fresh:
                await self._shot(f"{kind.replace('_', '-')}-laid")
        else:
            table.act(Action.PASS)

    async def _decide(self, prompt: Prompt, *, fresh: bool) -> None:
        """Answer a dialog by its own buttons."""
        table, dialog = self._table, self._table.dialog_model
        verbs = [row.verb for row in dialog.rows]
        if prompt.stage is Stage.RETURN_QUERY:
            table.act("smallest")
            if fresh:
                await self._shot("return-chosen")
            table.act("return")
        elif prompt.stage is Stage.BURN_QUERY:
            table.act(Action.HINT)
            if not table.hand_model.faces:
                table.act(Action.HINT)
            if fresh:
                await self._shot("burn-chosen")
            table.act("burn" if fresh and dialog.offers("burn") else "no")
        elif prompt.stage is Stage.SHOW_QUERY:
            table.act("show1" if "show1" in verbs else "no")
        elif prompt.stage is Stage.REVOLT_QUERY:
            table.act("no")
        else:
            table.act("yes")
        if fresh:
            self._has_keys(f"the question {prompt.stage.value}")

    async def _panels(self) -> None:
        """What can be opened at the table."""
        table, preferences = self._table, self._program.preferences
        for panel in ("log", "tracker", "score", "menu"):
            table.togglePanel(panel)
            await self._shot(f"panel-{panel}")
            self._press(Qt.Key.Key_Escape)
            self._has_keys(f"the panel {panel}")
        table.setPaused(True)
        await self._shot("paused")
        self._press(Qt.Key.Key_Space, " ")
        self._has_keys("the pause")
        for layout in ("two", "stacks", "auto"):
            preferences.change(hand_layout=layout)
            if layout != "auto":
                table.hand_model.press_key("Right")
                await self._shot(f"hand-{layout}")
        table.showLastRound(True)
        await self._shot("last-round")
        self._press(Qt.Key.Key_Space, " ")
        self._has_keys("the last round")
        preferences.change(theme="paper", deck="four")
        await self._shot("table-paper")
        preferences.change(theme="dark", deck="standard")
        table.act(Action.AUTO)
        await self._shot("trustee")
        table.act(Action.AUTO)
        self._report.say("log, tracker, score sheet, menu, pause, hand layouts, last round, paper, trustee")

    async def _take_up_again(self) -> None:
        """Leave in the middle and go on from the disk: the same deal, the same hand."""
        update = self._table.inputs.update
        assert update is not None
        self._taken_up = True
        before = update.view
        self._model.leaveTable()
        await self._shot("home-resume")
        self._model.resume()
        after = self._table.inputs.update
        if after is None or after.view != before:
            raise SelfTestError("the match that was taken up again is not the one that was left")
        self._report.say("left in the middle and taken up again")

    # --- afterwards -----------------------------------------------------------------------------------------------

    async def _afterwards(self) -> None:
        model = self._model
        model.leaveTable()
        model.go("replays")
        await self._shot("replays-list")
        if not model.replays_model.watch_first():
            raise SelfTestError("the match is not in the list of replays")
        replay = model.replay_model
        replay.seek(replay.last // 3)
        await self._shot("replay")
        for _ in range(5):
            replay.step(1)
        replay.toggle()
        await asyncio.sleep(0.1)
        replay.toggle()
        model.leaveTable()
        self._report.say("the match was played back")
