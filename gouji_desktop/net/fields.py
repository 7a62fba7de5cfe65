"""What the fields of messages may hold, and what every message of `gouji.v1` is.

One JSON object a frame; the field `k` names its kind. Durations are milliseconds on the wire, never points in time.
Cards are named as everywhere (`Th`, `S`, `B`). Evolution: only optional fields are added; no field changes its type or
meaning; unknown fields are ignored.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

# Patterns end in `(?![\s\S])`: `$` would let a last line break through, in this language and some others.

REQUEST_ID_LENGTH = 40
#: Chosen by the client, unique within its account; repeated in `ack.re` or `err.re`.
RequestId = Annotated[str, Meta(min_length=1, max_length=REQUEST_ID_LENGTH, pattern=r"^[A-Za-z0-9_.:-]+(?![\s\S])")]
TableId = Annotated[str, Meta(min_length=1, max_length=16, pattern=r"^[a-z0-9]+(?![\s\S])")]
#: An invite code: 8 characters of Crockford's base 32.
Code = Annotated[str, Meta(min_length=4, max_length=16)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
#: Counts things; below 2^53, so that every JSON reader holds it.
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]
#: Counts what may be owed.
Points = Annotated[int, Meta(ge=1 - 2**53, le=2**53 - 1)]
#: A time to wait, in seconds: at most 23 days, which a timer of 31 bits of milliseconds holds.
Seconds = Annotated[float, Meta(ge=0, le=2_000_000)]
CardName = Annotated[str, Meta(pattern=r"^([3-9TJQKA2][shcd]|S|B)(?![\s\S])")]
CardNames = Annotated[tuple[CardName, ...], Meta(max_length=60)]
#: 32 bytes in hexadecimal.
Hex32 = Annotated[str, Meta(min_length=64, max_length=64, pattern=r"^[0-9a-f]{64}(?![\s\S])")]
Word = Annotated[str, Meta(max_length=64)]
Line = Annotated[str, Meta(max_length=256)]
Op = Literal["play", "pass", "yield", "burn", "show", "decide", "return"]


class Message(Struct, frozen=True, tag_field="k", omit_defaults=True):
    """What every message is."""
