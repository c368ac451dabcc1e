"""Tools/judge-tiles: an archive that others wrote passes, and each thing that can be wrong is found."""

import contextlib
import gzip
import io
import json
import math
import os
import pathlib
import sqlite3
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JUDGES = pathlib.Path(os.environ.get("SKIROUTE_JUDGES", ROOT / ".build-judges")) / "bin" / "python"
if JUDGES.exists() and os.path.abspath(sys.executable) != os.path.abspath(JUDGES):
    os.execv(JUDGES, [str(JUDGES), *sys.argv])
sys.path.insert(0, str(ROOT / "Tools"))

import mapbox_vector_tile  # noqa: E402
from mapbox_vector_tile.Mapbox import vector_tile_pb2  # noqa: E402
from pmtiles.tile import Compression, TileType, zxy_to_tileid  # noqa: E402
from pmtiles.writer import Writer  # noqa: E402

from judging import command, containers, coverage, shapes  # noqa: E402

ZOOM, COLUMN, ROW = 14, 8192, 5462  # north of 51°, east of Greenwich
STEP = 360 / (4096 << ZOOM)  # degrees of longitude a tile step


def longitude(x):
    return (COLUMN * 4096 + x) * STEP - 180


def latitude(y):
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * (ROW * 4096 + y) / (4096 << ZOOM)))))


def metres(a, b):
    """Between two places in tile steps, on the sphere."""
    middle = math.cos(math.radians(latitude((a[1] + b[1]) / 2)))
    return math.dist(a, b) * coverage.EQUATOR_METRES / (4096 << ZOOM) * middle


class Drawn:
    """A run over two tiles and a lift in one, as tables and as tiles."""

    run = [(1000, 1000), (2000, 1500), (3000, 1400), (5000, 1800)]
    lift = [(500, 3000), (3500, 3100)]

    def __init__(self):
        self.length = sum(metres(a, b) for a, b in zip(self.run, self.run[1:]))
        self.properties = {"runs": {"id": "way/1", "name": "Kanone", "difficulty": "intermediate"},
                           "lifts": {"id": "way/2", "name": "Sessel", "liftType": "chair_lift"}}

    def tables(self, folder):
        places = [self.run[0], self.run[2], self.run[3], *self.lift]
        rows = [f"{number},{latitude(y):.7f},{longitude(x):.7f}," for number, (x, y) in enumerate(places)]
        (folder / "nodes.csv").write_text("\n".join(["node,lat,lon,elevation", *rows]) + "\n")
        lengths = [metres(*self.run[:2]) + metres(*self.run[1:3]), metres(*self.run[2:]), metres(*self.lift)]
        head = "edge,from,to,kind,source_id,name,difficulty,lift_type,length_m,ascent_m,descent_m,cost_ms"
        (folder / "edges.csv").write_text("\n".join([
            head, f"0,0,1,run,way/1,Kanone,intermediate,,{lengths[0]:.2f},0,0,1",
            f"1,1,2,run,way/1,Kanone,intermediate,,{lengths[1]:.2f},0,0,1",
            f"2,3,4,lift,way/2,Sessel,,chair_lift,{lengths[2]:.2f},0,0,1", f"3,1,3,connector,,,,,{5:.2f},0,0,1"]) + "\n")

    def layers(self, column):
        """The layers of the tile so many columns to the east."""
        def feature(name, number, points):
            points = [(x - 4096 * column, y) for x, y in points]
            return {"name": name, "features": [{"geometry": {"type": "LineString", "coordinates": points},
                                                "properties": self.properties[name], "id": number}]}

        if column:
            return [feature("runs", 1, [(4032, 1606), self.run[3]])]
        return [feature("runs", 1, self.run[:3] + [(4160, 1632)]), feature("lifts", 2, self.lift)]

    def tiles(self):
        return {(ZOOM, COLUMN + column, ROW): encode(self.layers(column)) for column in (0, 1)}


def encode(layers):
    return gzip.compress(mapbox_vector_tile.encode(layers, default_options={"y_coord_down": True, "check_winding_order": False}))


def pmtiles(path, tiles, **changes):
    """Writes an archive by the package's own writer."""
    header = {
        "tile_type": TileType.MVT, "tile_compression": Compression.GZIP, "center_zoom": ZOOM,
        "min_lon_e7": round(longitude(400) * 1e7), "max_lon_e7": round(longitude(5100) * 1e7),
        "min_lat_e7": round(latitude(3200) * 1e7), "max_lat_e7": round(latitude(900) * 1e7),
        "center_lon_e7": round(longitude(2000) * 1e7), "center_lat_e7": round(latitude(2000) * 1e7)} | changes
    with path.open("wb") as file:
        writer = Writer(file)
        for place, content in sorted(tiles.items(), key=lambda tile: zxy_to_tileid(*tile[0])):
            writer.write_tile(zxy_to_tileid(*place), content)
        writer.finalize(header, {"vector_layers": [{"id": name, "fields": {}} for name in ("runs", "lifts")]})


class ArchiveCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.drawn = Drawn()
        self.drawn.tables(self.folder)

    def judge(self, path):
        """The exit code and the words."""
        words, sys.argv = io.StringIO(), ["judge-tiles", str(path), "--tables", str(self.folder)]
        with contextlib.redirect_stdout(words):
            code = command.main("")
        return code, words.getvalue()

    def judged(self, tiles, **changes):
        pmtiles(self.folder / "a.pmtiles", tiles, **changes)
        return self.judge(self.folder / "a.pmtiles")

    def expect(self, word, verdict):
        self.assertEqual(verdict[0], 1, verdict[1])
        self.assertIn(word, verdict[1])


class PMTilesTests(ArchiveCase):
    def test_an_archive_of_another_writer_passes(self):
        code, words = self.judged(self.drawn.tiles())
        self.assertEqual(code, 0, words)
        self.assertIn("2 runs and lifts of the map whole", words)

    def test_a_missing_feature_is_reported(self):
        tiles = self.drawn.tiles()
        tiles[ZOOM, COLUMN, ROW] = encode(self.drawn.layers(0)[:1])
        self.expect("lifts way/2 is in no tile", self.judged(tiles))

    def test_a_missing_part_of_a_feature_is_reported(self):
        tiles = self.drawn.tiles()
        del tiles[ZOOM, COLUMN + 1, ROW]
        self.expect("runs way/1 is ", self.judged(tiles))

    def test_attributes_other_than_those_of_the_map_are_reported(self):
        for layer, name, value in (("runs", "name", "Kanon"), ("runs", "difficulty", "expert"), ("lifts", "liftType", "gondola")):
            drawn = Drawn()
            drawn.properties[layer] = drawn.properties[layer] | {name: value}
            self.expect(f"has {name} '{value}'", self.judged(drawn.tiles()))

    def test_the_harder_grade_of_overlapping_runs_passes(self):
        self.drawn.properties["runs"]["difficulty"] = "easy"
        self.assertEqual(self.judged(self.drawn.tiles())[0], 0)

    def test_a_junction_off_the_line_is_reported(self):
        drawn = Drawn()
        drawn.run = [drawn.run[0], drawn.run[1], (3000, 1430), drawn.run[3]]
        self.expect("steps beside its end or meeting", self.judged(drawn.tiles()))

    def test_a_vertex_outside_the_buffer_is_reported(self):
        tiles = self.drawn.tiles()
        layers = self.drawn.layers(1)
        layers[0]["features"][0]["geometry"]["coordinates"][0] = (-70, 1606)
        tiles[ZOOM, COLUMN + 1, ROW] = encode(layers)
        self.expect("outside of the tile", self.judged(tiles))

    def test_wrong_values_of_a_header_are_reported(self):
        tiles = self.drawn.tiles()
        self.expect("is outside of the bounds", self.judged(tiles, center_lon_e7=100))
        self.expect("steps west of what is drawn", self.judged(tiles, min_lon_e7=round(longitude(700) * 1e7)))
        self.expect("steps north of what is drawn", self.judged(tiles, max_lat_e7=round(latitude(-6000) * 1e7)))
        self.expect("not packed by gzip", self.judged(tiles, tile_compression=Compression.NONE))
        path = self.folder / "a.pmtiles"
        pmtiles(path, tiles)
        whole = path.read_bytes()
        for byte, value, word in ((72, 7, "addressed_tiles_count is 7"), (80, 7, "tile_entries_count is 7"),
                                  (88, 7, "tile_contents_count is 7"), (96, 0, "not said to be clustered"),
                                  (100, 3, "zooms are said to be (3"), (101, 15, "zooms are said to be (14, 15)")):
            path.write_bytes(whole[:byte] + bytes([value]) + whole[byte + 1:])
            self.expect(word, self.judge(path))

    def test_a_truncated_archive_and_an_altered_tile_are_reported(self):
        path = self.folder / "a.pmtiles"
        pmtiles(path, self.drawn.tiles())
        whole = path.read_bytes()
        for size in (0, 7, 100, 127, 150, len(whole) - 200, len(whole) - 1):
            path.write_bytes(whole[:size])
            self.assertEqual(self.judge(path)[0], 1, size)
        head = containers.PMTiles
        pmtiles(path, self.drawn.tiles())
        start = head(path).head["tile_data_offset"]
        for byte in range(start + 10, len(whole), 37):
            path.write_bytes(whole[:byte] + bytes([whole[byte] ^ 0x10]) + whole[byte + 1:])
            self.assertEqual(self.judge(path)[0], 1, f"byte {byte}")


