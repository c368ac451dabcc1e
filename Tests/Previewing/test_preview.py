"""Archives, the server and the style of Tools/preview."""

import contextlib
import gzip
import http.client
import json
import pathlib
import re
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Tools"))

from previewing import archive as archives, screenshot, server, style  # noqa: E402
from previewing.archive import Broken, open_archive, tile_id  # noqa: E402


def varint(value):
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def directory(entries):
    """Entries (id, run, size, offset), packed."""
    out, last = varint(len(entries)), 0
    for entry in entries:
        out, last = out + varint(entry[0] - last), entry[0]
    for field in (1, 2):
        out += b"".join(varint(entry[field]) for entry in entries)
    return gzip.compress(out + b"".join(varint(entry[3] + 1) for entry in entries))


def pmtiles(path, tiles, leaf_size=None):
    """An archive of {(z, x, y): bytes}, with further directories when they are asked for."""
    data, entries = b"", []
    for place, content in sorted(tiles.items(), key=lambda item: tile_id(*item[0])):
        entries.append((tile_id(*place), 1, len(content), len(data)))
        data += content
    leaves, root = b"", entries
    if leaf_size:
        root = []
        for start in range(0, len(entries), leaf_size):
            leaf = directory(entries[start:start + leaf_size])
            root.append((entries[start][0], 0, len(leaf), len(leaves)))
            leaves += leaf
    root, meta = directory(root), gzip.compress(json.dumps({"name": "drawn", "vector_layers": [{"id": "runs"}]}).encode())
    at = [127, 127 + len(root), 127 + len(root) + len(meta), 127 + len(root) + len(meta) + len(leaves)]
    head = b"PMTiles\x03" + struct.pack("<8Q", at[0], len(root), at[1], len(meta), at[2], len(leaves), at[3], len(data))
    head += struct.pack("<3Q", len(tiles), len(entries), len(entries)) + bytes([1, 2, 2, 1, 0, 14])
    head += struct.pack("<4iB2i", 10_000_000, 420_000_000, 20_000_000, 430_000_000, 8, 15_000_000, 425_000_000)
    path.write_bytes(head + root + meta + leaves + data)


def mbtiles(path, tiles):
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("create table metadata (name text, value text)")
        database.execute("create table tiles (zoom_level int, tile_column int, tile_row int, tile_data blob)")
        database.executemany("insert into metadata values (?, ?)", [
            ("format", "pbf"), ("minzoom", "0"), ("maxzoom", "14"), ("bounds", "1,42,2,43"),
            ("json", '{"vector_layers": [{"id": "runs"}]}')])
        database.executemany("insert into tiles values (?, ?, ?, ?)", [
            (z, x, (1 << z) - 1 - y, content) for (z, x, y), content in tiles.items()])


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def drawn(self):
        return {(z, x, y): gzip.compress(f"{z}/{x}/{y}".encode()) for z in range(5) for x in range(1 << z)
                for y in range(1 << z) if (x + y) % 3}


