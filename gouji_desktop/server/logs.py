"""The server's log: one JSON object a line, without a hand, a seed or a token in it.

Fields beside the message are named by `extra=` and come from a fixed list; everything else that a record carries is
left out. Texts are searched for what looks like a secret, for an error of a library may quote what it was given.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TextIO

LEVELS = ("debug", "info", "warning", "error")
#: The fields that a record may carry besides its message.
FIELDS = ("conn", "uid", "t", "seat", "seq", "ep", "cmd", "code", "dur_ms", "address", "count")
#: Whatever the level: these say what passes through a socket or a database.
_QUIET = ("websockets", "zeroconf", "asyncio", "concurrent", "argon2", "keyring")
HIDDEN = "[hidden]"

#: Tokens, seeds, hashes and keys: long runs of the letters of base 64 or hexadecimal. Words and paths are broken up by
#: other characters; a name of 24 such letters in a row is no loss.
_SECRET = re.compile(r"(?<![A-Za-z0-9_+-])(?=[A-Za-z0-9_+-]*[0-9A-Z])[A-Za-z0-9_+-]{24,}={0,2}(?![A-Za-z0-9_+-])")
#: Two cards or more in a row, however they are separated: `['Th', 'S']`, `Th 3c`, `(2d, B)`; or one in quotes.
_CARD = r"['\"]?(?:[3-9TJQKA2][shcd]|S|B)['\"]?"
_CARDS = re.compile(
    rf"(?<![A-Za-z0-9]){_CARD}(?:[\s,;|]+{_CARD})+(?![A-Za-z0-9])|(['\"])(?:[3-9TJQKA2][shcd]|S|B)\+?\1"
)
#: Three numbers or more in a list: faces, or how many of each rank.
_NUMBERS = re.compile(r"[\[(]\s*\d+(?:\s*,\s*\d+){2,}\s*,?\s*[\])]?")
#: Values of fields whose name says that they are secret, as a repr or as JSON.
_NAMED = re.compile(
    r"(?i)(['\"]?\b(?:token|password|seed|secret|nonce|cards|hand|faces|face|deck)\b['\"]?\s*[=:]\s*)"
    r"(\[[^\]]*\]?|\([^)]*\)?|b?'[^']*'?|b?\"[^\"]*\"?|[^\s,)}]+)"
)


def redact(text: str) -> str:
    """A text without what looks like a token, a seed or cards."""
    text = _NUMBERS.sub(HIDDEN, _NAMED.sub(rf"\1{HIDDEN}", text))
    return _CARDS.sub(HIDDEN, _SECRET.sub(HIDDEN, text))


class Redaction(logging.Filter):
    """Takes secrets out of a record before any handler writes it; never drops a record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record."""
        try:
            text = record.getMessage()
        except Exception as error:  # noqa: BLE001 - a wrong call of the log must not end what it tells of
            text = f"unreadable message of {record.name} ({type(error).__name__})"
        record.msg, record.args = redact(text), ()
        if record.exc_info:
            record.exc_text = redact(_trace(record.exc_info))
            record.exc_info = None
        if record.stack_info:
            record.stack_info = redact(record.stack_info)
        return True


def _trace(info: Any) -> str:
    """Where an exception came from: files, lines and functions, but no line of source and no value."""
    kind, error, trace = info
    where = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
    return " <- ".join([f"{getattr(kind, '__name__', kind)}: {error}", *reversed(where)])


class JsonLines(logging.Formatter):
    """One JSON object a line; `time` is UTC and for people."""

    def __init__(self, node: str) -> None:
        super().__init__()
        self._node = node

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "node": self._node,
            "logger": record.name.removeprefix("gouji_desktop."),
            "message": record.getMessage(),
        }
        for field in FIELDS:
            value = getattr(record, field, None)
            if value is not None:
                line[field] = value if isinstance(value, int | float | bool) else redact(str(value))
        if record.exc_text:
            line["error"] = record.exc_text
        return json.dumps(line, ensure_ascii=False)


class _OwnRedaction(Redaction):
    """The same for what a server logs, in a program that logs other things, too."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record where it is one of a server."""
        return super().filter(record) if record.name.startswith(_OURS) else True


_OURS = ("gouji_desktop.server", "gouji_desktop.net", "gouji_desktop.table", "websockets", "zeroconf")


def redact_here() -> Callable[[], None]:
    """Take secrets out of what a server in this process logs, whoever writes it, until the result is called."""
    redaction = _OwnRedaction()
    handlers = [*logging.root.handlers, *logging.getLogger("gouji_desktop").handlers]
    if logging.lastResort is not None:
        handlers.append(logging.lastResort)
    for handler in handlers:
        handler.addFilter(redaction)

    def undo() -> None:
        for handler in handlers:
            handler.removeFilter(redaction)

    return undo


def write_always(log: logging.Logger, text: str, **fields: object) -> None:
    """Write a line to the log whatever its level: somebody asked for it, or it belongs to an error."""
    log.handle(log.makeRecord(log.name, logging.INFO, "", 0, "%s", (text,), None, extra=fields or None))


def log_to(stream: TextIO | None, level: str, node: str = "1") -> logging.Handler:
    """Write the log of this process to a stream (default: standard error); replaces what was there before."""
    handler = logging.StreamHandler(stream if stream is not None else sys.stderr)
    handler.setFormatter(JsonLines(node))
    handler.addFilter(Redaction())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
    # Warnings of Python go the same way: standard output has one line, and standard error has JSON alone.
    logging.captureWarnings(True)
    return handler
