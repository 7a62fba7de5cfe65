"""The tables of the store, and how a store of an older version becomes one of this.

The version lies in the header of the file (`user_version`), beside a mark that tells a store of this program from any
other SQLite file (`application_id`); both change in the same transaction as the tables.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from gouji_desktop.server.ports import StoreError

#: "Gouj".
APPLICATION_ID = 0x476F756A

#: The statements that lead from one version to the next; a store without any is of version 0. Never change an entry
#: that was released: add one.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # Tables as places. The epoch outlives every restart.
        """CREATE TABLE tables (
            name TEXT NOT NULL PRIMARY KEY,
            epoch INTEGER NOT NULL DEFAULT 0,
            body BLOB NOT NULL,
            changed INTEGER NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE matches (
            name TEXT NOT NULL,
            match INTEGER NOT NULL,
            header BLOB NOT NULL,
            PRIMARY KEY (name, match)
        ) WITHOUT ROWID""",
        # The events of one command each. `crc` tells a body that rotted on the disk.
        """CREATE TABLE batches (
            name TEXT NOT NULL,
            match INTEGER NOT NULL,
            number INTEGER NOT NULL,
            seat INTEGER,
            cmd TEXT,
            crc INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (name, match, number)
        ) WITHOUT ROWID""",
        # Who reads these reads all hands: nothing but the shuffle looks here.
        """CREATE TABLE secrets (
            name TEXT NOT NULL,
            match INTEGER NOT NULL,
            deal INTEGER NOT NULL,
            secret BLOB NOT NULL,
            PRIMARY KEY (name, match, deal)
        ) WITHOUT ROWID""",
        """CREATE TABLE shuffles (
            name TEXT NOT NULL,
            match INTEGER NOT NULL,
            deal INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (name, match, deal)
        ) WITHOUT ROWID""",
        """CREATE TABLE logs (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            match INTEGER NOT NULL,
            finished INTEGER NOT NULL,
            -- Of the body, compressed.
            size INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (name, match)
        )""",
        "CREATE INDEX logs_by_age ON logs (finished, size)",
        """CREATE TABLE leaves (
            uid TEXT NOT NULL,
            name TEXT NOT NULL,
            match INTEGER NOT NULL,
            points INTEGER NOT NULL,
            left_at INTEGER NOT NULL,
            PRIMARY KEY (uid, name, match)
        ) WITHOUT ROWID""",
        # `account` is as written, `skeleton` as compared; both NULL for a guest.
        """CREATE TABLE users (
            uid TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            account TEXT,
            skeleton TEXT UNIQUE,
            password TEXT,
            created INTEGER NOT NULL,
            seen INTEGER NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX guests_by_age ON users (seen) WHERE account IS NULL",
        # `digest` is the SHA-256 of the token, `previous` that of the one before it until the new one was used.
        """CREATE TABLE sessions (
            session TEXT NOT NULL PRIMARY KEY,
            uid TEXT NOT NULL,
            digest BLOB NOT NULL UNIQUE,
            previous BLOB UNIQUE,
            device TEXT NOT NULL,
            created INTEGER NOT NULL,
            used INTEGER NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX sessions_of_user ON sessions (uid)",
        "CREATE INDEX sessions_by_age ON sessions (used)",
        # One row, for the checkpoints.
        "CREATE TABLE housekeeping (id INTEGER PRIMARY KEY CHECK (id = 1), checkpoints INTEGER NOT NULL)",
        "INSERT INTO housekeeping VALUES (1, 0)",
    ),
    (
        # Everything grows old by seconds of uptime: the time of day may jump.
        "ALTER TABLE housekeeping ADD COLUMN uptime INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE users ADD COLUMN seen_up INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE sessions ADD COLUMN used_up INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE logs ADD COLUMN finished_up INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE leaves ADD COLUMN left_up INTEGER NOT NULL DEFAULT 0",
        "DROP INDEX logs_by_age",
        "CREATE INDEX logs_by_age ON logs (finished_up, size)",
        "DROP INDEX guests_by_age",
        "CREATE INDEX guests_by_age ON users (seen_up) WHERE account IS NULL",
        "DROP INDEX sessions_by_age",
        "CREATE INDEX sessions_by_age ON sessions (used_up)",
    ),
    (
        # Requests that were carried out; `name` is the table that they were made of.
        """CREATE TABLE answers (
            id INTEGER PRIMARY KEY,
            uid TEXT NOT NULL,
            request TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            t TEXT,
            code TEXT,
            seq INTEGER,
            kept_up INTEGER NOT NULL,
            UNIQUE (uid, request)
        )""",
        "CREATE INDEX answers_by_age ON answers (kept_up)",
    ),
    (
        # How a match stood before its last deal began, until another one begins.
        """CREATE TABLE snapshots (
            name TEXT NOT NULL PRIMARY KEY,
            match INTEGER NOT NULL,
            crc INTEGER NOT NULL,
            body BLOB NOT NULL
        )""",
    ),
    (
        # The log of a running match as far as it is made, deal by deal: after `number`, its last batch, it goes on from
        # this chain. `size` is that of the body before compression.
        """CREATE TABLE log_parts (
            name TEXT NOT NULL,
            match INTEGER NOT NULL,
            part INTEGER NOT NULL,
            number INTEGER NOT NULL,
            shuffled INTEGER NOT NULL,
            chain TEXT NOT NULL,
            size INTEGER NOT NULL,
            crc INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (name, match, part)
        )""",
    ),
    (
        # Tokens that followed on `sessions.previous` as `sessions.digest` does, and were not used yet either.
        """CREATE TABLE successors (
            id INTEGER PRIMARY KEY,
            session TEXT NOT NULL,
            digest BLOB NOT NULL UNIQUE
        )""",
        "CREATE INDEX successors_of_session ON successors (session)",
        """CREATE TRIGGER successors_end AFTER DELETE ON sessions
            BEGIN DELETE FROM successors WHERE session = OLD.session; END""",
    ),
)


def check_ours(connection: sqlite3.Connection, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> int:
    """The version of the store, 0 for an empty file; changes nothing.

    Raises StoreError for the database of another program and for one that a newer version of this program wrote.
    """
    mark = int(connection.execute("PRAGMA application_id").fetchone()[0])
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    empty = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if mark == 0 and version == 0 and empty:
        return 0
    if mark != APPLICATION_ID:
        raise StoreError("The file is the database of another program.")
    if version > len(migrations):
        raise StoreError(
            f"The store is of version {version}, and this program knows versions up to {len(migrations)}:"
            " it was written by a newer one."
        )
    return version


def migrate(connection: sqlite3.Connection, version: int, migrations: Sequence[Sequence[str]] = MIGRATIONS) -> None:
    """Bring a store of a version to the newest one: all of it, or nothing. Raises sqlite3.Error."""
    if version == len(migrations):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(migrations)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
