"""What is wrong with something, as a sentence that can be said in other languages too."""

from __future__ import annotations

from typing import Self


class Finding(str):
    """A sentence in English; `key` names it for catalogues, `values` are the numbers and words in it."""

    __slots__ = ("key", "values")

    key: str
    values: dict[str, str | int]

    def __new__(cls, text: str, key: str, **values: str | int) -> Self:
        """Make one."""
        made = super().__new__(cls, text)
        made.key = key
        made.values = values
        return made
