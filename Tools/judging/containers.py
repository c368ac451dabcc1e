"""PMTiles and MBTiles as other programs read them: what tiles they hold, and whether their directories are true."""

import contextlib
import pathlib
import sqlite3

from pmtiles.reader import MmapSource, Reader
from pmtiles.tile import Compression, TileType, deserialize_directory, tileid_to_zxy, zxy_to_tileid


class Unreadable(Exception):
    """The archive can't be read at all."""


def open_archive(path):
    path = pathlib.Path(path)
    with path.open("rb") as file:
        start = file.read(16)
    if start.startswith(b"PMTiles"):
        return PMTiles(path)
    if start.startswith(b"SQLite format 3"):
        return MBTiles(path)
    raise Unreadable("neither PMTiles nor MBTiles")


class PMTiles:
    """`tiles` {(z, x, y): bytes}, `bounds`, `centre`, `zooms`, `layers`, and `faults` of header and directories."""

    kind = "PMTiles"

    def __init__(self, path):
        self.faults, self.tiles, self.offsets = [], {}, {}
        with open(path, "rb") as file:
            self.read = MmapSource(file)
        self.size = path.stat().st_size
        try:
            self._read_all()
        except Unreadable:
            raise
        except Exception as error:  # whatever another's reader throws at broken bytes
            raise Unreadable(f"pmtiles can't read it: {type(error).__name__} {error}") from error

    def _read_all(self):
        reader = Reader(self.read)
        head = self.head = reader.header()
        self.metadata = reader.metadata()
        self.zooms = head["min_zoom"], head["max_zoom"]
        self.bounds = [head[name] / 1e7 for name in ("min_lon_e7", "min_lat_e7", "max_lon_e7", "max_lat_e7")]
        self.centre = head["center_lon_e7"] / 1e7, head["center_lat_e7"] / 1e7, head["center_zoom"]
        self.layers = [layer["id"] for layer in self.metadata.get("vector_layers", [])]
        self._check_sections()
        entries = list(self._entries(head["root_offset"], head["root_length"], 0))
        self._check_entries(entries)
        self._check_counts(entries)
        for place, content in self.tiles.items():
            if reader.get(*place) != content:
                self.faults.append(f"tile {place} is not found where the directory has it")

    def _fault(self, is_fault, text):
        if is_fault:
            self.faults.append(text)

    def _check_sections(self):
        """The parts stand one behind the other and fill the file."""
        head, end = self.head, 127
        for name in ("root", "metadata", "leaf_directory", "tile_data"):
            offset, length = head[f"{name}_offset"], head[f"{name}_length"]
            self._fault(length > 0 and offset != end, f"{name} begins at {offset}, not {end}")
            end = max(end, offset + length)
        self._fault(end != self.size, f"parts end at {end}, the file at {self.size}")
        self._fault(head["root_offset"] + head["root_length"] > 16384, "root directory ends behind byte 16,384")
        self._fault(head["internal_compression"] != Compression.GZIP, "directories are not packed by gzip")
        self._fault(head["tile_compression"] != Compression.GZIP, "tiles are not packed by gzip")
        self._fault(head["tile_type"] != TileType.MVT, "tiles are not said to be vector tiles")

    def _entries(self, offset, length, depth):
        if depth > 3 or offset + length > self.size:
            raise Unreadable(f"a directory of {length} bytes at byte {offset} is deeper or further than any")
        for entry in deserialize_directory(self.read(offset, length)):
            if entry.run_length:
                yield entry
                continue
            first = None
            leaf = self.head["leaf_directory_offset"] + entry.offset
            for below in self._entries(leaf, entry.length, depth + 1):
                if first is None:
                    first = below.tile_id
                    self._fault(first != entry.tile_id, f"leaf of tile {entry.tile_id} begins with {first}")
                yield below
            self._fault(first is None, f"leaf of tile {entry.tile_id} is empty")

    def _check_entries(self, entries):
        data, size = self.head["tile_data_offset"], self.head["tile_data_length"]
        last, end = -1, 0
        for entry in entries:
            self._fault(entry.tile_id <= last, f"tile {entry.tile_id} comes after {last}")
            last = entry.tile_id + entry.run_length - 1
            is_inside = entry.length > 0 and entry.offset + entry.length <= size
            self._fault(not is_inside, f"tile {entry.tile_id} has {entry.length} bytes at {entry.offset} of {size}")
            # Clustered: each content is an earlier one's or begins where the last new one ended.
            if entry.offset == end:
                end += entry.length
                self.offsets[entry.offset] = entry.length
            else:
                is_known = self.offsets.get(entry.offset) == entry.length
                self._fault(not is_known, f"tile {entry.tile_id} is not clustered: bytes at {entry.offset}, not {end}")
            if is_inside:
                content = bytes(self.read(data + entry.offset, entry.length))
                for number in range(entry.tile_id, last + 1):
                    self.tiles[tileid_to_zxy(number)] = content
        self._fault(end != size, f"entries use {end} bytes of {size}")

    def _check_counts(self, entries):
        head, contents = self.head, set(self.tiles.values())
        counted = [("addressed_tiles_count", len(self.tiles)), ("tile_entries_count", len(entries)),
                   ("tile_contents_count", len(contents))]
        for name, count in counted:
            self._fault(head[name] != count, f"{name} is {head[name]}, counted {count}")
        self._fault(len(self.offsets) != len(contents), f"{len(self.offsets)} contents, {len(contents)} of them different")
        self._fault(not head["clustered"], "not said to be clustered")
        for place in self.tiles:
            if tileid_to_zxy(zxy_to_tileid(*place)) != place:
                self.faults.append(f"tile {place} is none")


