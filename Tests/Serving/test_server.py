#!/usr/bin/env python3
"""Tests of skiroute-server as a process: answers beside the command's, permissions, people, renewal, the end.

SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release.
"""

import concurrent.futures
import gzip
import http.client
import json
import math
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tools"))

from serving import attacks, questions, stores, trips  # noqa: E402
from serving.process import COMMAND, ROOT, SERVER, TRIP, Server, token  # noqa: E402

REAL = os.environ.get("SKIROUTE_REAL_DATA")


class AnswerTests(unittest.TestCase):
    def equal(self, map_path, count):
        with Server(keys=False, map_path=map_path) as server:
            seed = int.from_bytes(os.urandom(4), "big")
            differences = questions.compare(server, COMMAND, server.map, count, seed)
            self.assertEqual(differences, [], f"seed {seed}")

    def test_answers_are_those_of_the_command_on_the_sample(self):
        self.equal(None, 80)

    @unittest.skipUnless(REAL, "no real areas here")
    def test_answers_are_those_of_the_command_on_a_real_area(self):
        with tempfile.TemporaryDirectory() as folder:
            built = pathlib.Path(folder) / "area.skimap"
            area = pathlib.Path(REAL) / "mayrhofen"
            files = {name: next(area.rglob(f"*{name}*.geojson*")) for name in ("runs", "lifts")}
            done = subprocess.run([COMMAND, "build", "--runs", files["runs"], "--lifts", files["lifts"], "--output", built],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.equal(built, 40)

    def test_answers_with_trip_services_and_without_states_are_those_of_the_command(self):
        with trips.running(stores.SQLiteStore) as (server, _):
            look = "other states are served"
            trips.until(lambda: any(line.get("message") == look for line in server.lines()), "the first look at states")
            seed = int.from_bytes(os.urandom(4), "big")
            self.assertEqual(questions.compare(server, COMMAND, server.map, 60, seed), [], f"seed {seed}")
            _, fields, body = server.ask("/v1/lifts")
            self.assertNotIn("SkiRoute-Status", fields)
            self.assertIsNone(json.loads(body)["status"])

    def test_answers_name_the_map_and_are_not_sent_twice(self):
        with Server(keys=False) as server:
            target = "/v1/route?from=Montsoleil&to=Aurore"
            status, fields, body = server.ask(target)
            self.assertEqual(status, 200)
            again, _, empty = server.ask(target, headers={"If-None-Match": fields["ETag"]})
            self.assertEqual((again, empty), (304, b""))
            self.assertIn(fields["SkiRoute-Map"], fields["ETag"])
            head, head_fields, nothing = server.ask(target, "HEAD")
            self.assertEqual((head, nothing, head_fields["Content-Length"]), (200, b"", str(len(body))))

    def test_a_posted_question_is_that_of_the_address(self):
        with Server(keys=False) as server:
            first = server.ask("/v1/route?from=Montsoleil&to=Aurore&maxDifficulty=blue&closed=Bellevue")
            question = {"from": "Montsoleil", "to": "Aurore", "maxDifficulty": "blue", "closed": ["Bellevue"]}
            second = server.call("/v1/route", None, "POST", question)
            self.assertEqual(json.loads(first[2]), second[1])

    def test_what_is_near_comes_in_order_of_time(self):
        with Server(keys=False) as server:
            status, _, body = server.ask("/v1/nearby?place=Montsoleil&limit=8&kinds=lift,run&maxDifficulty=red")
            near = json.loads(body)["nearby"]
            self.assertEqual((status, len(near)), (200, 8))
            minutes = [one["minutes"] for one in near if one["minutes"] is not None]
            self.assertEqual(minutes, sorted(minutes))
            route = json.loads(server.ask(f"/v1/route?from=Montsoleil&to={near[-1]['id']}@bottom&maxDifficulty=red")[2])
            self.assertIn("steps", json.dumps(route))

    def test_problems_and_the_description_use_the_words_of_requests(self):
        with Server(keys=False) as server:
            problem = json.loads(server.ask("/v1/route?from=Montsoleil&to=Aurore&pause=5")[2])
            self.assertIn("pause needs via", problem["detail"])
            description = server.ask("/openapi.json")[2].decode()
            self.assertNotIn("--", description)
            parameters = json.loads(description)["paths"]["/v1/reach"]["get"]["parameters"]
            self.assertEqual(next(one for one in parameters if one["name"] == "minutes")["schema"]["default"], 30)

    # The operations that answer with a file, whose JSON has no schema.
    FILES = {"libraryFile", "pageFile", "start", "styleFile"}

    def test_answers_have_schemas(self):
        def is_typed(schema, components):
            while "$ref" in schema:
                schema = components[schema["$ref"].rsplit("/", 1)[1]]
            if "oneOf" in schema:
                return all(is_typed(one, components) for one in schema["oneOf"])
            if schema.get("type") == "array":
                return is_typed(schema["items"], components)
            return bool(schema.get("properties") or schema.get("anyOf") or schema.get("format") == "binary")

        found, store = set(), stores.SQLiteStore()
        try:
            with Server() as server, trips.TripServer(store) as full:
                for one in (server, full):
                    document = json.loads(one.ask("/openapi.json")[2])
                    schemas = document["components"]["schemas"]
                    found |= {operation["operationId"] for operations in document["paths"].values() for operation in operations.values()
                              for answer in operation["responses"].values() for kind, content in answer.get("content", {}).items()
                              if kind == "application/json" and not is_typed(content["schema"], schemas)}
        finally:
            store.close()
        self.assertEqual(found - self.FILES, set())

    @staticmethod
    def recording():
        """Five minutes on the sample mountain as GPX."""
        points = "".join(
            f'<trkpt lat="{46.05 + number * 1e-5:.5f}" lon="-4.9"><time>2026-02-14T09:{number // 60:02}:{number % 60:02}Z</time></trkpt>'
            for number in range(300))
        return f'<gpx version="1.1"><trk><trkseg>{points}</trkseg></trk></gpx>'

    def test_a_recording_is_answered_as_picture_and_with_notes(self):
        body = self.recording()
        with Server(keys=False) as server:
            status, fields, _ = server.ask("/v1/match", "POST", body, {"Accept": "application/json"})
            self.assertEqual(status, 200)
            self.assertIn("no%20lift" if "%20" in fields.get("SkiRoute-Note", "") else "lift", fields.get("SkiRoute-Note", ""))
            status, fields, picture = server.ask("/v1/match", "POST", body, {"Accept": "image/png"})
            self.assertEqual((status, fields["Content-Type"], picture[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"))

    def test_bad_requests_are_problems(self):
        cases = [
            ("GET", "/v1/route?from=Montsoleil", None, 400, "invalidArgument"),
            ("GET", "/v1/route?from=Nowhere&to=Aurore", None, 422, "unknownPlace"),
            ("GET", "/v1/route?from=a&to=b&colour=red", None, 400, "invalidArgument"),
            ("GET", "/v1/route?from=%ff&to=b", None, 400, "invalidArgument"),
            ("GET", "/v1/reach?from=Aurore&minutes=0", None, 400, "invalidArgument"),
            ("GET", "/v1/nothing", None, 404, "notFound"), ("GET", "/tiles/other.json", None, 404, "notFound"),
            ("GET", "/tiles/ski/1/2/3", None, 400, "invalidArgument"), ("DELETE", "/v1/map", None, 405, "methodNotAllowed"),
            ("GET", "/v1/places?query=" + "a" * 5000, None, 414, "uriTooLong"),
            ("POST", "/v1/route", "{", 400, "malformedData"), ("POST", "/v1/route", "[]", 400, "malformedData"),
            ("POST", "/v1/route", '{"from":"a","from":"b"}', 400, "malformedData"),
            ("POST", "/v1/route", '{"a":' + "[" * 30 + "]" * 30 + "}", 400, "malformedData"),
            ("POST", "/v1/route", '{"from":"' + "a" * 70_000 + '"}', 413, "limitExceeded"),
            ("POST", "/v1/match", "rubbish", 415, "unsupportedFormat"), ("GET", "/page/../../keys.json", None, 404, "notFound"),
            ("GET", "/v1/grants", None, 404, "notFound"),
        ]
        with Server(keys=False) as server:
            for method, target, body, status, code in cases:
                with self.subTest(target=target[:60], body=(body or "")[:30]):
                    headers = {"Content-Type": "application/json"} if body and "match" not in target else {}
                    found, fields, text = server.ask(target, method, body, headers)
                    problem = json.loads(text)
                    self.assertEqual((found, problem["code"]), (status, code), problem)
                    self.assertEqual(fields["Content-Type"], "application/problem+json")
                    self.assertNotIn(str(ROOT), text.decode())

    def test_every_answer_states_its_type_and_is_taken_for_nothing_else(self):
        recording, utf8 = self.recording(), "; charset=utf-8"
        cases = [
            ("/", None, None, "text/html" + utf8), ("/page/main.js", None, None, "text/javascript" + utf8),
            ("/page/api.js", None, None, "text/javascript" + utf8),
            ("/page/icon.svg", None, None, "image/svg+xml" + utf8), ("/styles/winter-light.json", None, None, "application/json"),
            ("/openapi.json", None, None, "application/json"), ("/v1/route?from=Montsoleil&to=Aurore", None, None, "application/json"),
            ("/v1/nothing", None, None, "application/problem+json"),
            ("/v1/match", recording, "application/gpx+xml", "application/gpx+xml" + utf8),
            ("/v1/match", recording, "image/svg+xml", "image/svg+xml" + utf8), ("/v1/match", recording, "image/png", "image/png"),
        ]
        with Server("--page", str(ROOT / "Data" / "Page"), keys=False) as server:
            for target, body, accept, expected in cases:
                with self.subTest(target=target, accept=accept):
                    _, fields, _ = server.ask(target, "POST" if body else "GET", body, {"Accept": accept} if accept else {})
                    self.assertEqual((fields["Content-Type"], fields["X-Content-Type-Options"]), (expected, "nosniff"))

    def test_of_a_page_only_its_files_are_served(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "page"
            files = {"a.html": 200, "part/a.js": 200, ".git/config": 404, ".git/a.js": 404, ".hidden.js": 404, "part/.b.css": 404,
                     "notes.bak": 404, "keys.pem": 404, "program": 404, "a.html~": 404}
            for file in files:
                path = folder / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("text")
            with Server("--page", str(folder), keys=False) as server:
                found = {file: server.ask(f"/page/{file}")[0] for file in files}
        self.assertEqual(found, files)

    def test_a_client_reads_why_its_body_is_refused_after_it_has_sent_all(self):
        body = b" " * (8 << 20)
        with Server(keys=False) as server:
            for fields in ({}, {"Connection": "close"}):
                for _ in range(10):
                    headers = {"Content-Type": "application/json", **fields}
                    status, answered, text = server.ask("/v1/route", "POST", body, headers)
                    self.assertEqual((status, json.loads(text)["code"]), (413, "limitExceeded"))
                    self.assertEqual(answered["Connection"], "close")
            # A body without end is cut off after as much as the longest may have, and what the system holds.
            head, sent = b"POST /v1/route HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n", 0
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client:
                client.sendall(head)
                with self.assertRaises(OSError):
                    while sent < 128 << 20:
                        sent += client.send(body)

    def test_a_body_that_is_held_back_is_asked_for(self):
        body = self.recording().encode()
        fields = "Host: a\r\nContent-Type: application/gpx+xml\r\nExpect: 100-continue\r\nConnection: close\r\n"
        with Server(keys=False) as server:
            for length, begin in ((len(body), b"HTTP/1.1 100 Continue\r\n\r\n"), (99999999999, b"HTTP/1.1 413 ")):
                with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client, client.makefile("rb") as answer:
                    client.sendall(f"POST /v1/match HTTP/1.1\r\n{fields}Content-Length: {length}\r\n\r\n".encode())
                    self.assertEqual(answer.read(len(begin)), begin)
                    if length == len(body):
                        client.sendall(body)
                        self.assertTrue(answer.readline().startswith(b"HTTP/1.1 200 "))

    @staticmethod
    def raw(server, request, half_closes=False):
        """The first line and the code of the answer to bytes, after which the client's side may be closed."""
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client, client.makefile("rb") as answer:
            client.sendall(request)
            if half_closes:
                client.shutdown(socket.SHUT_WR)
            status = int(answer.readline().split()[1])
            fields = http.client.parse_headers(answer)
            body = answer.read(int(fields.get("Content-Length", "0")))
            return status, json.loads(body).get("code") if "json" in fields.get("Content-Type", "") else None

    def test_requests_without_exactly_one_host_are_refused(self):
        with Server(keys=False) as server:
            for hosts, version, status in (("", "1.1", 400), ("Host: a\r\nHost: b\r\n", "1.1", 400),
                                           ("host: a\r\nHOST: a\r\n", "1.0", 400),
                                           ("", "1.0", 200), ("hOsT: a\r\n", "1.1", 200),
                                           ("Host: a\r\nSkiRoute-Host-Fault: 0\r\n", "1.1", 200)):
                for target in ("/v1/map", "/tiles/ski/0/0/0"):
                    found, code = self.raw(server, f"GET {target} HTTP/{version}\r\n{hosts}Connection: close\r\n\r\n".encode())
                    self.assertEqual(found, 204 if status == 200 and "tiles" in target else status, (hosts, version, target))
                    if status == 400:
                        self.assertEqual(code, "invalidArgument")

    def test_encodings_of_bodies_other_than_chunked_are_not_implemented(self):
        head = "POST /v1/route HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: {}\r\n\r\n"
        chunks = "23\r\n{\"from\":\"Montsoleil\",\"to\":\"Aurore\"}\r\n0\r\n\r\n"
        with Server(keys=False) as server:
            for encoding, status in (("gzip, chunked", 501), ("deflate, Chunked", 501), ("chunked", 200), ("Chunked", 200)):
                self.assertEqual(self.raw(server, (head.format(encoding) + chunks).encode())[0], status, encoding)

    def test_a_client_that_closes_its_side_after_the_request_is_answered(self):
        body = b'{"from": "Montsoleil", "to": "Aurore"}'
        requests = [
            b"GET /v1/route?from=Montsoleil&to=Aurore HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /v1/map HTTP/1.1\r\nHost: a\r\n\r\n",
            b"GET /v1/reach?from=Aurore&minutes=30 HTTP/1.1\r\nHost: a\r\n\r\n",
            b"POST /v1/route HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body),
        ]
        with Server(keys=False) as server:
            for request in requests:
                for _ in range(5):
                    self.assertEqual(self.raw(server, request, half_closes=True)[0], 200, request)

    def test_archives_are_served_as_tiles_and_as_ranges(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder) / "area.pmtiles"
            done = subprocess.run([COMMAND, "tiles", "-o", archive], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with Server("--archive", archive, keys=False) as server:
                first, second = (json.loads(server.ask(f"/tiles/{name}.json")[2]) for name in ("ski", "area"))
                self.assertEqual(first["vector_layers"], second["vector_layers"])
                longitude, latitude, zoom = first["center"]
                targets = [f"/tiles/{name}/{self.tile(longitude, latitude, zoom)}" for name in ("ski", "area")]
                tiles = [server.ask(target, headers={"Accept-Encoding": "gzip"}) for target in targets]
                self.assertEqual([status for status, _, _ in tiles], [200, 200])
                self.assertEqual(*(gzip.decompress(body) for _, _, body in tiles))
                self.assertEqual(server.ask(targets[0])[2], gzip.decompress(tiles[0][2]))
                self.ranges(server, archive.read_bytes())

    @staticmethod
    def tile(longitude, latitude, zoom):
        """The zoom, column and row of the tile of a coordinate."""
        column = int((longitude + 180) / 360 * 2 ** zoom)
        row = int((1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * 2 ** zoom)
        return f"{zoom}/{column}/{row}"

    def ranges(self, server, content):
        target = "/archives/area.pmtiles"
        status, fields, body = server.ask(target)
        self.assertEqual((status, body), (200, content))
        status, part, body = server.ask(target, headers={"Range": "bytes=10-126", "If-Range": fields["ETag"]})
        self.assertEqual((status, body, part["Content-Range"]), (206, content[10:127], f"bytes 10-126/{len(content)}"))
        self.assertEqual(server.ask(target, headers={"Range": "bytes=0-9", "If-Range": '"older"'})[0], 200)
        self.assertEqual(server.ask(target, headers={"Range": f"bytes={len(content)}-"})[0], 416)

    def test_pipelined_requests_are_answered_in_order(self):
        with Server(keys=False) as server:
            longitude, latitude, zoom = json.loads(server.ask("/tiles/ski.json")[2])["center"]
            tile = self.tile(longitude, latitude, zoom)
            targets = ["/tiles/ski/0/0/0", f"/tiles/ski/{tile}", "/v1/route?from=Montsoleil&to=Aurore", "/v1/map"]
            gzipped, changing = {"Accept-Encoding": "gzip"}, {"x-request-id", "date"}
            first = {target: server.ask(target, headers=gzipped) for target in targets}
            for target, (status, fields, body) in first.items():
                again, other_fields, other = server.ask(target, headers=gzipped)
                self.assertEqual((status, body), (again, other), target)
                one, two = ({name.lower(): value for name, value in some.items()} for some in (fields, other_fields))
                self.assertLessEqual({name for name in one.keys() | two.keys() if one.get(name) != two.get(name)}, changing, target)
            known = {**gzipped, "If-None-Match": first[targets[1]][1]["ETag"]}
            status, fields, body = server.ask(targets[1], headers=known)
            self.assertEqual((status, body, fields["ETag"]), (304, b"", known["If-None-Match"]))
            self.assertEqual(fields["SkiRoute-Map"], first[targets[1]][1]["SkiRoute-Map"])
            asked = random.Random(1).choices(targets, k=200)
            with socket.create_connection(("127.0.0.1", server.port)) as connection, connection.makefile("rb") as answers:
                for target in asked:
                    connection.sendall(f"GET {target} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n".encode())
                for target in asked:
                    self.assertEqual(int(answers.readline().split()[1]), first[target][0], target)
                    fields = http.client.parse_headers(answers)
                    self.assertEqual(answers.read(int(fields.get("Content-Length", "0"))), first[target][2], target)

    def test_the_log_tells_no_place_and_no_token(self):
        with Server() as server:
            secret = token("anna")
            server.ask("/v1/route?from=Montsoleil&to=46.0712,-4.9231", headers={"Authorization": f"Bearer {secret}"})
            server.call(f"/v1/trips/{TRIP}/people", secret)
            time.sleep(0.3)
            text = (server.path / "log").read_text()
            for word in ("Montsoleil", "46.07", "anna", secret[-20:], TRIP):
                self.assertNotIn(word, text)
            self.assertIn('"route":"route"', text)
            status, _, metrics = server.ask("/metrics", port=server.health_port)
            self.assertEqual(status, 200)
            self.assertIn('skiroute_requests_total{route="route",status="2xx"} 1', metrics.decode())


class ProgramTests(unittest.TestCase):
    def test_another_host_needs_keys(self):
        done = subprocess.run([SERVER, "--map", "x", "--host", "0.0.0.0"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 64)
        self.assertIn("--keys", done.stderr)

    def test_a_missing_map_is_told(self):
        done = subprocess.run([SERVER, "--map", "/nowhere.skimap"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 66)
        self.assertIn("/nowhere.skimap", done.stderr)

    def test_skiroute_serve_starts_it_and_says_when_it_is_not_there(self):
        done = subprocess.run([COMMAND, "serve", "--map", "/nowhere.skimap"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 66)
        with tempfile.TemporaryDirectory() as folder:
            lonely = pathlib.Path(folder) / "skiroute"
            lonely.write_bytes(COMMAND.read_bytes())
            lonely.chmod(0o755)
            done = subprocess.run([lonely, "serve"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 66)
            self.assertIn("swift build -c release --product skiroute-server", done.stderr)

    def test_a_stream_does_not_keep_the_server_from_its_end(self):
        with Server() as server:
            with socket.create_connection(("127.0.0.1", server.port)) as client:
                client.sendall(f"GET /v1/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token('anna')}\r\n\r\n".encode())
                self.assertIn(b"200 OK", client.recv(4096))
                status, seconds = server.stop()
            self.assertEqual(status, 0)
            self.assertLess(seconds, 10)


class ExampleTests(unittest.TestCase):
    def test_the_program_of_the_client_prints_what_its_article_says(self):
        article = (ROOT / "Sources" / "SkiClient" / "SkiClient.docc" / "CallingTheTripServices.md").read_text()
        store = stores.SQLiteStore()
        try:
            with trips.TripServer(store) as server:
                done = subprocess.run([SERVER.parent / "ClientExample", server.url], capture_output=True, text=True, timeout=60)
        finally:
            store.close()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"It prints\n\n```\n{done.stdout}```\n", article)

    def test_the_program_that_asks_for_routes_prints_what_its_article_says(self):
        article = (ROOT / "Sources" / "SkiClient" / "SkiClient.docc" / "AskingForRoutes.md").read_text()
        with Server() as server:
            done = subprocess.run([SERVER.parent / "MapClientExample", server.url], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"It prints\n\n```\n{done.stdout}```\n", article)


class PermissionTests(unittest.TestCase):
    def test_every_row_of_the_table_refuses_strangers(self):
        with Server() as server:
            document = json.loads(server.ask("/openapi.json")[2])
            stranger = token("eve", trips=[("other", "host")])
            bad = [None, token("anna", exp=int(time.time()) - 1), token("anna", exp=int(time.time()) + 7200), token("anna", key="b"),
                   token("anna", secret=b"x" * 40), token("anna", aud="other"), token("anna", iss="other"),
                   token("anna", algorithm="none"), token("anna")[:-2]]
            rows = 0
            for path, operations in document["paths"].items():
                for method, operation in operations.items():
                    target = path.replace("{trip}", TRIP).replace("{grant}", "0" * 32)
                    if {} in operation.get("security", [{}]):
                        continue  # a token is not needed
                    rows += 1
                    for wrong in bad:
                        status, problem = server.call(target, wrong, method.upper(), {} if method == "post" else None)
                        self.assertEqual((status, problem["code"]), (401, "notPermitted"), f"{method} {path}")
                    if "{trip}" in path:
                        status, problem = server.call(target, stranger, method.upper(), {} if method == "post" else None)
                        self.assertEqual((status, problem["code"]), (404, "notFound"), f"{method} {path}")
            self.assertGreater(rows, 8)
            self.assertEqual(server.call("/v1/stream?trip=" + TRIP, stranger)[0], 404)


class AttackTests(unittest.TestCase):
    def test_attacks_leave_honest_requests_and_memory_alone(self):
        """A tenth of the attacks of Tools/attack-server; times are left to it."""
        with Server() as server:
            for row in attacks.run(server, share=0.1):
                with self.subTest(attack=row.name):
                    self.assertEqual(row.failures, [], row)
                    self.assertLess(row.memory, 300, row)
            self.assertIsNone(server.process.poll())


class Events(threading.Thread):
    """The events of a stream, as they come."""

    def __init__(self, server, user_token, query):
        super().__init__(daemon=True)
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self.socket.sendall(f"GET /v1/stream?{query} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {user_token}\r\n\r\n".encode())
        self.text = ""
        self.start()

    def run(self):
        while data := self.socket.recv(65536):
            self.text += data.decode()

    def close(self):
        self.socket.close()

    def wait_for(self, word, seconds=10):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if word in self.text:
                return True
            time.sleep(0.02)
        return False


class PeopleTests(unittest.TestCase):
    def fix(self, server):
        place = next(lift["place"] for lift in json.loads(server.ask("/v1/lifts")[2])["lifts"] if lift["name"])
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        return {"fixes": [{"latitude": place[1], "longitude": place[0], "time": now, "accuracyMetres": 5}]}

    def test_a_position_reaches_those_it_is_shown_to_until_the_grant_ends(self):
        for store in ([], ["--store", "sqlite"]):
            with self.subTest(store=store), tempfile.TemporaryDirectory() as folder:
                arguments = ["--store", f"sqlite:{folder}/people.db"] if store else []
                with Server(*arguments) as server:
                    self.share(server)

    def share(self, server):
        anna, ben = token("anna"), token("ben", trips=[(TRIP, "host")])
        until = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3600))
        location = f"/v1/trips/{TRIP}/me/location"
        self.assertEqual(server.call(location, anna, "POST", self.fix(server))[1]["outcomes"], [{"outcome": "notSharing"}])
        events = Events(server, ben, f"trip={TRIP}&all=true")
        self.addCleanup(events.close)
        self.assertTrue(events.wait_for("event: snapshot"))
        status, grant = server.call("/v1/grants", anna, "POST",
                                    {"trip": TRIP, "audience": "hosts", "precision": "exact", "until": until})
        self.assertEqual(status, 201, grant)
        time.sleep(1.1)
        status, answer = server.call(location, anna, "POST", self.fix(server))
        self.assertEqual(answer["outcomes"][0]["outcome"], "stored", answer)
        self.assertTrue(events.wait_for('event: person\ndata: {"user":"anna"'), events.text)
        people = server.call(f"/v1/trips/{TRIP}/people?all=true", ben)[1]["people"]
        self.assertEqual([(person["user"], person["precision"]) for person in people], [("anna", "exact")])
        self.assertEqual(server.call(f"/v1/trips/{TRIP}/people?all=true", anna)[0], 403)
        self.assertEqual(server.call("/v1/grants", anna)[1]["grants"][0]["id"], grant["id"])
        self.assertEqual(server.call(f"/v1/grants/{grant['id']}", ben, "DELETE")[0], 404)
        self.assertEqual(server.call(f"/v1/grants/{grant['id']}", anna, "DELETE")[0], 204)
        self.assertTrue(events.wait_for('event: gone\ndata: {"user":"anna"'), events.text)
        self.assertEqual(server.call(f"/v1/trips/{TRIP}/people?all=true", ben)[1]["people"], [])
        end = time.monotonic() + 15
        while not server.call("/v1/audit", anna)[1]["records"] and time.monotonic() < end:
            time.sleep(0.5)
        self.assertEqual(server.call("/v1/audit", anna)[1]["records"][0]["viewer"], "ben")
        self.assertEqual(server.call("/v1/me", anna, "DELETE")[0], 200)
        self.assertEqual(server.call("/v1/audit", anna)[1]["records"], [])


class RenewalTests(unittest.TestCase):
    def test_every_answer_is_wholly_of_one_map_and_one_status(self):
        with tempfile.TemporaryDirectory() as folder:
            status_file = pathlib.Path(folder) / "status.json"
            states = [json.dumps({"version": 1, "features": [{"name": "Aurore", "state": state, "observedAt": "2026-01-01T10:00:00Z"}]})
                      for state in ("open", "closed")]
            status_file.write_text(states[0])
            with Server("--status", status_file, keys=False) as server:
                first = server.map.read_bytes()
                other = self.other_map(folder)
                seen = self.swap(server, status_file, states, [first, other])
                self.assertGreaterEqual(len({key[0] for key in seen}), 2)
                server.map.write_bytes(b"rubbish")
                time.sleep(2.5)
                code, _, ready = server.ask("/health/ready", port=server.health_port)
                self.assertEqual((code, json.loads(ready)["fileFailure"]), (200, "malformedData"))
                self.assertEqual(server.ask("/v1/map")[0], 200)

    def other_map(self, folder):
        built = pathlib.Path(folder) / "other.skimap"
        sample = ROOT / "Data" / "Sample" / "openskimap"
        done = subprocess.run([COMMAND, "build", "--runs", sample / "runs.geojson", "--lifts", sample / "lifts.geojson", "--output", built],
                              capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return built.read_bytes()

    def swap(self, server, status_file, states, maps):
        """Replaces map and status under load; the bodies by map and status, of which each has one only."""
        bodies, stop = {}, threading.Event()

        def ask():
            while not stop.is_set():
                status, fields, body = server.ask("/v1/route?from=Montsoleil&to=Aurore&depart=10:00&date=2026-02-14")
                self.assertEqual(status, 200, body[:200])
                bodies.setdefault((fields["SkiRoute-Map"], fields["SkiRoute-Status"]), set()).add(body)

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            asking = [pool.submit(ask) for _ in range(4)]
            for turn in range(8):
                fresh = server.path / "next"
                fresh.write_bytes(maps[turn % 2])
                os.replace(fresh, server.map)
                replaced = status_file.with_suffix(".next")
                replaced.write_text(states[turn % 2])
                os.replace(replaced, status_file)
                server.process.send_signal(signal.SIGHUP)
                time.sleep(0.5)
            stop.set()
            for work in asking:
                work.result()
        for key, found in bodies.items():
            self.assertLessEqual(len(found), 1, f"{key} has {len(found)} answers")
        return bodies


if __name__ == "__main__":
    unittest.main()