class ArchiveTests(Scratch):
    def test_tiles_are_numbered_as_the_specification_says(self):
        first = [tile_id(0, 0, 0), tile_id(1, 0, 0), tile_id(1, 0, 1), tile_id(1, 1, 1), tile_id(1, 1, 0)]
        self.assertEqual(first, [0, 1, 2, 3, 4])
        self.assertEqual(tile_id(12, 3423, 1763), 19078479)

    def test_every_tile_is_found_and_no_other(self):
        tiles = self.drawn()
        pmtiles(self.folder / "a.pmtiles", tiles)
        pmtiles(self.folder / "b.pmtiles", tiles, leaf_size=7)
        mbtiles(self.folder / "c.mbtiles", tiles)
        for name in ("a.pmtiles", "b.pmtiles", "c.mbtiles"):
            archive = open_archive(self.folder / name)
            self.addCleanup(archive.close)
            self.assertEqual((archive.format, archive.bounds), ("pbf", [1, 42, 2, 43]))
            for z in range(6):
                for x in range(1 << z):
                    for y in range(1 << z):
                        found = archive.tile(z, x, y)
                        self.assertEqual(found and found[0], tiles.get((z, x, y)), f"{name} {z}/{x}/{y}")

    def test_a_file_that_is_not_an_archive_is_refused(self):
        for content in (b"", b"PMTiles", b"PMTiles\x02" + bytes(200), b"hello, world", b"SQLite format 3\0" + bytes(100)):
            path = self.folder / "x"
            path.write_bytes(content)
            with self.assertRaises(Broken):
                open_archive(path)
        with self.assertRaises(Broken):
            open_archive(self.folder / "nothing")

    def test_a_damaged_archive_is_read_or_refused(self):
        pmtiles(self.folder / "whole", self.drawn(), leaf_size=7)
        whole = (self.folder / "whole").read_bytes()
        random = __import__("random").Random(3)
        for _ in range(300):
            damaged = bytearray(whole[:random.choice([len(whole), random.randrange(len(whole))])])
            for _ in range(random.randrange(4)):
                if damaged:
                    damaged[random.randrange(min(len(damaged), 400))] = random.randrange(256)
            (self.folder / "x").write_bytes(damaged)
            with contextlib.suppress(Broken):
                archive = open_archive(self.folder / "x")
                with contextlib.closing(archive):
                    archive.tile(4, 3, 8)


class DecompressionLimitTests(Scratch):
    """Data that unpacks beyond the limit is reported, and no more than the limit is unpacked."""

    def bomb(self, size):
        return gzip.compress(bytes(size), 9)

    def test_a_part_is_never_unpacked_beyond_its_limit(self):
        self.assertEqual(archives.unpacked(self.bomb(1000), 1000, "x"), bytes(1000))
        self.assertEqual(archives.unpacked(self.bomb(400) + self.bomb(600), 1000, "x"), bytes(1000))
        self.assertEqual(archives.unpacked(b"", 1000, "x"), b"")
        for content in (self.bomb(1001), self.bomb(600) * 2, self.bomb(200 << 20), self.bomb(0) * 3 + self.bomb(1001)):
            with self.assertRaisesRegex(Broken, "more than 1000 bytes"):
                archives.unpacked(content, 1000, "x")
        for content in (self.bomb(500)[:-9], b"\x1f\x8b", b"hello", self.bomb(500) + b"hello"):
            with self.assertRaises(Broken):
                archives.unpacked(content, 1000, "x")

    def test_directories_and_descriptions_have_limits(self):
        pmtiles(self.folder / "a", {(0, 0, 0): b"tile"})
        whole = (self.folder / "a").read_bytes()
        for place, limit in ((8, archives.DIRECTORY_LIMIT), (24, archives.METADATA_LIMIT)):
            packed = self.bomb(limit + 1)
            head = whole[:place] + struct.pack("<2Q", len(whole), len(packed)) + whole[place + 16:]
            (self.folder / "b").write_bytes(head + packed)
            with self.assertRaisesRegex(Broken, f"more than {limit} bytes"):
                open_archive(self.folder / "b")
            claimed = whole[:place] + struct.pack("<2Q", 127, limit + 1) + whole[place + 16:]
            (self.folder / "b").write_bytes(claimed)
            with self.assertRaisesRegex(Broken, "claims"):
                open_archive(self.folder / "b")

    def test_the_cache_of_directories_is_limited(self):
        tiles = self.drawn()
        pmtiles(self.folder / "a", tiles, leaf_size=1)
        archive = open_archive(self.folder / "a")
        self.addCleanup(archive.close)
        for place in tiles:
            self.assertEqual(archive.tile(*place)[0], tiles[place])
            self.assertLessEqual(len(archive.leaves), archives.LEAF_LIMIT)

    def test_an_mbtiles_archive_with_invalid_metadata_is_refused(self):
        for name, value in (("minzoom", "many"), ("bounds", "a,b"), ("json", "{"), ("json", "[" * 100_000)):
            path = self.folder / f"{name}{len(value)}"
            mbtiles(path, {})
            with contextlib.closing(sqlite3.connect(path)) as database, database:
                database.execute("update metadata set value=? where name=?", (value, name))
            with self.assertRaises(Broken):
                open_archive(path)


