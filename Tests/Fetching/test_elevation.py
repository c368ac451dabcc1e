"""Elevation tiles: choice, validity, and missing ones."""

import os
import signal
import struct
import subprocess
import threading
import time
import unittest
import zlib

from hostile_server import in_turn, response, serving
from support import PATIENT, PYTHON, QUICK, TOOLS, Case, environment, interruptible, run

from fetching import png, terms, tiles
from fetching.bounds import Box

BOX = "45.3,6.4,45.5,6.7"  # 4 columns by 4 rows at zoom 12


def chunk(name, content):
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def tile(height=2000, side=256, colours=2, depth=8):
    """A PNG tile of one height, as Terrarium has it."""
    value = height + 32768
    row = b"\0" + bytes((value >> 8, value & 255, 0)) * side
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, depth, colours, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(row * side)) + chunk(b"IEND", b""))


TILE = tile()


class TileCase(Case):
    def setUp(self):
        super().setUp()
        self.serve_tiles()

    def serve_tiles(self, behaviour=None):
        self.server.routes["*"] = behaviour or serving(
            TILE, kind="image/png", keeps=True, modified="Sat, 01 Nov 2025 00:00:00 GMT")

    def fetch(self, *arguments, net=PATIENT, box=BOX):
        return run("fetch-elevation", box, "-o", self.data, "--base-url", self.server.address, *net, *arguments)


