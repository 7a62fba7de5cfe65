"""A connection to a server in words: how it stands, what is wrong and what to do about it, addresses, fingerprints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gouji_desktop.ui.presenter.seating import clean_name
from gouji_desktop.ui.presenter.words import Words, WordsError, placeholders

if TYPE_CHECKING:
    from gouji_desktop.net.clientstate import ClientState, Trouble

#: Seconds without a word of the server after which it is said.
SILENCE = 3.0
#: A certificate that nobody knows may be trusted by hand; this is the only trouble that can be waved through.
UNKNOWN_CERTIFICATE = "unknown_certificate"
#: Longest line of a stranger that is shown, in characters: a server's name or its message of the day, a title.
LINE_LENGTH = 200

#: Phases of a connection in which it is (or is being) open.
OPEN_PHASES = frozenset({"connecting", "signing_in", "online", "reconnecting"})


@dataclass(frozen=True, slots=True)
class ConnectionProps:
    """How the connection stands."""

    phase: str = "offline"
    #: What is happening, in one line, and more about it.
    title: str = ""
    detail: str = ""
    #: What is wrong, and what can be done about it.
    trouble: str = ""
    advice: str = ""
    #: The message of the day.
    motd: str = ""
    can_retry: bool = False
    can_cancel: bool = False
    #: Whether the line is not encrypted.
    plain: bool = False
    #: Who one is there, in a line; "" before it is known.
    who: str = ""


def derive_connection(state: ClientState, words: Words, *, online: int = 0, plain: bool = False) -> ConnectionProps:
    """The connection as the page 联网 and the head of the lobby show it."""
    phase = state.phase
    trouble, advice = trouble_words(sign_in_trouble(state), words)
    return ConnectionProps(
        phase,
        _title(state, words),
        _detail(state, words, online),
        trouble,
        advice,
        clean_line(state.motd) if phase == "online" else "",
        can_retry=phase == "reconnecting" or (phase in {"closed", "offline"} and trouble != ""),
        can_cancel=phase in OPEN_PHASES,
        plain=plain and phase in OPEN_PHASES,
        who=who(state, words),
    )


def _title(state: ClientState, words: Words) -> str:
    server = clean_line(state.server)
    if state.phase == "reconnecting":
        if state.retry_in is None:
            return words("online.phase.reconnecting_now")
        return words("online.phase.reconnecting", n=max(1, round(state.retry_in)))
    if state.phase == "online":
        if state.silent_for >= SILENCE:
            return words("online.phase.silent", n=round(state.silent_for))
        return words("online.phase.online", server=server) if server else words("online.phase.online_unnamed")
    return words(f"online.phase.{state.phase}")


def _detail(state: ClientState, words: Words, online: int) -> str:
    if state.phase != "online":
        return ""
    parts = [
        words("online.latency", n=state.latency_ms) if state.latency_ms is not None else "",
        words("online.people", n=online) if online else "",
    ]
    return words.join(parts, "join.dots")


def who(state: ClientState, words: Words) -> str:
    """Who one is on the server."""
    if not state.uid:
        return ""
    name = clean_name(state.name)
    if state.guest:
        return words("online.who.guest", name=name)
    return words("online.who.account", name=name, account=clean_name(state.account))


def sign_in_trouble(state: ClientState) -> Trouble | None:
    """The trouble of a state; that a guest is not let in as such is told more closely (`join`, `no_guests`)."""
    trouble = state.trouble
    if trouble is None or trouble.key != "auth" or trouble.detail.get("how") != "guest":
        return trouble
    if "join_password" in state.auth_methods:
        return trouble._replace(key="join")
    closed = bool(state.auth_methods) and "guest" not in state.auth_methods
    return trouble._replace(key="no_guests") if closed else trouble


def trouble_words(trouble: Trouble | None, words: Words) -> tuple[str, str]:
    """What is wrong, and what to do about it."""
    if trouble is None:
        return "", ""
    key = trouble.key if f"online.trouble.{trouble.key}" in words else "other"
    values = {"key": trouble.key, **trouble.detail}
    return fill(f"online.trouble.{key}", values, words), fill(f"online.advice.{key}", values, words)


def refusal_words(code: str, retry_after: float | None, detail: Mapping[str, Any] | None, words: Words) -> str:
    """Why a request was refused, in a sentence; a code that this version does not know is named."""
    key = f"online.refused.{code}"
    if key not in words:
        return words("online.refused.other", code=clean_line(code))
    said = fill(key, {**dict(detail or {}), "n": max(1, round(retry_after or 1))}, words)
    return said if retry_after is None or "n" in placeholders(words.raw(key)) else said + _wait(retry_after, words)


def _wait(retry_after: float, words: Words) -> str:
    return words("online.refused.wait", n=max(1, round(retry_after)))


def fill(key: str, values: Mapping[str, Any], words: Words) -> str:
    """The text of a key with those values that it wants; what is missing is left open."""
    wanted = placeholders(words.raw(key))
    given: dict[str, str | int] = {}
    for name in wanted:
        value = values.get(name, "…")
        given[name] = value if isinstance(value, int) and not isinstance(value, bool) else clean_line(str(value))
    try:
        return words(key, **given)
    except WordsError:
        return words.raw(key)


def clean_line(text: str, length: int = LINE_LENGTH) -> str:
    """A stranger's text as one line of printable characters."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def fingerprint_lines(fingerprint: str) -> tuple[str, ...]:
    """A fingerprint in lines of four groups, so that two people can read it to each other: AB12 CD34 EF56 7890."""
    digits = [char for char in fingerprint.upper() if char in "0123456789ABCDEF"]
    groups = ["".join(digits[start : start + 4]) for start in range(0, len(digits), 4)]
    return tuple(" ".join(groups[start : start + 4]) for start in range(0, len(groups), 4))


# --- servers --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """One server that can be connected to."""

    #: The whole address, as it is remembered.
    address: str
    title: str
    detail: str
    #: `kept` or `lan`.
    kind: str
    plain: bool


def server_choices(kept: Mapping[str, str], found: Mapping[str, str], words: Words) -> tuple[ServerChoice, ...]:
    """The servers that are remembered, then those of the local network that are not among them.

    `found` and `kept` give the names that servers call themselves, by their addresses.
    """
    rows = [_server(address, name, "kept", words) for address, name in kept.items()]
    rows += [_server(address, name, "lan", words) for address, name in found.items() if address not in kept]
    return tuple(rows)


def _server(address: str, name: str, kind: str, words: Words) -> ServerChoice:
    scheme, _, place = address.partition("://")
    plain = scheme == "ws"
    shown = clean_line(place or address)
    parts = [words("online.server.lan") if kind == "lan" else "", shown]
    return ServerChoice(address, clean_line(name, 40) or shown, words.join(parts, "join.dots"), kind, plain)


def remember(kept: Mapping[str, str], address: str, name: str, most: int) -> dict[str, str]:
    """The remembered servers with this one first."""
    others = {each: title for each, title in kept.items() if each != address}
    return dict(list({address: clean_line(name, 60) or kept.get(address, ""), **others}.items())[:most])