class OutputTests(Scratch):
    def test_a_screenshot_never_replaces_an_input(self):
        pmtiles(self.folder / "a.pmtiles", {(0, 0, 0): b"tile"})
        pmtiles(self.folder / "h.pmtiles", {(0, 0, 0): b"tile"})
        (self.folder / "link").symlink_to("a.pmtiles")
        (self.folder / "twin").hardlink_to(self.folder / "h.pmtiles")
        for name in ("a.pmtiles", "h.pmtiles", "link", "twin", "../" + self.folder.name + "/a.pmtiles"):
            done = subprocess.run(
                [sys.executable, "-B", ROOT / "Tools" / "preview", self.folder / "a.pmtiles", "--heights",
                 self.folder / "h.pmtiles", "--screenshot", self.folder / name], capture_output=True, text=True)
            self.assertIn("is an input; choose another name", done.stderr)
            self.assertEqual(done.returncode, 1)
            open_archive(self.folder / "a.pmtiles").close()

    def test_other_files_beside_a_screenshot_are_unchanged(self):
        for name in ("o.png.part", "o.png."):
            (self.folder / name).write_text("mine")
        screenshot.put(self.folder / "o.png", b"picture")
        self.assertEqual((self.folder / "o.png").read_bytes(), b"picture")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["o.png", "o.png.", "o.png.part"])
        with self.assertRaises(OSError):
            (self.folder / "folder").mkdir()
            screenshot.put(self.folder / "folder", b"picture")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["folder", "o.png", "o.png.", "o.png.part"])


class BrowserTests(unittest.TestCase):
    def test_the_sandbox_is_disabled_for_root_only(self):
        self.assertIn("--no-sandbox", screenshot.flags(0))
        self.assertNotIn("--no-sandbox", screenshot.flags(1000))
        self.assertEqual([flag for flag in screenshot.flags(0) if flag != "--no-sandbox"], screenshot.flags(1000))