class GeometryTests(unittest.TestCase):
    """Invalid commands one by one; 9 moves, 18 draws two, 15 closes."""

    def expect(self, word, kind, numbers):
        faults = shapes.geometry_faults(kind, numbers, 4096, 64)
        self.assertTrue(any(word in fault for fault in faults), f"{word}: {faults}")

    def test_valid_geometry_has_no_faults(self):
        for kind, numbers in ((1, [9, 50, 34]), (1, [17, 10, 14, 3, 9]), (2, [9, 4, 4, 18, 0, 16, 16, 0]),
                              (3, [9, 6, 12, 18, 10, 12, 24, 44, 15])):
            self.assertEqual(shapes.geometry_faults(kind, numbers, 4096, 64), [])

    def test_each_fault_of_geometry_is_reported(self):
        self.expect("no length", 2, [9, 4, 4, 18, 0, 0, 16, 0])
        self.expect("less than two vertices", 2, [9, 4, 4])
        self.expect("without a move", 2, [10, 4, 4])
        self.expect("command 2 with 0", 2, [9, 4, 4, 2])
        self.expect("command 2 with 9", 2, [9, 4, 4, 74, 0, 2])
        self.expect("command 5", 2, [13, 4, 4])
        self.expect("not closed", 3, [9, 6, 12, 18, 10, 12, 24, 44])
        self.expect("wound as a hole", 3, [9, 6, 12, 18, 34, 56, 23, 43, 15])
        self.expect("repeats its first", 3, [9, 6, 12, 26, 10, 12, 24, 44, 33, 55, 15])
        self.expect("no area", 3, [9, 0, 0, 18, 2, 2, 2, 2, 15])
        self.expect("outside", 1, [9, 8450, 0])
        self.expect("drawn on", 1, [9, 0, 0, 10, 2, 2])
        self.expect("0 parts", 2, [])

    def test_an_invalid_tile_is_reported(self):
        for content in (b"", b"no gzip", gzip.compress(b"\x1a\xff"), gzip.compress(b"")):
            self.assertTrue(shapes.Tile(content, 64).faults, content)
        raw = vector_tile_pb2.tile()
        layer = raw.layers.add(name="runs", version=2, extent=4096)
        layer.keys.extend(["a", "a"])
        for _ in range(2):
            layer.features.add(id=3, type=2, geometry=[9, 4, 4, 18, 0, 16, 16, 0])
        words = " ".join(shapes.Tile(gzip.compress(raw.SerializeToString()), 64).faults)
        self.assertIn("a key is there twice", words)
        self.assertIn("1 features share an id", words)


class MBTilesTests(ArchiveCase):
    def test_an_mbtiles_archive_is_read_by_sqlite_and_gdal(self):
        archive = self.folder / "a.pmtiles"
        pmtiles(archive, self.drawn.tiles())
        target = self.folder / "a.mbtiles"
        make_mbtiles(target, self.drawn.tiles())
        code, words = self.judge(target)
        self.assertEqual(code, 0, words)
        content = bytearray(target.read_bytes())
        target.write_bytes(content[:len(content) // 2])
        self.expect("SQLite", self.judge(target))

    def test_an_address_without_content_is_reported(self):
        target = self.folder / "a.mbtiles"
        make_mbtiles(target, self.drawn.tiles())
        with contextlib.closing(sqlite3.connect(target)) as database, database:
            database.execute("insert into map values (14, 1, 1, 77)")
            database.execute("insert into images values (99, x'00')")
        verdict = self.judge(target)
        self.expect("3 places, but 2", verdict)
        self.expect("1 contents belong to no tile", verdict)


def make_mbtiles(path, tiles):
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("create table metadata (name text primary key, value text)")
        database.execute("create table images (tile_id integer primary key, tile_data blob)")
        database.execute("create table map (zoom_level int, tile_column int, tile_row int, tile_id int)")
        database.execute("create view tiles as select zoom_level, tile_column, tile_row, tile_data from map join images using (tile_id)")
        for number, ((z, x, y), content) in enumerate(tiles.items()):
            database.execute("insert into images values (?, ?)", (number, content))
            database.execute("insert into map values (?, ?, ?, ?)", (z, x, (1 << z) - 1 - y, number))
        bounds = [longitude(400), latitude(3200), longitude(5100), latitude(900)]
        rows = {"name": "drawn", "format": "pbf", "minzoom": str(ZOOM), "maxzoom": str(ZOOM),
                "bounds": ",".join(f"{number:.7f}" for number in bounds),
                "center": f"{longitude(2000):.7f},{latitude(2000):.7f},{ZOOM}",
                "json": json.dumps({"vector_layers": [
                    {"id": name, "description": "", "minzoom": ZOOM, "maxzoom": ZOOM, "fields": {}} for name in ("runs", "lifts")]})}
        database.executemany("insert into metadata values (?, ?)", rows.items())


if __name__ == "__main__":
    unittest.main()