class ElevationTests(TileCase):
    def test_all_tiles_of_a_box_are_fetched_with_their_licence(self):
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        wanted = [f"12/{x}/{y}.png" for x, y in tiles.covering(Box.parse(BOX), 12)]
        self.assertEqual(self.names(), sorted([*wanted, "SOURCE.json"]))
        self.assertIn(f"{len(wanted)} tiles of zoom 12 cover", ran.err)
        self.assertRegex(ran.err, r"about [\d.]+ MB")
        self.assertIn("https://github.com/tilezen/joerd/blob/master/docs/attribution.md", ran.err)
        self.assertIn(f"{len(wanted)} tiles fetched", ran.out)
        source = self.source()
        self.assertEqual(source["name"], "Terrain Tiles")
        for words in ("Geological Survey", "EU-DEM", "Kartverket", "INEGI", "Mapzen"):
            self.assertIn(words, source["attribution"])
        self.assertTrue(all("SkiRoute" in request.headers["user-agent"] for request in self.server.received))
        self.assertLessEqual(self.server.most_at_once, 2)

    def test_tiles_that_state_their_sources_are_attributed_to_them(self):
        self.serve_tiles(response(200, TILE, Content_Length=len(TILE), **{terms.IMAGERY_HEADER: "eudem/a.tif, srtm/b.tif"}))
        self.assertEqual(self.fetch().code, 0)
        self.assertEqual(self.source()["imagerySources"], ["eudem", "srtm"])
        self.assertNotIn("INEGI", self.source()["attribution"])
        self.assertIn("EU-DEM", self.source()["attribution"])
        self.serve_tiles(response(200, TILE, Content_Length=len(TILE), **{terms.IMAGERY_HEADER: "another/new.tif"}))
        self.assertEqual(self.fetch("--zoom", 11).code, 0)
        self.assertIn("INEGI", self.source()["attribution"], "a source we don't know calls for all")

    def test_existing_tiles_are_skipped_and_refreshed_by_their_date(self):
        self.fetch()
        before = len(self.server.received)
        ran = self.fetch()
        self.assertIn("0 tiles fetched", ran.out)
        self.assertEqual(len(self.server.received), before)
        ran = self.fetch("--refresh")
        self.assertEqual(ran.code, 0, ran.err)
        self.assertIn(f"{before} still the newest", ran.out)
        self.assertEqual(self.server.received[-1].headers["if-modified-since"], "Sat, 01 Nov 2025 00:00:00 GMT")
        self.serve_tiles(serving(tile(100), modified="Sun, 02 Nov 2025 00:00:00 GMT"))
        self.assertIn(f"{before} tiles fetched", self.fetch("--refresh").out)

    def test_a_folder_of_other_data_is_refused(self):
        self.data.mkdir()
        (self.data / "SOURCE.json").write_text('{"version": 1, "name": "OpenSkiMap"}')
        ran = self.fetch()
        self.assertEqual(ran.code, 64)
        self.assertIn("holds data of OpenSkiMap", ran.err)
        self.assertEqual((self.data / "SOURCE.json").read_text(), '{"version": 1, "name": "OpenSkiMap"}')

    def test_the_folder_of_an_area_gives_its_box(self):
        place = self.home / "area"
        place.mkdir()
        (place / "SOURCE.json").write_text(f'{{"version": 1, "name": "OpenSkiMap", "bounds": "{BOX}"}}')
        self.assertEqual(self.fetch(box=str(place)).code, 0)
        self.assertEqual(len(self.server.received), tiles.count(Box.parse(BOX), 12))

    def test_missing_tiles_are_counted_and_listed(self):
        (x, y), *_ = tiles.covering(Box.parse(BOX), 12)
        self.server.routes[f"/12/{x}/{y}.png"] = response(404, b"", Content_Length=0)
        self.server.routes[f"/12/{x}/{y + 1}.png"] = response(403, b"", Content_Length=0)
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        self.assertIn("2 missing", ran.out)
        self.assertIn(f"missing: 12/{x}/{y}", ran.err)
        self.assertEqual(self.source()["missing"], [f"12/{x}/{y}", f"12/{x}/{y + 1}"])

    def test_a_server_without_any_tile_gives_exit_code_66(self):
        self.serve_tiles(response(404, b"", Content_Length=0))
        ran = self.fetch()
        self.assertEqual(ran.code, 66)
        self.assertIn("none of the", ran.err)

    def test_each_invalid_response_has_its_exit_code_and_writes_no_tile(self):
        damaged = TILE[:60] + bytes([TILE[60] ^ 1]) + TILE[61:]
        cases = [
            ("HTML", response(200, b"<html>login", Content_Length=11), 65, "HTML"),
            ("a JPEG", response(200, b"\xff\xd8\xff\xe0", Content_Length=4), 65, "not PNG"),
            ("cut off, and says so", response(200, TILE[:-20], Content_Length=len(TILE) - 20), 65, "cut off"),
            ("cut off", response(200, TILE[:-20], Content_Length=len(TILE)), 69, "broke off"),
            ("a bit flipped", response(200, damaged, Content_Length=len(TILE)), 65, "damaged"),
            ("bytes behind", response(200, TILE + b"x", Content_Length=len(TILE) + 1), 65, "after its end"),
            ("512 pixels", response(200, tile(side=512)), 65, "512 x 512"),
            ("shades of grey", response(200, tile(colours=0)), 65, "kind 0"),
            ("16 bits", response(200, tile(depth=16)), 65, "16 bits"),
            ("a claim of 10^15", response(200, TILE, Content_Length=10 ** 15), 65, "at most"),
            ("without end", response(200, TILE + bytes(3_000_000)), 65, "beyond"),
            ("gzip", response(200, TILE, Content_Encoding="gzip"), 65, "gzip"),
            ("nothing", response(200, b"", Content_Length=0), 65, "not PNG"),
            ("a stall", lambda reply: reply.hang(), 69, "in time"),
            ("a reset", lambda reply: reply.reset(), 69, "reset|closed"),
            ("503", response(503, b"", Content_Length=0), 69, "503"),
            ("a circle", response(302, b"", Location="/12/0/0.png", Content_Length=0), 65, "circle"),
            ("to file://", response(302, b"", Location="file:///etc/passwd", Content_Length=0), 65, "file:///etc/passwd"),
        ]
        rows = []
        for name, behaviour, code, words in cases:
            with self.subTest(lie=name):
                self.serve_tiles(behaviour)
                ran = self.fetch("--zoom", 6, net=QUICK)
                self.assertEqual(ran.code, code, ran.err)
                self.assertRegex(ran.err, words)
                self.assertNotIn("Traceback", ran.err)
                self.assertEqual(self.names(), ["SOURCE.json"])
                said = ran.err.strip().splitlines()[-1].replace(self.server.address, "http://127.0.0.1")
                rows.append(f"| tile: {name} | {code} | nothing | {said[:150]} |")
        if os.environ.get("SKIROUTE_FETCH_TABLE"):
            with open(os.environ["SKIROUTE_FETCH_TABLE"] + ".tiles", "w", encoding="utf-8") as file:
                file.write("\n".join(rows) + "\n")

    def test_a_tile_that_fails_once_is_fetched_again(self):
        self.serve_tiles(in_turn(lambda reply: reply.reset(), response(503, b"", Content_Length=0), serving(TILE)))
        ran = self.fetch("--zoom", 6)
        self.assertEqual(ran.code, 0, ran.err)
        self.assertIn("1 tiles fetched", ran.out)

    def test_an_interrupted_run_is_continued(self):
        served = []
        lock = threading.Lock()

        def five_then_none(reply):
            with lock:
                served.append(reply.request.path)
                mine = len(served)
            return serving(TILE)(reply) if mine <= 5 else reply.hang()
        for how, code in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
            with self.subTest(how=how):
                served.clear()
                self.serve_tiles(five_then_none)
                there = len(list(self.data.rglob("*.png")))
                process = subprocess.Popen(
                    [*PYTHON, str(TOOLS / "fetch-elevation"), BOX, "-o", str(self.data), "--base-url",
                     self.server.address], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                    preexec_fn=interruptible)
                end = time.monotonic() + 20
                while len(list(self.data.rglob("*.png"))) < there + 5 and time.monotonic() < end:
                    time.sleep(0.02)
                process.send_signal(how)
                _, said = process.communicate(timeout=20)
                self.assertEqual(process.returncode, code, said.decode())
                self.assertNotIn(b"Traceback", said)
        kept = {"/" + str(path.relative_to(self.data)) for path in self.data.rglob("*.png")}
        asked = []

        def recording(reply):
            asked.append(reply.request.path)
            return serving(TILE)(reply)
        self.serve_tiles(recording)
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        wanted = {f"/12/{x}/{y}.png" for x, y in tiles.covering(Box.parse(BOX), 12)}
        # Sets: the server may read a request of an ended process late, which is of a tile that was not kept.
        self.assertGreater(len(kept), 5)
        self.assertLess(len(kept), len(wanted))
        self.assertEqual(set(asked), wanted - kept)
        self.assertEqual({"/" + str(path.relative_to(self.data)) for path in self.data.rglob("*.png")}, wanted)

    def test_usage_errors_give_exit_code_64(self):
        for arguments, words in ((["--zoom", 14], "0 to 13"), (["--zoom", -1], "0 to 13"), (["--connections", 5], "1 to 4"),
                                 (["--zoom", "x"], "zoom")):
            ran = self.fetch(*arguments)
            self.assertEqual(ran.code, 64, ran.err)
            self.assertIn(words, ran.err)
        for box in ("1,2,3", "46,6,45,7", "nowhere", "45,6,46,181", "nan,1,2,3", str(self.home)):
            self.assertEqual(self.fetch(box=box).code, 64, box)
        ran = self.fetch(box="40,0,50,20")
        self.assertEqual(ran.code, 64)
        self.assertRegex(ran.err, r"\d+ tiles are more than 4000.*--force")
        self.assertEqual(self.fetch("--force", box="-90,-180,90,180").code, 64, "force has a limit too")
        self.assertEqual(self.server.received, [])


