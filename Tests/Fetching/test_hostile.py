"""Each lie of a server: the exit code, the words, and what is on the disk. SKIROUTE_FETCH_TABLE=FILE writes a table."""

import concurrent.futures
import gzip
import os
import pathlib
import re
import shutil
import tempfile
import unittest

from hostile_server import HostileServer, cut_off, in_turn, redirect, response, serving
from support import FIRST, PATIENT, QUICK, planet, run

OLD = b'{"type":"FeatureCollection","features":[ ]}'
GOOD = planet()[FIRST]
HALF = len(GOOD) // 2
JSON = {"Content_Type": "application/json"}
PORTAL = b"<!DOCTYPE html><html><body>Please log in to the hotel's network</body></html>"


def endless(reply):
    reply.head(200, **JSON)
    start = b'{"type":"FeatureCollection","features":['
    reply.body(start)
    for _ in range(400):
        reply.body(b'{"type":"Feature"},' * 4096)


def chunked(pieces, ends=True):
    def behave(reply):
        reply.head(200, Transfer_Encoding="chunked", ETag='"one"', **JSON)
        for piece in pieces:
            reply.body(b"%x\r\n%s\r\n" % (len(piece), piece))
        if ends:
            reply.body(b"0\r\n\r\n")
    return behave


def part_answer(content_range, body, **headers):
    """First half a file, then a wrong answer to the request for the rest."""
    return in_turn(cut_off(GOOD), response(206, body, Content_Range=content_range, Content_Length=len(body), ETag='"one"',
                                           **{**JSON, **headers}))


