"""Command line: ``python -m tools.draw_cards [--fonts FOLDER] [--out FOLDER]``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.draw_cards.decks import write_all

ASSETS = Path(__file__).resolve().parent.parent.parent / "assets"


def main(arguments: list[str]) -> int:
    """Draw all cards into a folder."""
    parser = argparse.ArgumentParser(prog="draw_cards", description="Draw the cards as SVG.")
    parser.add_argument("--fonts", type=Path, default=ASSETS / "fonts", help="where NotoSansSC-Bold.ttf is")
    parser.add_argument("--out", type=Path, default=ASSETS / "cards", help="folder to write to")
    options = parser.parse_args(arguments)
    try:
        count = write_all(options.fonts, options.out)
    except OSError as error:
        print(f"draw_cards: {error}", file=sys.stderr)
        return 2
    print(f"{count} files written to {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
