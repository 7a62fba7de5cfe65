"""Sentences for whoever started the program from a terminal.

A program without a console (an icon was clicked on Windows) has no standard streams at all, and a stream may be gone:
nobody reads then, and nothing goes wrong.
"""

from __future__ import annotations

import contextlib
import sys
from typing import TextIO


def complain(sentence: str) -> None:
    """One line on standard error, as from a command."""
    _write(sys.stderr, f"gouji-desktop: {sentence}\n")


def say(line: str) -> None:
    """One line on standard output."""
    _write(sys.stdout, f"{line}\n")


def is_read() -> bool:
    """Whether standard error is a terminal, where somebody sees what is said."""
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:
        return False


def _write(stream: TextIO | None, text: str) -> None:
    if stream is not None:
        with contextlib.suppress(OSError, ValueError):
            stream.write(text)
            stream.flush()
