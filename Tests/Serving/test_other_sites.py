#!/usr/bin/env python3
"""The server for other websites: scripts of other origins, whole addresses behind a proxy, conditions, compressed texts, other readers.

Unmodified MapLibre GL in Chromium draws the tiles from another origin and behind nginx; GDAL reads them by their TileJSON.
SKIROUTE_BROWSER=1 makes the absence of Chromium, MapLibre GL and nginx an error (Tools/setup --browser --page), SKIROUTE_GDAL=1 that of
GDAL (--judges). SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release.
"""

import contextlib
import ctypes
import gzip
import http.server
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.parse

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "Tools")]

import browser  # noqa: E402
import page_case  # noqa: E402
from serving import process, stores, trips  # noqa: E402
from serving.process import COMMAND, SERVER, TRIP, token  # noqa: E402

FOREIGN = "https://other.example"
# The tiles of the sample mountain that a page asks for at the zooms 12 to 14.
AROUND = [(zoom, column, row) for zoom in (12, 13, 14) for column in range(1991 << zoom - 12, 1993 << zoom - 12)
          for row in range(1454 << zoom - 12, 1456 << zoom - 12)]
NGINX = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
NO_NGINX = None if NGINX else "nginx isn't there; Tools/setup --browser installs it"
OGRINFO = shutil.which("ogrinfo")
BROTLI = None
with contextlib.suppress(OSError):
    BROTLI = ctypes.CDLL("libbrotlidec.so.1")
ROUTE = "/v1/route?from=Montsoleil&to=Aurore"
TEXTS = ["/v1/map", ROUTE, "/v1/lifts", "/openapi.json", "/tiles/ski.json", "/", "/page/main.js", "/page/page.css", "/page/icon.svg",
         "/styles/winter-light.json"]


def lower(fields):
    return {name.lower(): value for name, value in fields.items()}


class Server(process.Server):
    """A server that is asked again when a busy machine took longer than it lets one wait."""

    def ask(self, *request, **options):
        for _ in range(20):
            answer = super().ask(*request, **options)
            if answer[0] != 504:
                break
        return answer


def until_answered(server):
    """Asks for a route until a busy machine answers in time, so that it does later on."""
    trips.until(lambda: server.ask(ROUTE)[0] == 200, "an answer")


