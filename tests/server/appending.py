"""A process that appends batches until it is killed, and says after each commit which it was."""

from __future__ import annotations

import sys
from pathlib import Path

from gouji_desktop.server.store import Store


def body(number: int) -> bytes:
    return b"%d " % number * (number % 90)


def main() -> None:
    store = Store.open(Path(sys.argv[1]))
    number = len(store.batches("t", 1))
    while True:
        number += 1
        with store.transaction():
            store.append("t", 1, number, body(number), number % 6, f"c:{number}")
            store.put_table("t", b"%d" % number)
        sys.stdout.write(f"{number}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
