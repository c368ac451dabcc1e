"""The stores of a server, SQLite and PostgreSQL: the options that name them, and their contents."""

import functools
import os
import pathlib
import sqlite3
import tempfile

from loading import cluster


class SQLiteStore:
    """A file of its own."""

    name = "SQLite"

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="skiroute-store-")
        self.file = pathlib.Path(self.folder.name) / "trips.db"
        self.option = f"sqlite:{self.file}"

    def connect(self):
        """A connection of sqlite3, which waits for the server's writes."""
        return sqlite3.connect(self.file, timeout=30, isolation_level=None)

    def rows(self, statement):
        """The rows of a query, as tuples of texts; NULL is the empty text."""
        connection = self.connect()
        try:
            return [tuple("" if value is None else str(value) for value in row) for row in connection.execute(statement)]
        finally:
            connection.close()

    def content(self):
        """All bytes of the files, after what SQLite keeps beside its file has gone into it; no server uses them now."""
        connection = self.connect()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        connection.close()
        return b"\n".join(path.read_bytes() for path in sorted(self.file.parent.iterdir()) if path.is_file())

    def close(self):
        self.folder.cleanup()


class PostgresStore:
    """A database of its own in a private server of PostgreSQL, which starts with the first store and ends with the process."""

    name = "PostgreSQL"
    server = None

    def __init__(self):
        if PostgresStore.server is None:
            PostgresStore.server = cluster.Cluster(cluster.FAST)
        self.address = self.server.make_database()
        self.option = f"postgres:{self.address}"

    def rows(self, statement):
        """The rows of a query, as tuples of texts; NULL is the empty text."""
        text = self.server.execute(self.address, statement)
        return [tuple(line.split("|")) for line in text.splitlines()]

    def content(self):
        """The content of all tables."""
        return self.server.dump(self.address)

    def close(self):
        self.server.drop_database(self.address)

    @classmethod
    def stop(cls):
        """Ends the private server."""
        if cls.server is not None:
            cls.server.close()
            cls.server = None


def kinds():
    """The stores that are there; SKIROUTE_STORES=1 makes the absence of PostgreSQL an error, SKIROUTE_STORE=sqlite chooses one."""
    if os.environ.get("SKIROUTE_STORE") == "sqlite":
        return (SQLiteStore,)
    if os.environ.get("SKIROUTE_STORES") or any(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres")):
        return (SQLiteStore, PostgresStore)
    print("only on SQLite: PostgreSQL isn't there; Tools/setup --stores installs it")
    return (SQLiteStore,)


def each(test):
    """A test that runs with each kind of store, as its argument."""
    @functools.wraps(test)
    def run(self):
        for kind in kinds():
            with self.subTest(store=kind.name):
                test(self, kind)
    return run