class ServerTests(Scratch):
    def setUp(self):
        super().setUp()
        pmtiles(self.folder / "a.pmtiles", self.drawn())
        (self.folder / "maplibre-gl.js").write_text("script")
        archive = open_archive(self.folder / "a.pmtiles")
        self.addCleanup(archive.close)
        self.server = server.make({"vector": archive}, self.folder)
        self.addCleanup(self.server.server_close)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.shutdown)

    def get(self, path, **headers):
        url = f"http://127.0.0.1:{self.server.server_address[1]}{path}"
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=10) as answer:
            return answer.status, answer.headers, answer.read()

    def test_a_tile_is_served_compressed_or_decompressed(self):
        status, headers, content = self.get("/vector/4/3/8.pbf", **{"Accept-Encoding": "gzip"})
        self.assertEqual((status, headers["Content-Encoding"], gzip.decompress(content)), (200, "gzip", b"4/3/8"))
        self.assertEqual(self.get("/vector/4/3/8.pbf")[2], b"4/3/8")
        self.assertEqual(self.get("/vector/4/3/9.pbf")[0], 204)

    def test_the_page_and_all_it_requests_are_served(self):
        self.assertIn(b"maplibre-gl.js", self.get("/")[2])
        self.assertEqual(self.get("/maplibre-gl.js")[2], b"script")
        self.assertIn(b"drawGlyphs", self.get("/glyphs.js")[2])
        self.assertEqual(json.loads(self.get("/about.json")[2])["bounds"], [1, 42, 2, 43])
        made = json.loads(self.get("/vector.json")[2])
        self.assertIn("OpenStreetMap", made["attribution"])
        self.assertRegex(made["tiles"][0], r"^http://127\.0\.0\.1:\d+/vector/\{z\}/\{x\}/\{y\}\.pbf$")

    def test_a_style_has_only_layers_of_the_archive(self):
        for look in ("light", "dark"):
            layers = json.loads(self.get(f"/style-{look}.json")[2])["layers"]
            self.assertEqual({layer.get("source-layer") for layer in layers}, {None, "runs"})

    def ask(self, *hosts, path="/about.json"):
        """The status of an answer to a request with these Host headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_address[1], timeout=10)
        self.addCleanup(connection.close)
        connection.putrequest("GET", path, skip_host=True)
        for host in hosts:
            connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read()

    def test_a_request_with_another_host_name_is_refused(self):
        port = self.server.server_address[1]
        for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
            self.assertEqual(self.ask(host)[0], 200, host)
        others = [(), ("127.0.0.1",), ("evil.example",), (f"evil.example:{port}",), (f"127.0.0.1:{port + 1}",), ("",),
                  (f"127.0.0.1:{port}.evil.example",), (f"localhost:{port}", "evil.example"),
                  ("evil.example", f"localhost:{port}"), (f"localhost:{port}", f"localhost:{port}"), (f"[::1]:{port}",)]
        for hosts in others:
            for path in ("/", "/about.json", "/vector/4/3/8.pbf", "/style-light.json"):
                status, content = self.ask(*hosts, path=path)
                self.assertEqual(status, 421, f"{hosts} {path}")
                self.assertNotIn(b"runs", content)

    def test_a_tile_above_the_decompression_limit_is_an_error(self):
        pmtiles(self.folder / "b.pmtiles", {(0, 0, 0): gzip.compress(bytes(archives.TILE_LIMIT + 1), 9)})
        archive = open_archive(self.folder / "b.pmtiles")
        self.addCleanup(archive.close)
        self.server.RequestHandlerClass.archives = {"vector": archive}
        with self.assertRaises(urllib.error.HTTPError) as found:
            self.get("/vector/0/0/0.pbf")
        self.assertEqual(found.exception.code, 500)

    def test_nothing_else_is_served(self):
        for path in ("/../server.py", "/%2e%2e/server.py", "/etc/passwd", "/vector/4/99/0.pbf", "/vector/99/0/0.pbf",
                     "/heights/0/0/0.png", "/style-pink.json", "/vector/4/3/8.exe"):
            with self.assertRaises(urllib.error.HTTPError) as found:
                self.get(path)
            self.assertEqual(found.exception.code, 404, path)


class StyleTests(unittest.TestCase):
    def test_the_light_and_dark_styles_differ_in_paint_only(self):
        both = [style.style(name, "v", "h") for name in ("light", "dark")]
        shapes = [[(layer["id"], layer["type"], layer.get("source"), layer.get("source-layer"), layer.get("layout"))
                   for layer in made["layers"]] for made in both]
        self.assertEqual(shapes[0], shapes[1])
        self.assertNotEqual(both[0], both[1])
        self.assertEqual(style.LIGHT.keys(), style.DARK.keys())

    def test_each_layer_has_a_unique_id_and_an_existing_source(self):
        made = style.style("light", "v", "h")
        names = [layer["id"] for layer in made["layers"]]
        self.assertEqual(len(names), len(set(names)))
        for layer in made["layers"]:
            self.assertTrue(layer["type"] == "background" or layer["source"] in made["sources"])

    def test_labels_and_lines_have_contrast_with_the_background(self):
        for palette in style.PALETTES.values():
            for name in ("text", "liftText"):
                self.assertGreater(contrast(palette[name], palette["background"]), 7, name)
            for name in ("green", "blue", "red", "lift"):
                self.assertGreater(contrast(palette[name], palette["background"]), 3, name)


def contrast(one, other):
    """The ratio WCAG 2.1 defines."""
    def light(colour):
        shares = [int(part, 16) / 255 for part in re.findall("..", colour[1:])]
        parts = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    dark, bright = sorted([light(one), light(other)])
    return (bright + 0.05) / (dark + 0.05)


if __name__ == "__main__":
    unittest.main()
