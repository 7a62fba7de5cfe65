"""A connection to a server in words: how it stands, what is wrong and what to do about it, addresses, fingerprints."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gouji_desktop.net.names import NameError_, clean_display_name
from gouji_desktop.ui.presenter.seating import clean_name, whole_name
from gouji_desktop.ui.presenter.words import Words, WordsError, placeholders

if TYPE_CHECKING:
    from gouji_desktop.net.clientstate import ClientState, Trouble

#: Seconds without a word of the server after which it is said.
SILENCE = 3.0
#: A certificate that nobody knows may be trusted by hand; this is the only trouble that can be waved through.
UNKNOWN_CERTIFICATE = "unknown_certificate"
#: Longest line of a stranger that is shown, in characters: a server's name or its message of the day, a title.
LINE_LENGTH = 200
#: Longest greeting of a server.
GREETING_LENGTH = 600

#: Kinds of characters that show nothing, those that turn the direction of writing among them.
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
#: Bytes of a fingerprint in a line.
_BYTES_A_LINE = 8

#: Phases of a connection in which it is (or is being) open.
OPEN_PHASES = frozenset({"connecting", "signing_in", "online", "reconnecting"})


@dataclass(frozen=True, slots=True)
class ConnectionProps:
    """How the connection stands."""

    phase: str = "offline"
    #: What is happening, in one line, and more about it: where to while there is no connection.
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


def derive_connection(
    state: ClientState, words: Words, *, online: int = 0, plain: bool = False, address: str = ""
) -> ConnectionProps:
    """The connection as the page 联网 and the head of the lobby show it; `address` is that of the server."""
    phase = state.phase
    trouble, advice = trouble_words(sign_in_trouble(state), words)
    return ConnectionProps(
        phase,
        _title(state, words),
        _detail(state, words, online, address),
        trouble,
        advice,
        clean_line(state.motd, GREETING_LENGTH) if phase == "online" else "",
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


def _detail(state: ClientState, words: Words, online: int, address: str) -> str:
    if state.phase != "online":
        return server_name(address, "")
    parts = [
        words("online.latency", n=state.latency_ms) if state.latency_ms is not None else "",
        words("online.people", n=online) if online else "",
    ]
    return words.join(parts, "join.dots")


def who(state: ClientState, words: Words) -> str:
    """Who one is on the server."""
    if not state.uid:
        return ""
    name = whole_name(state.name)
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


def address_fault(text: str, trouble: Trouble, words: Words) -> str:
    """Why what was typed is no address that can be connected to."""
    if not text.strip():
        return words("online.address_empty")
    first, second = trouble_words(trouble, words)
    return words("online.sentences", first=first, second=second)


def name_fault(text: str, words: Words) -> str:
    """Why nobody can be called so, "" for a name that is one."""
    if not text.strip():
        return words("online.name.empty")
    if any(unicodedata.category(char) in _UNSEEN for char in text):
        return words("online.name.invisible")
    try:
        clean_display_name(text)
    except NameError_:
        return words("online.refused.name_rejected")
    return ""


def refusal_words(code: str, retry_after: float | None, detail: Mapping[str, Any] | None, words: Words) -> str:
    """Why a request was refused, as closely as the server says; a code that this version does not know is named."""
    key = f"online.refused.{code}"
    closer = f"{key}.{(detail or {}).get('reason', '')}"
    key = closer if closer in words else key
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
    """A fingerprint as servers print it, wrapped in lines that end with a colon where it goes on."""
    digits = "".join(char for char in fingerprint.upper() if char in "0123456789ABCDEF")
    pairs = [digits[start : start + 2] for start in range(0, len(digits), 2)]
    lines = [":".join(pairs[start : start + _BYTES_A_LINE]) for start in range(0, len(pairs), _BYTES_A_LINE)]
    return tuple(f"{line}:" for line in lines[:-1]) + tuple(lines[-1:])


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
    #: Whether it is the one that is connected.
    here: bool = False


def server_choices(
    kept: Mapping[str, str], found: Mapping[str, str], words: Words, here: str = ""
) -> tuple[ServerChoice, ...]:
    """The servers that are remembered, then those of the local network that are not among them; one may be connected.

    `found` and `kept` give the names that servers call themselves, by their addresses.
    """
    rows = [_server(address, name, "kept", words, here) for address, name in kept.items()]
    rows += [_server(address, name, "lan", words, here) for address, name in found.items() if address not in kept]
    return tuple(rows)


def server_name(address: str, name: str) -> str:
    """What a server is called: by its own name, else by where it is."""
    return clean_line(name, 40) or clean_line(address.rpartition("://")[2])


def _server(address: str, name: str, kind: str, words: Words, here: str) -> ServerChoice:
    plain = address.startswith("ws://")
    parts = [words("online.server.lan") if kind == "lan" else "", server_name(address, "")]
    detail = words.join(parts, "join.dots")
    return ServerChoice(address, server_name(address, name), detail, kind, plain, address == here)


def moved_servers(kept: Mapping[str, str], before: Sequence[str], now: str, *, swapped: bool) -> dict[str, str]:
    """The remembered servers with one that is at another address now; it keeps its name and its place in the list.

    `swapped`: the one that was remembered there is another, which is remembered where this one was.
    """
    listed = [place for place in before if place in kept]
    if not listed:
        return dict(kept)
    name = next((kept[place] for place in listed if kept[place]), kept.get(now, "") if not swapped else "")
    moved = {}
    for place, title in kept.items():
        if place == listed[0]:
            moved[now] = name
        elif place == now and swapped:
            moved[before[0]] = title
        elif place != now and place not in listed:
            moved[place] = title
    return moved


def moved_place(place: str, before: Sequence[str], now: str, *, swapped: bool) -> str:
    """Where something is that was at a place, after a server has moved."""
    if place in before:
        return now
    return before[0] if swapped and place == now else place


def remember(kept: Mapping[str, str], address: str, name: str, most: int) -> dict[str, str]:
    """The remembered servers with this one first."""
    others = {each: title for each, title in kept.items() if each != address}
    return dict(list({address: clean_line(name, 60) or kept.get(address, ""), **others}.items())[:most])