class MBTiles:
    """As PMTiles; read by SQLite."""

    kind = "MBTiles"

    def __init__(self, path):
        self.faults = []
        try:
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
                self._read_all(database)
        except (sqlite3.DatabaseError, ValueError, KeyError) as error:
            raise Unreadable(f"SQLite can't read it: {type(error).__name__} {error}") from error

    def _read_all(self, database):
        (state,) = database.execute("pragma integrity_check").fetchone()
        if state != "ok":
            raise Unreadable(f"SQLite finds it broken: {state}")
        rows = dict(database.execute("select name, value from metadata"))
        self.metadata = __import__("json").loads(rows["json"])
        self.layers = [layer["id"] for layer in self.metadata["vector_layers"]]
        self.zooms = int(rows["minzoom"]), int(rows["maxzoom"])
        self.bounds = [float(number) for number in rows["bounds"].split(",")]
        *place, zoom = rows["center"].split(",")
        self.centre = float(place[0]), float(place[1]), int(zoom)
        if rows["format"] != "pbf":
            self.faults.append(f"format is {rows['format']}, not pbf")
        found = database.execute("select zoom_level, tile_column, tile_row, tile_data from tiles").fetchall()
        self.tiles = {(z, x, (1 << z) - 1 - row): content for z, x, row, content in found}
        if len(self.tiles) != len(found):
            self.faults.append(f"{len(found)} rows hold {len(self.tiles)} tiles")
        (number,) = database.execute("select count(*) from map").fetchone()
        if number != len(found):
            self.faults.append(f"{number} places, but {len(found)} of them with a content")
        (unused,) = database.execute("select count(*) from images where tile_id not in (select tile_id from map)").fetchone()
        if unused:
            self.faults.append(f"{unused} contents belong to no tile")


def check_frame(archive):
    """Faults of what an archive says of all its tiles: zooms, bounds, centre."""
    faults = []
    zooms = sorted({place[0] for place in archive.tiles})
    if not zooms or archive.zooms != (zooms[0], zooms[-1]):
        faults.append(f"zooms are said to be {archive.zooms}, tiles are of {zooms}")
    west, south, east, north = archive.bounds
    longitude, latitude, zoom = archive.centre
    if not (-180 <= west < east <= 180 and -86 < south < north < 86):
        faults.append(f"bounds {archive.bounds} are none")
    if not (west <= longitude <= east and south <= latitude <= north):
        faults.append(f"centre {longitude}, {latitude} is outside of the bounds")
    if not archive.zooms[0] <= zoom <= archive.zooms[1]:
        faults.append(f"centre's zoom {zoom} is not within {archive.zooms}")
    return faults
