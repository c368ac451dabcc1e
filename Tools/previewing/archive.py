"""Reads single tiles out of PMTiles and MBTiles archives."""

import bisect
import gzip
import json
import pathlib
import sqlite3
import struct
import threading
import zlib

KINDS = {1: "pbf", 2: "png", 3: "jpg", 4: "webp"}
DIRECTORY_LIMIT = 64 << 20


class Broken(Exception):
    """What is wrong with an archive, in words for its owner."""


def open_archive(path):
    path = pathlib.Path(path)
    if not path.is_file():
        raise Broken(f"{path}: no such file; make it with skiroute tiles")
    with path.open("rb") as file:
        start = file.read(16)
    if start.startswith(b"PMTiles"):
        return PMTiles(path)
    if start.startswith(b"SQLite format 3"):
        return MBTiles(path)
    raise Broken(f"{path}: neither PMTiles nor MBTiles; make it with skiroute tiles")


class PMTiles:
    """A PMTiles archive of version 3."""

    def __init__(self, path):
        self.path = path
        self.file = open(path, "rb")
        self.size = path.stat().st_size
        self.lock = threading.Lock()
        self.leaves = {}
        try:
            self._begin()
        except BaseException:
            self.close()
            raise

    def _begin(self):
        path = self.path
        head = self._read(0, 127)
        if len(head) < 127 or head[7] != 3:
            raise Broken(f"{path}: no PMTiles of version 3; make it again")
        (self.root_at, self.root_size, meta_at, meta_size, self.leaves_at, self.leaves_size, self.tiles_at,
         self.tiles_size) = struct.unpack_from("<8Q", head, 8)
        self.packed = {"directories": head[97], "tiles": head[98]}
        if self.packed["directories"] not in (1, 2) or self.packed["tiles"] not in (0, 1, 2):
            raise Broken(f"{path}: packed by a method only other programs know; convert it to gzip")
        self.format = KINDS.get(head[99], "bin")
        self.zooms = head[100], head[101]
        self.bounds = [number / 1e7 for number in struct.unpack_from("<4i", head, 102)]
        try:
            self.metadata = json.loads(self._unpacked(self._read(meta_at, meta_size)) or b"{}")
        except ValueError as error:
            raise Broken(f"{path}: what it says of itself is no JSON; make it again") from error
        if not isinstance(self.metadata, dict):
            raise Broken(f"{path}: what it says of itself is no table; make it again")
        self.root = self._directory(self.root_at, self.root_size)

    def close(self):
        self.file.close()

    def _read(self, offset, size):
        if size > DIRECTORY_LIMIT or offset > self.size:
            raise Broken(f"{self.path}: a part claims {size} bytes at byte {offset}; make the archive again")
        with self.lock:
            self.file.seek(offset)
            return self.file.read(size)

    def _unpacked(self, content):
        try:
            return gzip.decompress(content) if self.packed["directories"] == 2 and content else content
        except (OSError, EOFError, zlib.error) as error:
            raise Broken(f"{self.path}: a part can't be unpacked; fetch it again") from error

    def _directory(self, offset, size):
        try:
            return self._entries(offset, size)
        except (StopIteration, IndexError) as error:
            raise Broken(f"{self.path}: a directory ends too early; fetch it again") from error

    def _entries(self, offset, size):
        numbers = _varints(self._unpacked(self._read(offset, size)))
        count = next(numbers)
        ids, last = [], 0
        for _ in range(count):
            last += next(numbers)
            ids.append(last)
        runs = [next(numbers) for _ in range(count)]
        sizes = [next(numbers) for _ in range(count)]
        offsets = []
        for index in range(count):
            stored = next(numbers)
            offsets.append(stored - 1 if stored else offsets[-1] + sizes[index - 1])
        return ids, runs, sizes, offsets

    def tile(self, zoom, column, row):
        """The bytes of a tile and whether they are packed by gzip, or None."""
        wanted = tile_id(zoom, column, row)
        directory = self.root
        for _ in range(4):
            ids, runs, sizes, offsets = directory
            index = bisect.bisect_right(ids, wanted) - 1
            if index < 0:
                return None
            if runs[index]:
                if wanted >= ids[index] + runs[index]:
                    return None
                return self._read(self.tiles_at + offsets[index], sizes[index]), self.packed["tiles"] == 2
            place = offsets[index]
            if place not in self.leaves:
                self.leaves[place] = self._directory(self.leaves_at + place, sizes[index])
            directory = self.leaves[place]
        return None


class MBTiles:
    """An MBTiles archive."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
        try:
            rows = dict(self.database.execute("select name, value from metadata"))
        except sqlite3.DatabaseError as error:
            self.close()
            raise Broken(f"{path}: no MBTiles ({error}); make it again") from error
        self.format = rows.get("format", "png")
        self.zooms = int(rows.get("minzoom", 0)), int(rows.get("maxzoom", 22))
        self.bounds = [float(number) for number in rows.get("bounds", "-180,-85,180,85").split(",")]
        self.metadata = {**rows, **json.loads(rows.get("json", "{}"))}

    def close(self):
        self.database.close()

    def tile(self, zoom, column, row):
        with self.lock:
            found = self.database.execute(
                "select tile_data from tiles where zoom_level=? and tile_column=? and tile_row=?",
                (zoom, column, (1 << zoom) - 1 - row)).fetchone()
        return (found[0], found[0][:2] == b"\x1f\x8b") if found else None


def tile_id(zoom, column, row):
    """PMTiles' number of a tile: along a Hilbert curve, zoom after zoom."""
    number = ((1 << (2 * zoom)) - 1) // 3
    side = 1 << zoom >> 1
    while side:
        right, below = int(column & side > 0), int(row & side > 0)
        number += side * side * ((3 * right) ^ below)
        column, row = column & (side - 1), row & (side - 1)
        if not below:
            if right:
                column, row = side - 1 - column, side - 1 - row
            column, row = row, column
        side >>= 1
    return number


def _varints(content):
    value = shift = 0
    for byte in content:
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            yield value
            value = shift = 0
        else:
            shift += 7
