"""Which sentence of the texts is which test: writes docs/rules-coverage.md (`python -m tools.rules_coverage`).

The page is made from the tables in tests/rules/sentences; with `--check` it is only compared, and the exit code is 1
where it is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.rules.sentences.framework import TEXTS, Left, Row, Table, as_check, tables

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "rules-coverage.md"

HEAD = """\
# Which sentence of the rules is which test

Written by `python -m tools.rules_coverage` from the tables in `tests/rules/sentences`; do not edit it by hand. Each
sentence of a text that states a rule is a row whose check drives the engine and fails where the rule is broken; the
rule is told here in our own words. A sentence without a check says why. How to add a row: the first lines of
`tests/rules/sentences/framework.py`.

The test of a row is `test_sentence[TEXT:LINES RULE]` in `tests/rules/sentences/test_sentences.py`. The last column says
what drives the engine: a kind of scenario (docs/scenario-format.md) or a function of the table's own module.
"""


def page() -> str:
    """The whole page."""
    found = tables()
    parts = [HEAD, summary(found)]
    parts += [section(tag, found[tag]) for tag in TEXTS if tag in found]
    return "\n".join(parts)


def summary(found: dict[str, Table]) -> str:
    """How many sentences, covered and left, text by text."""
    lines = ["| Text | | Sentences | Covered | Left |", "| --- | --- | ---: | ---: | ---: |"]
    for tag, title in TEXTS.items():
        if tag not in found:
            lines.append(f"| {tag} | {title} | no table yet | | |")
            continue
        covered = sum(isinstance(row, Row) for row in found[tag])
        total = len(found[tag])
        lines.append(f"| {tag} | {title} | {total} | {covered} | {total - covered} |")
    return "\n".join(lines) + "\n"


def section(tag: str, table: Table) -> str:
    """One text: why sentences were left, then all rows."""
    lines = [f"## {tag}: {TEXTS[tag]}", ""]
    left = [row for row in table if isinstance(row, Left)]
    if left:
        lines += ["Left without a check:", ""]
        lines += [f"- {row.lines}: {row.reason}" for row in left]
        lines.append("")
    lines += ["| Lines | Rule | Checked by |", "| --- | --- | --- |"]
    for row in table:
        if isinstance(row, Row):
            lines.append(f"| {row.lines} | {_cell(row.rule)} | {as_check(row.check).kind} |")
        else:
            lines.append(f"| {row.lines} | – | left: {_cell(row.reason)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(arguments: Sequence[str]) -> int:
    """Write the page, or compare it."""
    made = page()
    if "--check" in arguments:
        current = PAGE.exists() and PAGE.read_text(encoding="utf-8") == made
        print(f"{PAGE.relative_to(ROOT)} is {'up to date' if current else 'out of date'}")
        return 0 if current else 1
    PAGE.write_text(made, encoding="utf-8", newline="\n")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