def slow_head(reply):
    reply.drip(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Slow: " + b"a" * 400, 0.1)


def hops(reply):
    number = int(re.sub(r"\D", "", reply.request.path) or 0)
    redirect(f"/hop{number + 1}")(reply)


REST = GOOD[HALF:]
LENGTH = len(GOOD)
# name, behaviour, exit code, what is said, part kept
CASES = [
    ("stalls before the headers", lambda r: r.hang(), 69, "no answer in time", False),
    ("drips the headers", slow_head, 69, "no answer in time|timed out", False),
    ("endless 100 Continue", lambda r: r.drip(b"HTTP/1.1 100 Continue\r\n\r\n" * 100, 0.05, 25), 69, "in time|shut", False),
    ("stalls in the body", cut_off(GOOD, end=lambda r: r.hang()), 69, "no answer in time.*bytes are kept", True),
    ("drips bytes", lambda r: (r.head(200, Content_Length=LENGTH, ETag='"one"', **JSON), r.drip(GOOD, 0.05)), 69,
     "(stalls: \\d|no answer in time).*bytes are kept", True),
    ("ends too early, without an ETag", cut_off(GOOD, etag=None), 69, "broke off after.*try again later", False),
    ("ends too early, with a weak ETag", cut_off(GOOD, etag='W/"one"'), 69, "broke off after.*try again later", False),
    ("resets half-way", cut_off(GOOD, end=lambda r: r.reset()), 69, "bytes are kept|broke off", True),
    ("a chunk is cut off", chunked([GOOD[:HALF]], ends=False), 69, "broke off|bytes are kept", True),
    ("chunks end in the middle of the JSON", chunked([GOOD[:HALF]]), 65, "ends in the middle", False),
    ("a chunk's length is nonsense", response(200, b"zz\r\n{}", Transfer_Encoding="chunked", **JSON), 69, "try again", False),
    ("closes without a word", lambda r: None, 69, "closed connection|without response", False),
    ("speaks no HTTP", lambda r: r.body(b"SSH-2.0-OpenSSH\r\n"), 69, "SSH", False),
    ("a thousand headers", response(200, GOOD, **{f"X_{n}": "a" for n in range(1000)}), 69, "headers", False),
    ("a header of 100 kB", response(200, GOOD, X_Long="a" * 100_000), 69, "try again|header", False),
    ("redirects in a circle", redirect(f"/{FIRST}"), 65, "circle", False),
    ("redirects in a circle of two", redirect("/back"), 65, "circle", False),
    ("redirects without end", redirect("/hop1"), 65, "more than 5 times", False),
    ("redirects to file://", redirect("file:///etc/passwd"), 65, "redirected.*file:///etc/passwd", False),
    ("redirects to ftp://", redirect("ftp://127.0.0.1/x"), 65, "redirected.*ftp", False),
    ("redirects to plain http elsewhere", redirect("http://192.0.2.1/x"), 65, "redirected.*plain http", False),
    ("redirects to nowhere", redirect(None), 65, "without a target", False),
    ("redirects to an address with a password", redirect("https://me:secret@192.0.2.1/x"), 65, "redirected", False),
    ("redirects to a broken address", redirect("http://[::1/x"), 65, "address|redirected", False),
    ("a captive portal's page, as HTML", response(200, PORTAL, Content_Type="text/html", Content_Length=len(PORTAL)), 65,
     "text/html.*login", False),
    ("a captive portal's page, as JSON", response(200, PORTAL, Content_Length=len(PORTAL), **JSON), 65, "HTML.*login", False),
    ("an image", response(200, b"\x89PNG", Content_Type="image/png", Content_Length=4), 65, "image/png", False),
    ("gzip although asked for as it is", response(200, gzip.compress(GOOD), Content_Encoding="gzip", **JSON), 65, "gzip", False),
    ("gzip without saying so", response(200, gzip.compress(GOOD), **JSON), 65, "gzip", False),
    ("an unknown coding", response(200, GOOD, Content_Encoding="zstd, \x1b[31mred", **JSON), 65, r"zstd, \?\[31mred", False),
    ("an endless body", endless, 65, "beyond 2000000 bytes", False),
    ("Content-Length 10^15", response(200, GOOD, Content_Length=10 ** 15, **JSON), 65, "1000000000000000", False),
    ("Content-Length beyond the disk", response(200, GOOD, Content_Length=2 ** 49, **JSON), 74, "free some space", False),
    ("Content-Length -5", response(200, GOOD, Content_Length=-5, **JSON), 65, "not a length", False),
    ("Content-Length of 5,000 digits", response(200, GOOD, Content_Length="9" * 5000, **JSON), 65, "not a length", False),
    ("Content-Length shorter than the body", response(200, GOOD, Content_Length=HALF, **JSON), 65, "ends in the middle", False),
    ("an empty body", response(200, b"", Content_Length=0, **JSON), 65, "no JSON object|FeatureCollection", False),
    ("no JSON", response(200, b"{ not json", **JSON), 65, "middle|FeatureCollection", False),
    ("JSON, no GeoJSON", response(200, b'{"error":"sorry"}', **JSON), 65, "not a FeatureCollection", False),
    ("a list", response(200, b"[1,2]", **JSON), 65, "not GeoJSON", False),
    ("zero bytes within", response(200, GOOD[:HALF] + bytes(100) + GOOD[HALF:], **JSON), 65, "zero bytes", False),
    ("something behind the JSON", response(200, GOOD + b"<html>", **JSON), 65, "follows", False),
    ("a part that was not asked for", response(206, GOOD, Content_Range=f"bytes 0-{LENGTH - 1}/{LENGTH}", **JSON), 65,
     "part \\(206\\)", False),
    ("resumed from the wrong byte", part_answer(f"bytes 0-{LENGTH - 1}/{LENGTH}", GOOD), 65, "Content-Range", True),
    ("resumed only in part", part_answer(f"bytes {HALF}-{HALF + 9}/{LENGTH}", REST[:10]), 65, "Content-Range", True),
    ("resumed without Content-Range", in_turn(cut_off(GOOD), response(206, REST, **JSON)), 65, "Content-Range", True),
    ("resumed with a range of nonsense", part_answer("bytes one-two/three", REST), 65, "Content-Range", True),
    ("resumed with the wrong length", part_answer(f"bytes {HALF}-{LENGTH - 1}/{LENGTH}", REST[:9]), 65,
     "Content-Range", True),
    ("resumed as several parts", part_answer("", b"--x", Content_Type="multipart/byteranges; boundary=x"), 65,
     "multipart", True),
    ("resumed without a length, and too short",
     in_turn(cut_off(GOOD), response(206, REST[:9], Content_Range=f"bytes {HALF}-{LENGTH - 1}/{LENGTH}", **JSON),
             lambda r: r.reset()), 69, "bytes are kept", True),
    ("resumed without a length, and too long", in_turn(
        cut_off(GOOD), response(206, REST + b"  ", Content_Range=f"bytes {HALF}-{LENGTH - 1}/{LENGTH}", **JSON)), 65,
     "were announced", False),
    ("resumed with HTML", part_answer(f"bytes {HALF}-{LENGTH - 1}/{LENGTH}", REST, Content_Type="text/html"), 65,
     "text/html", True),
    ("404", response(404, b"", Content_Length=0), 66, "no such file", False),
    ("403", response(403, b"", Content_Length=0), 69, "answers 403", False),
    ("204 without content", response(204), 69, "answers 204", False),
    ("503 for ever", response(503, b"", Content_Length=0, Retry_After=0), 69, "answers 503", False),
    ("429 that asks for an hour", response(429, b"", Content_Length=0, Retry_After=3600), 69, "asks to wait 3600 s", False),
    ("503 until the year 2999", response(503, b"", Retry_After="Wed, 01 Jan 2999 00:00:00 GMT"), 69, "asks to wait", False),
    ("503 with a Retry-After of nonsense", response(503, b"", Content_Length=0, Retry_After="9" * 5000), 69, "wait|503", False),
    ("500", response(500, b"", Content_Length=0), 69, "answers 500", False),
    # Failures that a retry mends.
    ("breaks off once, goes on", in_turn(cut_off(GOOD), serving(GOOD)), 0, "trying again", None),
    ("resets once, goes on", in_turn(cut_off(GOOD, end=lambda r: r.reset()), serving(GOOD)), 0, "trying again", None),
    ("changed between part and rest (200)", in_turn(cut_off(GOOD), serving(GOOD, etag='"two"')), 0, "starting over", None),
    ("changed between part and rest (206, other ETag)",
     in_turn(cut_off(GOOD), response(206, REST, Content_Range=f"bytes {HALF}-{LENGTH - 1}/{LENGTH}", ETag='"two"', **JSON),
             serving(GOOD, etag='"two"')), 0, "changed on the server; starting over", None),
    ("changed between part and rest (206, other size)",
     in_turn(cut_off(GOOD), response(206, REST + b" ", Content_Range=f"bytes {HALF}-{LENGTH}/{LENGTH + 1}", **JSON),
             serving(GOOD, etag='"two"')), 0, "changed its size on the server; starting over", None),
    ("416 to the resumption", in_turn(cut_off(GOOD), response(416, b"", Content_Length=0), serving(GOOD)), 0, "starting over",
     None),
    ("503 once, with Retry-After", in_turn(response(503, b"", Content_Length=0, Retry_After=1), serving(GOOD)), 0,
     r"trying again in 1\.", None),
    ("a valid redirect", redirect("/elsewhere"), 0, "MB", None),
    ("chunks, whole", chunked([GOOD[:HALF], GOOD[HALF:]]), 0, "MB", None),
    ("no length at all", response(200, GOOD, **JSON), 0, "MB", None),
    ("a type of octets", serving(GOOD, kind="binary/octet-stream"), 0, "MB", None),
]


def attempt(case):
    """Plays one case; returns how it differs from what is expected, and a row of the table."""
    name, behaviour, code, words, part_kept = case
    server, home = HostileServer(), pathlib.Path(tempfile.mkdtemp(prefix="fetching-"))
    try:
        server.routes.update({f"/{file}": serving(data) for file, data in planet(runs=1).items()})
        server.routes.update({f"/{FIRST}": behaviour, "/back": redirect(f"/{FIRST}"), "/elsewhere": serving(GOOD)})
        server.routes.update({f"/hop{n}": hops for n in range(1, 9)})
        (home / FIRST).write_bytes(OLD)
        most = 1 << 50 if "beyond the disk" in name else 2_000_000
        net = QUICK if re.match("stalls|drips|endless 100", name) else PATIENT
        ran = run("fetch-openskimap", "-o", home, "--base-url", server.address, *net, "--longest-wait", 60,
                  "--max-bytes", min(most, (1 << 50) - 1))
        file, part = (home / FIRST).read_bytes(), (home / f"{FIRST}.part").exists()
        wrong = []
        if ran.code != code:
            wrong.append(f"exit {ran.code}, not {code}")
        if not re.search(words, ran.err, re.DOTALL):
            wrong.append(f"does not say {words!r}")
        if file != (GOOD if code == 0 else OLD):
            wrong.append("the wrong file is in place")
        if part != bool(part_kept):
            wrong.append(f"part {'kept' if part else 'gone'}")
        if "Traceback" in ran.err or "\x1b" in ran.err:
            wrong.append("a traceback or a control character is shown")
        if list(home.glob("*.new")):
            wrong.append("a temporary file is left")
        disk = "the new file" if code == 0 else "the old file" + (", a part to go on with" if part else "")
        said = [line for line in ran.err.splitlines() if re.search(words, line)] or [ran.err.strip()[-100:]]
        return (f"{name}: {', '.join(wrong)}\n{ran.err}" if wrong else None,
                f"| {name} | {code} | {disk} | {said[-1].replace(server.address, 'http://127.0.0.1')[:150]} |")
    finally:
        server.close()
        shutil.rmtree(home, ignore_errors=True)


class HostileServerTests(unittest.TestCase):
    def test_each_invalid_response_has_its_exit_code_and_message_and_leaves_the_old_file(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            results = list(pool.map(attempt, CASES))
        if os.environ.get("SKIROUTE_FETCH_TABLE"):
            rows = ["| the server | exit | on disk afterwards | said |", "| --- | --- | --- | --- |"]
            pathlib.Path(os.environ["SKIROUTE_FETCH_TABLE"]).write_text(
                "\n".join(rows + [row for _, row in results]) + "\n")
        wrong = [text for text, _ in results if text]
        self.assertEqual(wrong, [], "\n\n".join(wrong))


if __name__ == "__main__":
    unittest.main()
