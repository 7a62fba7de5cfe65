"""What the store keeps, and what it forgets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_desktop.server.packed_logs import PackedLog
from gouji_desktop.server.ports import StoreError
from gouji_desktop.server.store import BatchRow, LeaveRow, Retention, Store, TableRow

DAY = 86_400


class Clock:
    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(params=["file", "memory"])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path | None:
    return tmp_path / "data" / "store.sqlite3" if request.param == "file" else None


@pytest.fixture
def store(path: Path | None) -> Iterator[Store]:
    opened = Store.open(path)
    yield opened
    opened.close()


def size(store: Store, place: str) -> int:
    return int(store.database.read(f"SELECT count(*) FROM {place}")[0][0])


def test_a_table_keeps_its_epoch_when_its_body_changes(store: Store) -> None:
    store.put_table("b", b"one")
    assert store.next_epoch("b") == 1
    assert store.next_epoch("b") == 2
    store.put_table("b", b"two")
    store.put_table("a", b"")
    assert store.open_tables() == [TableRow("a", 0, b""), TableRow("b", 2, b"two")]
    with pytest.raises(StoreError, match="There is no table c"):
        store.next_epoch("c")


def test_batches_come_back_in_order_and_apart(store: Store) -> None:
    store.start_match("t", 1, b"header")
    for number, seat, cmd in ((1, None, None), (2, 3, "c:1"), (3, 0, "d:9")):
        store.append("t", 1, number, b"body%d" % number, seat, cmd)
    store.append("t", 2, 1, b"another match")
    store.append("u", 1, 1, b"another table")
    assert store.match_header("t", 1) == b"header"
    assert store.match_header("t", 2) is None
    assert store.batches("t", 1) == [
        BatchRow(1, b"body1", None, None),
        BatchRow(2, b"body2", 3, "c:1"),
        BatchRow(3, b"body3", 0, "d:9"),
    ]


@pytest.mark.parametrize(
    ("write", "again"),
    [
        (lambda s: s.append("t", 1, 1, b"x"), lambda s: s.append("t", 1, 1, b"y")),
        (lambda s: s.start_match("t", 1, b"x"), lambda s: s.start_match("t", 1, b"y")),
        (lambda s: s.put_secret("t", 1, 1, b"x"), lambda s: s.put_secret("t", 1, 1, b"y")),
    ],
    ids=["batch", "match", "secret"],
)
def test_what_is_written_once_is_never_written_over(store: Store, write, again) -> None:
    write(store)
    with pytest.raises(StoreError):
        again(store)
    kept = [*store.batches("t", 1), store.match_header("t", 1), *store.secrets("t", 1).values()]
    assert b"y" not in [getattr(each, "body", each) for each in kept]


@pytest.mark.log_errors("break off before batch")
@pytest.mark.parametrize(
    ("damage", "numbers"),
    [
        ("DELETE FROM batches WHERE number = 3", [1, 2]),
        ("UPDATE batches SET body = x'00' WHERE number = 2", [1]),
        ("DELETE FROM batches WHERE number = 1", []),
        ("UPDATE batches SET number = 0 WHERE number = 1", [0]),
        ("UPDATE batches SET number = number - 1 WHERE number < 9", [0, 1, 2, 3, 4]),
    ],
)
def test_batches_are_served_up_to_the_first_fault(store: Store, damage: str, numbers: list[int]) -> None:
    for number in range(1, 6):
        store.append("t", 1, number, b"body")
    store.database.write(damage)
    assert [row.number for row in store.batches("t", 1)] == numbers


def test_secrets_and_shuffles_by_deal(store: Store) -> None:
    store.put_secret("t", 1, 1, b"\x00" * 32)
    store.put_secret("t", 1, 2, b"\x01" * 32)
    store.put_shuffle("t", 1, 1, b"committed")
    store.put_shuffle("t", 1, 1, b"all in")
    assert store.secrets("t", 1) == {1: b"\x00" * 32, 2: b"\x01" * 32}
    assert store.shuffles("t", 1) == {1: b"all in"}
    assert store.secrets("t", 2) == store.shuffles("u", 1) == {}


def test_a_finished_match_leaves_its_log_alone(store: Store) -> None:
    store.put_table("t", b"")
    for match in (1, 2):
        store.start_match("t", match, b"header")
        store.append("t", match, 1, b"body")
        store.put_secret("t", match, 1, b"s" * 32)
    log = b'{"k":"event"}\n' * 1000
    store.finish_match("t", 1, PackedLog.of(log))
    assert store.drop_events("t", 1)
    assert store.log("t", 1) == log
    assert store.log("t", 2) is None
    assert store.batches("t", 1) == []
    assert store.secrets("t", 1) == {}
    assert len(store.batches("t", 2)) == len(store.secrets("t", 2)) == 1
    assert store.database.read("SELECT length(body) FROM logs")[0][0] < len(log) / 10


def test_events_of_a_long_match_go_by_and_by(store: Store) -> None:
    for number in range(1, 11):
        if number != 3:
            store.append("t", 1, number, b"body")
    store.put_secret("t", 1, 0, b"s" * 32)
    left = []
    while not store.drop_events("t", 1, 4):
        left.append(store.count_batches("t", 1))
        assert store.secrets("t", 1)
    assert left == [6, 2]
    assert store.secrets("t", 1) == {}
    assert store.drop_events("t", 1)


def test_a_dropped_table_leaves_nothing_but_its_logs(store: Store) -> None:
    for table in ("t", "u"):
        store.put_table(table, b"")
        store.start_match(table, 1, b"header")
        store.append(table, 1, 1, b"body")
        store.put_secret(table, 1, 1, b"s" * 32)
        store.put_shuffle(table, 1, 1, b"shuffle")
    store.finish_match("t", 2, PackedLog.of(b"log"))
    store.drop_table("t")
    assert [row.table for row in store.open_tables()] == ["u"]
    assert [size(store, place) for place in ("matches", "batches", "secrets", "shuffles")] == [1, 1, 1, 1]
    assert store.log("t", 2) == b"log"


def test_a_damaged_log_is_reported(store: Store) -> None:
    store.finish_match("t", 1, PackedLog.of(b"log"))
    store.database.write("UPDATE logs SET body = x'0102'")
    with pytest.raises(StoreError, match="log of match 1 at table t is damaged"):
        store.log("t", 1)


def test_leaving_is_recorded_once_a_match() -> None:
    clock = Clock()
    store = Store.open(None, clock=clock)
    store.record_leave("u1", "t", 1, 2)
    store.record_leave("u1", "t", 1, 2)
    clock.now += 5
    store.record_leave("u1", "t", 2, 0)
    store.record_leave("u2", "t", 1, 4)
    first = int(clock.now) - 5
    assert store.leaves("u1") == [LeaveRow("t", 1, 2, first), LeaveRow("t", 2, 0, first + 5)]
    assert store.leaves("nobody") == []
    store.close()


def test_old_logs_go(tmp_path: Path) -> None:
    clock, path = Clock(), tmp_path / "store.sqlite3"
    store = Store.open(path, clock=clock, steady=clock, retention=Retention(log_days=90, logs=3))
    for match in range(1, 6):
        store.finish_match("t", match, PackedLog.of(b"log"))
    assert [match for match in range(1, 6) if store.log("t", match)] == [3, 4, 5]
    clock.now += 91 * DAY
    store.finish_match("t", 6, PackedLog.of(b"log"))
    assert [match for match in range(1, 7) if store.log("t", match)] == [6]
    store.record_leave("u1", "t", 6, 0)
    clock.now += 366 * DAY
    store.close()
    store = Store.open(path, clock=clock, steady=clock)
    assert store.log("t", 6) is None
    assert store.leaves("u1") == []
    store.close()


def test_the_newest_logs_that_fit_are_kept() -> None:
    clock = Clock()
    store = Store.open(None, clock=clock, retention=Retention(log_bytes=100))
    for match in range(1, 7):
        clock.now += 1
        # Noise does not shrink: some 40 bytes each.
        noise = bytes((match * 37 * k) % 251 for k in range(1, 30))
        store.finish_match("t", match, PackedLog.of(noise))
    assert store.prune() == 4
    assert [match for match in range(1, 7) if store.log("t", match)] == [5, 6]
    store.close()


def test_a_transaction_is_whole_or_nothing(store: Store) -> None:
    with store.transaction():
        store.put_table("t", b"one")
        with store.transaction():
            store.append("t", 1, 1, b"body")

    def undone() -> None:
        with store.transaction():
            store.put_table("t", b"two")
            with store.transaction():
                store.append("t", 1, 2, b"body")
            raise KeyError

    with pytest.raises(KeyError):
        undone()
    assert store.open_tables() == [TableRow("t", 0, b"one")]
    assert [row.number for row in store.batches("t", 1)] == [1]


def test_a_fault_that_is_hidden_within_a_transaction_still_undoes_it(store: Store) -> None:
    store.append("t", 1, 1, b"body")

    def careless() -> None:
        with store.transaction():
            store.put_table("t", b"one")
            with pytest.raises(StoreError):
                store.append("t", 1, 1, b"again")
            with pytest.raises(StoreError, match="has failed before"):
                store.put_table("t", b"two")

    with pytest.raises(StoreError, match="has failed before"):
        careless()
    assert store.open_tables() == []
    store.put_table("t", b"three")
    assert store.open_tables() == [TableRow("t", 0, b"three")]


def test_an_exception_within_an_inner_transaction_undoes_the_outer_one(store: Store) -> None:
    def careless() -> None:
        with store.transaction():
            store.put_table("t", b"one")
            with pytest.raises(KeyError), store.transaction():
                raise KeyError

    with pytest.raises(StoreError, match="has failed before"):
        careless()
    assert store.open_tables() == []
    store.put_table("t", b"two")
    assert len(store.open_tables()) == 1


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    store.close()
    for use in (store.open_tables, lambda: store.put_table("t", b""), lambda: store.finish_match("t", 1, PackedLog())):
        with pytest.raises(StoreError, match="The store is closed"):
            use()


@pytest.mark.parametrize("durability", ["normal", "full"])
def test_everything_is_there_when_it_is_opened_again(tmp_path: Path, durability: str) -> None:
    path = tmp_path / "数据 库" / "store.sqlite3"
    store = Store.open(path, durability=durability)
    level = store.database.read("PRAGMA synchronous")[0][0]
    assert level == {"normal": 1, "full": 2}[durability]
    assert store.database.read("PRAGMA wal_autocheckpoint")[0][0] == 0
    store.put_table("t", b"body")
    store.next_epoch("t")
    store.append("t", 1, 1, b"batch", 2, "c:1")
    store.close()
    store = Store.open(path, durability=durability)
    assert store.notice == ""
    assert store.open_tables() == [TableRow("t", 1, b"body")]
    assert store.batches("t", 1) == [BatchRow(1, b"batch", 2, "c:1")]
    store.close()


def test_there_is_no_third_durability(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no such durability: off"):
        Store.open(tmp_path / "store.sqlite3", durability="off")
