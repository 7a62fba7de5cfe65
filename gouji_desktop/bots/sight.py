"""What a bot sees at a glance: its own hand, the table and its duty, read from its seat's view alone."""

from __future__ import annotations

from gouji_desktop.bots.faces import choose_faces
from gouji_desktop.rules.commands import BurnCards, Pass, PlayCards, SeatCommand, Yield
from gouji_desktop.rules.moves import answers, leads
from gouji_desktop.rules.phases.playing import bound_burn, known_hand
from gouji_desktop.rules.plays import Play
from gouji_desktop.rules.policies.burning import can_run_out, keeps_duty, minus
from gouji_desktop.rules.prompts import Prompt
from gouji_desktop.rules.state import Deal, Hand
from gouji_desktop.rules.views import View


def deal_of(view: View) -> Deal:
    """The running deal; a player is asked in no other."""
    assert view.deal is not None, "a question without a deal"
    return view.deal


def own_hand(view: View, prompt: Prompt) -> Hand:
    """The hand of the asked seat."""
    return known_hand(deal_of(view), prompt.seat)


def has_duty(view: View, prompt: Prompt) -> bool:
    """Whether a burn of the asked seat still wants a joker in every play."""
    return bound_burn(deal_of(view), prompt.seat) is not None


def dutiful(plays: list[Play], hand: Hand, view: View) -> list[Play]:
    """Of a bound burner's plays those that keep the duty to the end: none of them can fail the burn."""
    kept = []
    for play in plays:
        left = minus(hand.counts, play)
        if not any(left) or (keeps_duty(play, left) and can_run_out(left, view.rules)):
            kept.append(play)
    return kept


def legal_plays(view: View, prompt: Prompt) -> list[Play]:
    """Every play by counts that the seat may lay on its turn without failing its own burn."""
    hand = own_hand(view, prompt)
    table = deal_of(view).round.laid
    plays = leads(hand.counts, view.rules) if table is None else answers(hand.counts, table.play, view.rules)
    return dutiful(plays, hand, view) if has_duty(view, prompt) else plays


def play_command(view: View, prompt: Prompt, play: Play) -> SeatCommand:
    """Lay a play."""
    return PlayCards(prompt.seat, prompt.id, choose_faces(own_hand(view, prompt), play))


def pass_command(prompt: Prompt) -> SeatCommand:
    """Pass, or accept at the last word."""
    return Pass(prompt.seat, prompt.id)


def yield_command(prompt: Prompt) -> SeatCommand:
    """Yield where that is offered, else pass."""
    return Yield(prompt.seat, prompt.id) if "yield" in prompt.verbs else pass_command(prompt)


def burn_command(view: View, prompt: Prompt, cover: Play | None) -> SeatCommand:
    """Burn with a cover, or decline."""
    faces = () if cover is None else choose_faces(own_hand(view, prompt), cover)
    return BurnCards(prompt.seat, prompt.id, faces)
