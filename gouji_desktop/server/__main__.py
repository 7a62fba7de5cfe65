"""The server by itself: `python -m gouji_desktop.server`, the same as `gouji-desktop serve`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from gouji_desktop.server.app import run
from gouji_desktop.server.options import read_options


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the server until a signal ends it; the exit status."""
    return run(read_options(arguments, "gouji-desktop serve"))


if __name__ == "__main__":
    sys.exit(main())
