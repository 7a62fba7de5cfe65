"""Every sentence of the texts: each row is a test of its own, and no sentence is dropped unseen."""

from collections import Counter

import pytest

from tests.rules.sentences.framework import TEXTS, Left, Row, as_check, sentences, tables
from tools.rules_coverage import PAGE, page

TABLES = tables()
ROWS = [row for table in TABLES.values() for row in table if isinstance(row, Row)]


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_sentence(row):
    as_check(row.check).run()


@pytest.mark.parametrize("tag", TABLES)
def test_every_sentence_is_a_row_or_is_left_with_a_reason(tag):
    table = TABLES[tag]
    assert {row.text for row in table} == {tag}
    assert dict(Counter(row.lines for row in table)) == dict(sentences(tag))
    assert all(row.reason for row in table if isinstance(row, Left))
    order = list(sentences(tag))
    assert [order.index(row.lines) for row in table] == sorted(order.index(row.lines) for row in table)


def test_names_are_unique_and_tags_are_known():
    names = Counter(row.name for row in ROWS)
    assert [name for name, number in names.items() if number > 1] == []
    assert "D" in TABLES
    assert set(TABLES) <= set(TEXTS)


def test_the_page_is_the_one_that_the_tables_make():
    """Write it anew with `python -m tools.rules_coverage`."""
    assert PAGE.read_text(encoding="utf-8") == page()
