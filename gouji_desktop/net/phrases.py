"""What can be called across a table with one click. Words and drawings are the client's; the wire carries names.

No call says anything about cards or how to play them. Names are only ever added: an older client leaves out those that
it does not know.
"""

from __future__ import annotations

from typing import Final

PHRASES: Final = (
    "hello",
    "luck",
    "hurry",
    "thinking",
    "nice",
    "close",
    "sorry",
    "thanks",
    "away",
    "back",
    "again",
    "goodbye",
)
EMOTES: Final = ("smile", "laugh", "wow", "sweat", "cry", "angry", "sleepy", "tea")