class GridTests(unittest.TestCase):
    """The tiles that cover a box."""

    def test_known_tiles(self):
        self.assertEqual(list(tiles.covering(Box(46.069632, -4.921875, 46.069632, -4.921875), 10)), [(498, 364)])
        self.assertEqual(list(tiles.covering(Box(0, 0, 0, 0), 0)), [(0, 0)])

    def test_the_antimeridian_the_poles_and_the_edges(self):
        self.assertEqual({x for x, _ in tiles.covering(Box(66, 179.9, 66.1, -179.9), 8)}, {255, 0})
        self.assertEqual({y for _, y in tiles.covering(Box(-90, 0, 90, 0), 3)}, set(range(8)))
        self.assertEqual(tiles.count(Box(-90, -180, 90, 180), 5), 4 ** 5)
        self.assertEqual(list(tiles.covering(Box(0, 180, 0, 180), 4)), [(15, 8)])
        wrapped = list(tiles.covering(Box(0, 1, 0, 0.9), 3))
        self.assertEqual(len(wrapped), len(set(wrapped)), "each tile once")

    def test_every_place_of_a_box_is_covered(self):
        box = Box(45.3, 6.4, 45.5, 6.7)
        have = set(tiles.covering(box, 12))
        for n in range(50):
            at = (tiles.column(box.west + n * 0.3 / 49, 12), tiles.row(box.south + n * 0.2 / 49, 12))
            self.assertIn(at, have)

    def test_a_real_tile_passes(self):
        png.check_tile(TILE)
        png.check_tile(tile(colours=6))


if __name__ == "__main__":
    unittest.main()
