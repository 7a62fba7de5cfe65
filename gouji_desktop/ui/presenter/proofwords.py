"""The mark of the fair shuffle, and what it means, in words. Pure; no Qt."""

from __future__ import annotations

from typing import NamedTuple

from gouji_desktop.net.proofs import ShufflePhase, ShuffleState
from gouji_desktop.ui.presenter.words import Words


class ProofWords(NamedTuple):
    """The word on the mark, whether it stands there, and the lines of its panel."""

    mark: str = ""
    title: str = ""
    lines: tuple[str, ...] = ()


def proof_words(proof: ShuffleState, words: Words) -> ProofWords:
    """What is known of the shuffle; no mark where there was none that could be checked."""
    phase, name = proof.phase, proof.phase.value
    if phase is ShufflePhase.NONE:
        return ProofWords(title=words("net.proof.none"), lines=(words("net.proof.detail.none"),))
    late = proof.late and phase is not ShufflePhase.FAILED
    lines = [words(f"net.proof.detail.{name}_late" if late else f"net.proof.detail.{name}")]
    if phase is not ShufflePhase.FAILED:
        own = "shares_before" if late else "shares_own"
        lines.append(words(f"net.proof.{own}" if proof.own else "net.proof.shares", n=proof.shares))
    lines += [words(f"net.proof.how{step}") for step in (1, 2, 3)]
    return ProofWords(words(f"net.proof.mark.{name}"), words(f"net.proof.{name}"), tuple(lines))


def kept_proof_words(phase: ShufflePhase, words: Words) -> ProofWords:
    """What the check of a log found that is played back; no mark for one whose deals nobody shuffled together."""
    if phase is ShufflePhase.NONE:
        return ProofWords()
    name = phase.value
    lines = [words(f"net.proof.kept.{name}"), *(words(f"net.proof.how{step}") for step in (1, 2, 3))]
    return ProofWords(words(f"net.proof.mark.{name}"), words(f"net.proof.{name}"), tuple(lines))
