"""Reads single tiles out of PMTiles and MBTiles archives."""

import bisect
import json
import pathlib
import sqlite3
import struct
import threading
import zlib

KINDS = {1: "pbf", 2: "png", 3: "jpg", 4: "webp"}
# The most bytes of each part that are read, and that it may be unpacked to.
DIRECTORY_LIMIT = 4 << 20
METADATA_LIMIT = 16 << 20
TILE_LIMIT = 64 << 20
# The number of cached leaf directories.
LEAF_LIMIT = 64


class Broken(Exception):
    """A fault of an archive."""


def unpacked(content, limit, path):
    """The contents of gzip data of one or several members; never more than a number of bytes."""
    whole = b""
    try:
        while content:
            stream = zlib.decompressobj(wbits=31)
            whole += stream.decompress(content, limit + 1 - len(whole))
            if len(whole) > limit:
                raise Broken(f"{path}: a part unpacks to more than {limit} bytes; make the archive again")
            if not stream.eof:
                raise Broken(f"{path}: a part is cut off; fetch it again")
            content = stream.unused_data
    except zlib.error as error:
        raise Broken(f"{path}: a part can't be unpacked; fetch it again") from error
    return whole


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
            raise Broken(f"{path}: not PMTiles of version 3; make it again")
        (self.root_at, self.root_size, meta_at, meta_size, self.leaves_at, self.leaves_size, self.tiles_at,
         self.tiles_size) = struct.unpack_from("<8Q", head, 8)
        self.packed = {"directories": head[97], "tiles": head[98]}
        if self.packed["directories"] not in (1, 2) or self.packed["tiles"] not in (0, 1, 2):
            raise Broken(f"{path}: compressed by a method that is not supported; convert it to gzip")
        self.format = KINDS.get(head[99], "bin")
        self.zooms = head[100], head[101]
        self.bounds = [number / 1e7 for number in struct.unpack_from("<4i", head, 102)]
        try:
            self.metadata = json.loads(self._part(meta_at, meta_size, METADATA_LIMIT) or b"{}")
        except (ValueError, RecursionError) as error:
            raise Broken(f"{path}: its metadata are not JSON; make it again") from error
        if not isinstance(self.metadata, dict):
            raise Broken(f"{path}: its metadata are not an object; make it again")
        self.root = self._directory(self.root_at, self.root_size)

    def close(self):
        self.file.close()

    def _read(self, offset, size, limit=DIRECTORY_LIMIT):
        if size > limit or offset > self.size:
            raise Broken(f"{self.path}: a part claims {size} bytes at byte {offset}; make the archive again")
        with self.lock:
            self.file.seek(offset)
            return self.file.read(size)

    def _part(self, offset, size, limit):
        content = self._read(offset, size, limit)
        return unpacked(content, limit, self.path) if self.packed["directories"] == 2 else content

    def _directory(self, offset, size):
        try:
            return self._entries(offset, size)
        except (StopIteration, IndexError) as error:
            raise Broken(f"{self.path}: a directory ends too early; fetch it again") from error

    def _entries(self, offset, size):
        numbers = _varints(self._part(offset, size, DIRECTORY_LIMIT))
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
                content = self._read(self.tiles_at + offsets[index], sizes[index], TILE_LIMIT)
                return content, self.packed["tiles"] == 2
            directory = self._leaf(offsets[index], sizes[index])
        return None

    def _leaf(self, place, size):
        leaf = self.leaves.get(place)
        if leaf is None:
            leaf = self._directory(self.leaves_at + place, size)
            with self.lock:
                if len(self.leaves) >= LEAF_LIMIT:
                    self.leaves.clear()
                self.leaves[place] = leaf
        return leaf


class MBTiles:
    """An MBTiles archive."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        self.database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, check_same_thread=False)
        try:
            self._begin(self._rows())
        except (sqlite3.DatabaseError, ValueError, TypeError, RecursionError) as error:
            self.close()
            raise Broken(f"{path}: not MBTiles ({error}); make it again") from error

    def _rows(self):
        """The archive's metadata: rows longer than any, and those beyond the first thousand, are left out."""
        return dict(self.database.execute(
            "select name, value from metadata where length(value) <= ? limit 1000", (METADATA_LIMIT,)))

    def _begin(self, rows):
        self.format = rows.get("format", "png")
        self.zooms = int(rows.get("minzoom", 0)), int(rows.get("maxzoom", 22))
        self.bounds = [float(number) for number in rows.get("bounds", "-180,-85,180,85").split(",")]
        self.metadata = {**rows, **json.loads(rows.get("json", "{}"))}

    def close(self):
        self.database.close()

    def tile(self, zoom, column, row):
        with self.lock:
            found = self.database.execute(
                "select tile_data from tiles where zoom_level=? and tile_column=? and tile_row=? and length(tile_data) <= ?",
                (zoom, column, (1 << zoom) - 1 - row, TILE_LIMIT)).fetchone()
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
