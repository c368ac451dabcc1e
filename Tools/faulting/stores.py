"""The stores on which histories run."""

import pathlib
import shutil
import tempfile

from loading.cluster import FAST, Cluster


class SQLiteStore:
    """A file for each history, used by one server."""

    name, is_shared = "sqlite", False

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="skiroute-faults-"))
        self.count = 0

    def make(self):
        self.count += 1
        folder = self.folder / str(self.count)
        folder.mkdir()
        return folder / "store.db"

    def drop(self, path):
        shutil.rmtree(path.parent, ignore_errors=True)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class PostgresStore:
    """A database for each history in a private server, used by several servers."""

    name, is_shared = "postgres", True

    def __init__(self):
        self.cluster = Cluster(FAST)

    def make(self):
        return self.cluster.make_database()

    def drop(self, address):
        self.cluster.drop_database(address)

    def close(self):
        self.cluster.close()


KINDS = {kind.name: kind for kind in (SQLiteStore, PostgresStore)}