class OriginTests(unittest.TestCase):
    """Scripts of other origins."""

    def ask(self, server, target, origin=FOREIGN, method="GET", body=None, **fields):
        headers = {**({"Origin": origin} if origin else {}), **{name.replace("_", "-"): value for name, value in fields.items()}}
        status, answered, body = server.ask(target, method, body, headers)
        return status, lower(answered), body

    def preflight(self, server, target, method="GET", origin=FOREIGN, headers="range"):
        return self.ask(server, target, origin, "OPTIONS", Access_Control_Request_Method=method, Access_Control_Request_Headers=headers)

    def test_what_is_public_is_read_by_any_origin_and_nothing_else_is(self):
        with Server("--page", ROOT / "Data" / "Page") as server:
            for target in [*TEXTS, "/tiles/ski/12/1991/1455", "/tiles/ski/14/0/0"]:
                for origin in (FOREIGN, None, "null"):
                    status, fields, _ = self.ask(server, target, origin)
                    self.assertLess(status, 300, target)
                    self.assertEqual(fields["access-control-allow-origin"], "*", target)
                    if not origin:
                        self.assertNotIn("access-control-expose-headers", fields)
                        continue
                    self.assertLessEqual({"etag", "content-range", "accept-ranges", "skiroute-words"},
                                         set(fields["access-control-expose-headers"].lower().split(", ")), target)
                    self.assertNotIn("access-control-allow-credentials", fields)
            problems = [("/v1/route", 400), ("/v1/nothing", 404), ("/tiles/ski/1/2/3", 400), ("/v1/places?query=" + "a" * 5000, 414)]
            for target, expected in problems:
                status, fields, _ = self.ask(server, target)
                self.assertEqual((status, fields.get("access-control-allow-origin")), (expected, "*"), target)
            question = json.dumps({"from": "Montsoleil", "to": "Aurore"})
            status, fields, _ = self.ask(server, "/v1/route", method="POST", body=question, Content_Type="application/json")
            self.assertEqual((status, fields["access-control-allow-origin"]), (200, "*"))
            for target in ("/v1/grants", f"/v1/trips/{TRIP}/people?all=true", "/v1/audit", f"/v1/stream?trip={TRIP}"):
                status, fields, _ = self.ask(server, target)
                self.assertEqual((status, fields.get("access-control-allow-origin")), (401, None), target)
                if "stream" not in target:
                    status, fields, _ = self.ask(server, target, Authorization=f"Bearer {token('anna')}")
                    self.assertIn(status, (200, 400, 403), target)
                    self.assertNotIn("access-control-allow-origin", fields, target)
            status, fields, _ = self.ask(server, "/v1/grants", method="DELETE")
            self.assertEqual((status, fields.get("access-control-allow-origin")), (405, None))
            status, fields, _ = self.ask(server, "/v1/map", method="DELETE")
            self.assertEqual((status, fields.get("access-control-allow-origin")), (405, "*"))

    def test_a_preflight_allows_what_the_access_of_a_route_does(self):
        with Server() as server:
            public = [("/v1/route", "POST"), ("/v1/match", "POST"), ("/tiles/ski.json", "GET"), ("/archives/a.pmtiles", "GET")]
            for target, method in public:
                status, fields, body = self.preflight(server, target, method)
                self.assertEqual((status, body, fields["access-control-allow-origin"]), (204, b"", "*"), target)
                self.assertIn(method, fields["access-control-allow-methods"].split(", "))
                allowed = fields["access-control-allow-headers"].lower().split(", ")
                self.assertLessEqual({"range", "if-none-match", "if-match", "content-type"}, set(allowed))
                self.assertNotIn("authorization", allowed)
                self.assertNotIn("access-control-allow-credentials", fields)
                self.assertGreater(int(fields["access-control-max-age"]), 0)
            for target, method in (("/v1/grants", "POST"), (f"/v1/stream?trip={TRIP}", "GET"), ("/v1/me", "DELETE")):
                status, fields, _ = self.preflight(server, target, method)
                self.assertEqual((status, fields.get("access-control-allow-origin")), (403, None), target)
            self.assertEqual(self.preflight(server, "/v1/nothing")[0], 404)

    def test_named_origins_alone_read_what_is_there(self):
        named = "https://own.example"
        with Server("--origin", named + ":443", "--origin", "http://localhost:9000") as server:
            for target in ("/v1/map", "/tiles/ski.json", "/tiles/ski/14/0/0", "/v1/nothing"):
                for origin, allowed in ((named, named), ("http://localhost:9000", "http://localhost:9000"), (FOREIGN, None), (None, None),
                                        (named + ".evil.example", None), ("http://own.example", None), ("null", None)):
                    _, fields, _ = self.ask(server, target, origin)
                    self.assertEqual(fields.get("access-control-allow-origin"), allowed, (target, origin))
                    self.assertIn("origin", fields["vary"].lower(), (target, origin))
                    self.assertNotIn("access-control-allow-credentials", fields)
            own = {"Authorization": f"Bearer {token('anna')}"}
            self.assertEqual(self.ask(server, "/v1/grants", named, **own)[1]["access-control-allow-origin"], named)
            self.assertEqual(self.ask(server, "/v1/grants", named)[1]["access-control-allow-origin"], named)
            self.assertNotIn("access-control-allow-origin", self.ask(server, "/v1/grants", FOREIGN, **own)[1])
            status, fields, _ = self.preflight(server, "/v1/grants", "POST", named, "authorization")
            self.assertEqual((status, fields["access-control-allow-origin"]), (204, named))
            self.assertIn("Authorization", fields["access-control-allow-headers"].split(", "))
            self.assertNotIn("Authorization", self.preflight(server, "/v1/map", "GET", named)[1]["access-control-allow-headers"])
            for target in ("/v1/grants", "/v1/map"):
                self.assertEqual(self.preflight(server, target, origin=FOREIGN)[0], 403, target)

    def test_a_question_with_a_token_is_for_named_origins(self):
        with trips.running(stores.SQLiteStore) as (server, _):
            until_answered(server)
            status, tokens = server.call("/v1/login/development", None, "POST", {"name": "Anna"})
            self.assertEqual(status, 200)
            own = {"Authorization": f"Bearer {tokens['access']}"}
            status, fields, _ = self.ask(server, ROUTE, **own)
            self.assertEqual((status, fields.get("access-control-allow-origin")), (200, None))
            self.assertEqual(self.ask(server, ROUTE)[1]["access-control-allow-origin"], "*")
            status, fields, _ = self.ask(server, "/v1/login/refresh", method="POST", body="{}", Content_Type="application/json")
            self.assertNotIn("access-control-allow-origin", fields)

    def test_what_is_no_origin_and_no_address_is_refused(self):
        cases = [("--origin", "*"), ("--origin", "own.example"), ("--origin", "https://own.example/path"), ("--origin", "https://a b"),
                 ("--public-url", "own.example"), ("--public-url", "ftp://own.example"), ("--public-url", "https://own.example/?a"),
                 ("--public-url", "https://user@own.example")]
        for option in cases:
            done = subprocess.run([SERVER, "--map", ROOT / "missing.skimap", *option], capture_output=True, text=True, timeout=60)
            self.assertNotEqual(done.returncode, 0, option)
            self.assertRegex(done.stderr, "error: .* is none; write https://", option)


class AddressTests(unittest.TestCase):
    """Whole addresses in the TileJSON."""

    def document(self, server, target="/tiles/ski.json", **fields):
        status, answered, body = server.ask(target, headers={name.replace("_", "-"): value for name, value in fields.items()})
        self.assertEqual(status, 200, body)
        return json.loads(body)["tiles"], lower(answered)

    def test_the_host_of_a_request_is_the_address(self):
        with Server(keys=False) as server:
            self.assertEqual(self.document(server)[0], [server.url + "tiles/ski/{z}/{x}/{y}"])
            tiles, fields = self.document(server, Host="Maps.example:8443")
            self.assertEqual(tiles, ["http://maps.example:8443/tiles/ski/{z}/{x}/{y}"])
            other, other_fields = self.document(server, Host="[::1]:80", X_Forwarded_Host="evil.example", X_Forwarded_Proto="https",
                                                X_Forwarded_Prefix="/evil", Forwarded="host=evil.example;proto=https")
            self.assertEqual(other, ["http://[::1]/tiles/ski/{z}/{x}/{y}"])
            self.assertNotEqual(fields["etag"], other_fields["etag"])

    def test_a_host_that_is_none_is_refused(self):
        with Server(keys=False) as server:
            for host in ("a b", "a/b", "a@b", "a?b", "a#b", 'a"b', "a<b", "[::1", "[::g]", "a:b", "a:0", "a:99999", "a:1:2", "%61", "a,b"):
                for target in ("/v1/map", "/tiles/ski.json"):
                    self.assertEqual(server.ask(target, headers={"Host": host})[0], 400, (target, host))

    def test_a_trusted_proxy_tells_the_address_and_caches_are_told(self):
        with Server("--proxy", "127.0.0.1", keys=False) as server:
            cases = [
                ({"X_Forwarded_Proto": "https", "X_Forwarded_Host": "maps.example", "X_Forwarded_Prefix": "/ski/"},
                 "https://maps.example/ski"),
                ({"X_Forwarded_Proto": "https"}, f"https://127.0.0.1:{server.port}"),
                ({"X_Forwarded_Host": "evil.example, maps.example:8443"}, "http://maps.example:8443"),
                ({"Forwarded": 'for=192.0.2.1;proto=https;host="maps.example:8443"', "X_Forwarded_Host": "other.example"},
                 "https://maps.example:8443"),
                ({"Forwarded": "host=evil.example;proto=http, for=192.0.2.1;Host=maps.example ; PROTO=https, for=127.0.0.1;host=inner"},
                 "https://maps.example"),
                ({"Forwarded": "for=192.0.2.1;host=maps.example", "X_Forwarded_Prefix": "/a/b%20c"}, "http://maps.example/a/b%20c"),
                ({}, f"http://127.0.0.1:{server.port}"),
            ]
            tags = set()
            for fields, root in cases:
                tiles, answered = self.document(server, **fields)
                self.assertEqual(tiles, [root + "/tiles/ski/{z}/{x}/{y}"])
                self.assertLessEqual({"forwarded", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-prefix"},
                                     set(answered["vary"].lower().split(", ")))
                tags.add(answered["etag"])
            self.assertEqual(len(tags), len(cases))
            for name, value in (("X-Forwarded-Host", "a b"), ("X-Forwarded-Proto", "javascript"), ("X-Forwarded-Prefix", "//evil.example"),
                                ("X-Forwarded-Prefix", "ski"), ("X-Forwarded-Prefix", "/../x"), ("X-Forwarded-Prefix", '/"x'),
                                ("Forwarded", 'host="a\\"b"')):
                self.assertEqual(server.ask("/tiles/ski.json", headers={name: value})[0], 400, (name, value))

    def test_the_operator_names_the_address_and_names_are_encoded(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder) / "Süd & Ost?.pmtiles"
            done = subprocess.run([COMMAND, "tiles", "-o", archive], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with Server("--public-url", "https://Maps.example/ski/", "--proxy", "127.0.0.1", "--archive", archive, keys=False) as server:
                name = urllib.parse.quote("Süd & Ost?")
                tiles, fields = self.document(server, f"/tiles/{name}.json", X_Forwarded_Host="evil.example")
                self.assertEqual(tiles, [f"https://maps.example/ski/tiles/{name}/{{z}}/{{x}}/{{y}}"])
                self.assertNotIn("forwarded", fields["vary"].lower())
                self.assertTrue(fields["etag"].isascii())
                self.assertEqual(server.ask(f"/tiles/{name}/12/1991/1455")[0], 200)


class ConditionTests(unittest.TestCase):
    """If-Match, If-Range and the tags of encodings."""

    def test_content_of_another_tag_is_refused_first(self):
        targets = ["/v1/map", ROUTE, "/tiles/ski.json", "/tiles/ski/12/1991/1455", "/tiles/ski/14/0/0", "/openapi.json", "/page/main.js"]
        with Server("--page", ROOT / "Data" / "Page") as server:
            for target in targets:
                tag = server.ask(target)[1]["ETag"]
                for wanted, status in ((tag, 200), (f'"x", {tag}', 200), ("*", 200), ('"x"', 412), (f"W/{tag}", 412)):
                    answered, fields, body = server.ask(target, headers={"If-Match": wanted})
                    self.assertEqual(answered if answered != 204 else 200, status, (target, wanted))
                    if status == 412:
                        self.assertEqual(json.loads(body)["code"], "preconditionFailed")
                        self.assertEqual(fields["Access-Control-Allow-Origin"], "*")
                self.assertEqual(server.ask(target, headers={"If-Match": '"x"', "If-None-Match": tag})[0], 412, target)
                self.assertEqual(server.ask(target, headers={"If-Match": tag, "If-None-Match": f"W/{tag}"})[0], 304, target)
            self.assertEqual(server.ask("/v1/lifts", headers={"If-Match": '"x"'})[0], 412)
            self.assertEqual(server.ask("/v1/nothing", headers={"If-Match": '"x"'})[0], 404)

    def test_nothing_is_changed_for_another_tag(self):
        with Server() as server:
            own = {"Authorization": f"Bearer {token('anna')}", "Content-Type": "application/json"}
            grant = json.dumps({"trip": TRIP, "audience": "trip", "precision": "exact", "until": trips.stamp(time.time() + 3600),
                                "onlyInsideSkiArea": False})
            status, _, body = server.ask("/v1/grants", "POST", grant, {**own, "If-Match": '"x"'})
            self.assertEqual((status, json.loads(body)["code"]), (412, "preconditionFailed"))
            self.assertEqual(server.call("/v1/grants", token("anna"))[1]["grants"], [])
            self.assertNotEqual(server.ask("/v1/grants", "POST", grant, {**own, "If-Match": "*"})[0], 412)

    def test_ranges_of_archives_heed_conditions(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder) / "area.pmtiles"
            done = subprocess.run([COMMAND, "tiles", "-o", archive], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with Server("--archive", archive, keys=False) as server:
                target = "/archives/area.pmtiles"
                tag = server.ask(target)[1]["ETag"]
                part = {"Range": "bytes=0-6"}
                self.assertEqual(server.ask(target, headers={**part, "If-Match": tag})[::2], (206, b"PMTiles"))
                self.assertEqual(server.ask(target, headers={**part, "If-Match": '"x"'})[0], 412)
                self.assertEqual(server.ask(target, headers={"Range": "bytes=999999999-", "If-Match": '"x"'})[0], 412)
                self.assertEqual(server.ask(target, headers={**part, "If-Range": tag})[0], 206)
                for older in ('"x"', f"W/{tag}", "Sat, 28 Nov 2026 00:00:00 GMT"):
                    self.assertEqual(server.ask(target, headers={**part, "If-Range": older})[0], 200, older)
                fields = server.ask(target, headers={**part, "Accept-Encoding": "gzip"})[1]
                self.assertNotIn("Content-Encoding", fields)

    def test_archives_of_maplibre_tiles_are_named_as_such(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder) / "area.pmtiles"
            done = subprocess.run([COMMAND, "tiles", "-o", archive], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            content = bytearray(archive.read_bytes())
            content[99] = 6  # the kind of MapLibre tiles; their content counts for nothing here
            other = pathlib.Path(folder) / "other.pmtiles"
            other.write_bytes(content)
            with Server("--archive", archive, "--archive", other, keys=False) as server:
                documents = [json.loads(server.ask(f"/tiles/{name}.json")[2]) for name in ("area", "other")]
                self.assertEqual([one.get("encoding") for one in documents], [None, "mlt"])
                kinds = [server.ask(f"/tiles/{name}/12/1991/1455")[1]["Content-Type"] for name in ("area", "other")]
                self.assertEqual(kinds, ["application/vnd.mapbox-vector-tile", "application/vnd.maplibre-vector-tile"])


class CompressionTests(unittest.TestCase):
    """Texts over 1 KB, for clients that take gzip."""

    def test_texts_are_sent_compressed_with_a_tag_of_their_own(self):
        with Server("--page", ROOT / "Data" / "Page") as server:
            count = 0
            for target in TEXTS:
                status, plain, body = server.ask(target)
                self.assertEqual(status, 200)
                self.assertNotIn("Content-Encoding", plain)
                status, packed, bytes_ = server.ask(target, headers={"Accept-Encoding": "gzip, deflate"})
                if len(body) <= 1024:
                    self.assertNotIn("Content-Encoding", packed, target)
                    continue
                self.assertIn("Accept-Encoding", plain["Vary"], target)
                self.assertIn("Accept-Encoding", packed["Vary"], target)
                count += 1
                self.assertEqual((packed["Content-Encoding"], packed["Content-Length"]), ("gzip", str(len(bytes_))), target)
                if target != "/v1/lifts":  # which tells ages
                    self.assertEqual(gzip.decompress(bytes_), body, target)
                self.assertLess(len(bytes_), len(body), target)
                head = server.ask(target, "HEAD", headers={"Accept-Encoding": "gzip"})[1]
                self.assertEqual((head["Content-Length"], head["Content-Encoding"]), (str(len(bytes_)), "gzip"), target)
                for refused in ("gzip;q=0", "identity", "br;q=0, gzip;q=0.0"):
                    self.assertNotIn("Content-Encoding", server.ask(target, headers={"Accept-Encoding": refused})[1], target)
                if "ETag" in plain:
                    self.assertNotEqual(plain["ETag"], packed["ETag"])
                    for tag in (plain["ETag"], packed["ETag"]):
                        status, fields, nothing = server.ask(target, headers={"If-None-Match": tag, "Accept-Encoding": "gzip"})
                        self.assertEqual((status, nothing, fields["ETag"]), (304, b"", tag), target)
                        self.assertIn("Accept-Encoding", fields["Vary"])
                    self.assertEqual(server.ask(target, headers={"If-Match": packed["ETag"], "Accept-Encoding": "gzip"})[0], 200)
            self.assertGreaterEqual(count, 8)
            long = "/v1/route?from=" + "x" * 900 + "&to=" + "y" * 900
            status, fields, body = server.ask(long, headers={"Accept-Encoding": "gzip"})
            self.assertEqual(fields["Content-Type"], "application/problem+json")
            self.assertEqual(json.loads(gzip.decompress(body) if "Content-Encoding" in fields else body)["status"], status)

    @unittest.skipUnless(BROTLI, "Debian's libbrotli1 isn't there")
    def test_texts_are_sent_by_brotli_where_the_client_takes_it(self):
        with Server("--page", ROOT / "Data" / "Page") as server:
            for target in ("/v1/map", ROUTE, "/openapi.json", "/library/maplibre-gl.js", "/page/main.js"):
                _, plain, body = server.ask(target)
                _, packed, bytes_ = server.ask(target, headers={"Accept-Encoding": "gzip, deflate, br"})
                if len(body) <= 1024:
                    continue
                self.assertEqual(packed["Content-Encoding"], "br", target)
                self.assertTrue(packed["ETag"].endswith('-br"'))
                size, decoded = ctypes.c_size_t(len(body)), ctypes.create_string_buffer(len(body))
                self.assertEqual(BROTLI.BrotliDecoderDecompress(ctypes.c_size_t(len(bytes_)), bytes_, ctypes.byref(size), decoded), 1)
                self.assertEqual((size.value, decoded.raw), (len(body), body), target)
                packed = server.ask(target, headers={"Accept-Encoding": "br;q=0.2, gzip;q=0.5"})[1]
                self.assertEqual(packed["Content-Encoding"], "gzip", target)

    def test_tiles_have_tags_by_their_encoding(self):
        with Server(keys=False) as server:
            target = "/tiles/ski/12/1991/1455"
            (_, packed, bytes_), (_, plain, body) = (server.ask(target, headers={"Accept-Encoding": one}) for one in ("gzip", "identity"))
            self.assertEqual(gzip.decompress(bytes_), body)
            self.assertNotEqual(packed["ETag"], plain["ETag"])
            self.assertEqual(server.ask(target, headers={"If-None-Match": plain["ETag"]})[0], 304)

    def test_answers_for_one_person_and_streams_are_not_compressed(self):
        with trips.running(stores.SQLiteStore) as (server, _):
            until_answered(server)
            status, tokens = server.call("/v1/login/development", None, "POST", {"name": "Anna"})
            own = {"Authorization": f"Bearer {tokens['access']}", "Accept-Encoding": "gzip"}
            status, fields, body = server.ask(ROUTE, headers=own)
            self.assertGreater(len(body), 1024)
            self.assertEqual((status, fields.get("Content-Encoding")), (200, None))
            self.assertEqual(server.ask(ROUTE, headers={"Accept-Encoding": "gzip"})[1]["Content-Encoding"], "gzip")
            for number in range(8):
                trip = {"name": f"{number} {'a' * 50}", "areas": [], "zone": "Europe/Paris", "from": trips.stamp(time.time() - trips.DAY),
                        "until": trips.stamp(time.time() + trips.DAY)}
                self.assertEqual(server.call("/v1/trips", tokens["access"], "POST", trip)[0], 201)
            status, fields, body = server.ask("/v1/trips", headers=own)
            self.assertEqual((status, fields.get("Content-Encoding"), len(body) > 1024), (200, None, True), body)
            with socket.create_connection(("127.0.0.1", server.port)) as connection:
                fields = "".join(f"{name}: {value}\r\n" for name, value in {"Host": "a", **own}.items())
                connection.sendall(f"GET /v1/stream?chats=all HTTP/1.1\r\n{fields}\r\n".encode())
                head = b""
                while b"\r\n\r\n" not in head:
                    head += connection.recv(4096)
            self.assertIn(b"text/event-stream", head)
            self.assertNotIn(b"content-encoding", head.lower())


@unittest.skipIf(not OGRINFO and not os.environ.get("SKIROUTE_GDAL"), "GDAL isn't there; Tools/setup --judges installs it")
class ReaderTests(unittest.TestCase):
    """Another reader of the tiles."""

    def test_gdal_reads_the_tiles_by_their_tilejson(self):
        with tempfile.TemporaryDirectory() as folder, Server(keys=False) as server:
            tilejson = pathlib.Path(folder) / "metadata.json"
            tilejson.write_bytes(server.ask("/tiles/ski.json")[2])
            tile = pathlib.Path(folder) / "12" / "1991" / "1455.pbf"
            tile.parent.mkdir(parents=True)
            address = json.loads(tilejson.read_text())["tiles"][0]
            target = urllib.parse.urlsplit(address.format(z=12, x=1991, y=1455)).path
            tile.write_bytes(server.ask(target)[2])
            read = [OGRINFO, "-ro", "-so"]
            metadata = ["-oo", f"METADATA_FILE={tilejson}"]
            done = subprocess.run([*read, tile.parent.parent, "runs", *metadata], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertGreater(int(re.search(r"Feature Count: (\d+)", done.stdout)[1]), 5)
            for field in ("name: String", "length: Real", "groomed: Integer(Boolean)"):
                self.assertIn(field, done.stdout)
            # The server itself, whose TileJSON is read by its address.
            served = ["-oo", f"METADATA_FILE={server.url}tiles/ski.json", "-oo", "TILE_EXTENSION="]
            done = subprocess.run([*read, f"MVT:{server.url}tiles/ski/12", *served], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            layers = [one["id"] for one in json.loads(tilejson.read_text())["vector_layers"]]
            self.assertEqual(re.findall(r"^\d+: ([\w-]+)", done.stdout, re.MULTILINE), layers)


class Elsewhere:
    """A website of its own: a page with MapLibre GL that draws a source by the address of its TileJSON, and nothing else."""

    PAGE = """<!doctype html><meta charset="utf-8"><title>Elsewhere</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="maplibre-gl.css"><div id="map" style="width:600px;height:400px"></div><script src="maplibre-gl.js"></script>
<script>const words = new URLSearchParams(location.search);
window.map = new maplibregl.Map({ container: "map", center: [-4.9243, 46.0736], zoom: 13, fadeDuration: 0,
  canvasContextAttributes: { preserveDrawingBuffer: true },
  style: { version: 8, sources: { ski: { type: "vector", url: words.get("url") } }, layers: [
    { id: "ground", type: "background", paint: { "background-color": "#ffffff" } },
    { id: "runs", type: "line", source: "ski", "source-layer": "runs", paint: { "line-color": "#ff0000", "line-width": 6 } }] } });
map.on("error", ({ error }) => console.error(error.message));
</script>"""

    def __init__(self):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                path = urllib.parse.urlsplit(self.path).path
                kinds = {"/": "text/html", "/maplibre-gl.js": "text/javascript", "/maplibre-gl.css": "text/css"}
                if path not in kinds:
                    return self.send_error(404)
                body = Elsewhere.PAGE.encode() if path == "/" else browser.LIBRARY.with_name(path[1:]).read_bytes()
                self.send_response(200)
                self.send_header("Content-Type", kinds[path])
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                return self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Proxy:
    """nginx with the server under a path, whose prefix it strips."""

    def __init__(self, port, tells=True):
        self.folder = tempfile.TemporaryDirectory()
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        fields = """proxy_set_header Host $http_host; proxy_set_header Forwarded ""; proxy_set_header X-Forwarded-For $remote_addr;
          proxy_set_header X-Forwarded-Proto $scheme; proxy_set_header X-Forwarded-Host $http_host;
          proxy_set_header X-Forwarded-Prefix /ski;"""
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {self.folder.name}/{kind};" for kind in kinds)
        path = pathlib.Path(self.folder.name) / "nginx.conf"
        path.write_text(f"""daemon off; worker_processes 1; pid {self.folder.name}/pid; error_log {self.folder.name}/error.log;
          events {{}} http {{ access_log off; {temporary} server {{ listen 127.0.0.1:{self.port};
          location /ski/ {{ proxy_pass http://127.0.0.1:{port}/; proxy_http_version 1.1; {fields if tells else ""} }} }} }}""")
        command = [NGINX, "-e", f"{self.folder.name}/error.log", "-p", self.folder.name, "-c", path]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{self.port}/ski/"
        for _ in range(200):
            try:
                return socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
        raise AssertionError("nginx did not start: " + (pathlib.Path(self.folder.name) / "error.log").read_text())

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


class OtherPageTests(page_case.BrowserCase):
    """Pages of another origin and under a path."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if NO_NGINX:
            if os.environ.get("SKIROUTE_BROWSER"):
                raise AssertionError(NO_NGINX)
            raise unittest.SkipTest(NO_NGINX)
        cls.server = Server("--page", ROOT / "Data" / "Page", "--proxy", "127.0.0.1", keys=False)
        cls.addClassCleanup(cls.server.__exit__)
        cls.warm(cls.server)
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.elsewhere = Elsewhere()
        cls.addClassCleanup(cls.elsewhere.close)
        cls.proxy = Proxy(cls.server.port)
        cls.addClassCleanup(cls.proxy.close)

    @staticmethod
    def warm(server):
        """Asks for what pages ask first until it is answered, as a busy machine may take longer than the server lets one wait."""
        for target in ["/v1/locate?place=46.0736,-4.9243", ROUTE, *(f"/tiles/ski/{zoom}/{column}/{row}" for zoom, column, row in AROUND)]:
            server.ask(target)

    def draw(self, root):
        """Draws the tiles of a server on another website's page; the pixels of runs, and which tiles were asked for."""
        page = self.browser.page()
        self.addCleanup(page.close)
        page.ask("Page.navigate", url=f"{self.elsewhere.url}?url={urllib.parse.quote(root + 'tiles/ski.json')}")
        page.until("document.readyState === 'complete' && Boolean(window.map)")
        page.until("map.loaded() && map.querySourceFeatures('ski', { sourceLayer: 'runs' }).length > 0")
        names = page.run("return map.queryRenderedFeatures({ layers: ['runs'] }).map((one) => one.properties.name)")
        red = page.run("""const canvas = map.getCanvas(); const copy = document.createElement('canvas');
          [copy.width, copy.height] = [canvas.width, canvas.height]; const context = copy.getContext('2d'); context.drawImage(canvas, 0, 0);
          const bytes = context.getImageData(0, 0, copy.width, copy.height).data; let count = 0;
          for (let at = 0; at < bytes.length; at += 4) if (bytes[at] > 200 && bytes[at + 1] < 60 && bytes[at + 2] < 60) count += 1;
          return count""")
        self.assertEqual(page.complaints, [])
        self.assertGreater(red, 500)
        self.assertGreater(len({name for name in names if name}), 3)
        tiles = [one for one in page.requests if "/tiles/ski/" in one]
        self.assertTrue(tiles and all(one.startswith(root + "tiles/ski/") for one in tiles), tiles)

    def test_a_page_of_another_origin_draws_the_tiles(self):
        self.draw(self.server.url)

    def test_a_page_of_another_origin_draws_the_tiles_of_a_server_under_a_path(self):
        self.draw(self.proxy.url)

    def test_a_page_of_an_origin_that_is_not_named_draws_nothing(self):
        with Server("--origin", "https://own.example", keys=False) as server:
            page = self.browser.page()
            self.addCleanup(page.close)
            page.ask("Page.navigate", url=f"{self.elsewhere.url}?url={urllib.parse.quote(server.url + 'tiles/ski.json')}")
            page.until("document.readyState === 'complete' && Boolean(window.map)")
            deadline = time.monotonic() + browser.PATIENCE
            while not any("CORS policy" in one for one in page.complaints) and time.monotonic() < deadline:
                page.run("await new Promise((done) => setTimeout(done, 100))")
            self.assertTrue(any("CORS policy" in one for one in page.complaints), page.complaints)

    def look(self, url):
        """The web map at an address asks nothing beside it, and draws."""
        page = self.browser.page()
        self.addCleanup(page.close)
        page.open(url + "#from=Montsoleil&to=Aurore")
        page.until("document.querySelector('#answer-route .total')")
        page.until(f"(await {browser.READY}).map.map.querySourceFeatures('skiroute', {{ sourceLayer: 'runs' }}).length > 5")
        # A busy machine may take longer than the server lets one wait.
        self.assertEqual([one for one in page.complaints if "504 (Gateway Timeout)" not in one], [])
        beside = [one for one in page.requests if not one.startswith((url, "blob:", "data:", "about:"))]
        self.assertEqual(beside, [])

    def test_the_web_map_works_under_a_path(self):
        self.look(self.proxy.url)

    def test_the_web_map_works_behind_a_proxy_that_does_not_tell_the_address(self):
        proxy = Proxy(self.server.port, tells=False)
        self.addCleanup(proxy.close)
        self.look(proxy.url)


if __name__ == "__main__":
    unittest.main()
