#!/usr/bin/env python3
"""A server of lift news that misbehaves, for the tests of SkiPeople: each path is one behaviour. It ends with the process that began it.

  Tests/Fetching/hostile_feeds.py    writes two ports to standard output: that of the server, and one without a listener

/mood serves what was chosen last by /mood/BEHAVIOUR; /count/BEHAVIOUR and /fields/BEHAVIOUR tell of the requests so far.
"""

import gzip
import json
import os
import socket
import sys
import time
import zlib

sys.dont_write_bytecode = True

from hostile_server import HostileServer, cut_off, redirect, response, serving  # noqa: E402

MODIFIED = "Sun, 01 Feb 2026 09:00:00 GMT"
JSON = "application/json"


def status(*features):
    """A status of lifts in JSON."""
    return json.dumps({"version": 1, "utcOffset": "+01:00", "features": features}).encode()


def lift(name="way/1", state="open", seen="2026-02-01T09:59:00+01:00", **more):
    """An entry of a status."""
    return {"id": name, "state": state, "observedAt": seen, **more}


GOOD = status(lift(waitMinutes=4), lift("way/2", "closed"))
CLOSED = status(lift(state="closed", seen="2026-02-01T10:01:00+01:00"), lift("way/2", "closed"))
OLD = status(lift(seen="2026-01-29T09:00:00+01:00"))
BAD_ENTRIES = status(lift(), {"state": "open"}, lift("way/3", "ajar"), lift("way/4", waitMinutes=-1), lift("way/5", seen="now"), 7)
TABLE = b"id,name,state,wait,time\r\nway/1,,open,4,2026-02-01T09:59:00+01:00\r\n,Gipfelbahn,closed,,2026-02-01T09:58:00+01:00\r\n"


CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"


def bomb(mebibytes, head):
    """Zeros, compressed after a head of gzip or zlib: one flushed block again and again."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return head + block * mebibytes + packer.flush()


def typed(data, kind=JSON, code=200, **headers):
    """A behaviour that answers with bytes of a type."""
    return response(code, data, Content_Type=kind, Content_Length=len(data), **headers)


def unending(reply):
    """Sends pieces until the other side leaves."""
    reply.head(200, Content_Type=JSON, Transfer_Encoding="chunked")
    for _ in range(20_000):
        reply.body(b"4000\r\n" + bytes(0x4000) + b"\r\n")


def cut_pieces(reply):
    """Ends within a piece of a body without a stated length."""
    reply.head(200, Content_Type=JSON, Transfer_Encoding="chunked")
    reply.body(b"40\r\n" + GOOD[:32])


def slow(reply):
    """Sends a byte at a time."""
    reply.head(200, Content_Type=JSON, Content_Length=len(GOOD))
    reply.drip(GOOD, 0.1)


def silent(reply):
    """Sends nothing."""
    reply.hang()


def half_head(reply):
    """Sends the beginning of a response."""
    reply.sock.sendall(b"HTTP/1.1 200 Said\r\nContent-Ty")
    reply.hang()


def slow_head(reply):
    """Sends fields of a response without end."""
    reply.sock.sendall(b"HTTP/1.1 200 Said\r\n")
    for number in range(1000):
        reply.sock.sendall(f"X-{number}: y\r\n".encode())
        if reply.server.closing.wait(0.1):
            return


def long_head(reply):
    """Sends a field of 4 MiB."""
    reply.head(200, Content_Type=JSON, X_Long="y" * (4 << 20), Content_Length=0)


def many_fields(reply):
    """Sends many small fields."""
    reply.head(200, Content_Type=JSON, **{f"X_{number}": "y" * 50 for number in range(2000)})


def raw(*parts):
    """A behaviour that sends bytes as they are, and ends the connection."""
    def behave(reply):
        for part in parts:
            reply.sock.sendall(part)
    return behave


def trickle(reply):
    """Sends a compressed stream that never has a byte of content: empty blocks."""
    reply.head(200, Content_Type=JSON, Content_Encoding="deflate", Transfer_Encoding="chunked")
    reply.body(b"2\r\n\x78\x9c\r\n")
    for _ in range(1000):
        reply.body(b"5\r\n\x00\x00\x00\xff\xff\r\n")
        if reply.server.closing.wait(0.05):
            return


def no_http(reply):
    """Sends something else than a response."""
    reply.sock.sendall(b"220 mail.example ESMTP\r\n" * 20)


def hop(number, end):
    """A behaviour that redirects a number of times to the end."""
    return redirect(f"/hop{number - 1}") if number else end


def behaviours(port):
    """The behaviour of each path."""
    good = serving(GOOD, kind=JSON, keeps=True)
    huge = b" " * ((16 << 20) + 1)
    found = {
        "good": good, "good2": good, "closed": serving(CLOSED, '"two"', keeps=True),
        "table": serving(TABLE, kind="text/csv; charset=utf-8"),
        "modified": serving(GOOD, None, modified=MODIFIED), "old": serving(OLD), "bad-entries": serving(BAD_ENTRIES),
        "gzip": typed(gzip.compress(GOOD), Content_Encoding="gzip"),
        "aged": typed(GOOD, Cache_Control="public, max-age=300"),
        "limit": typed(b" " * ((16 << 20) - len(GOOD)) + GOOD),
        "busy": typed(b"{}", code=429, Retry_After="120"), "down": typed(b"{}", code=503, Retry_After="Sun, 01 Feb 2026 09:10:00 GMT"),
        "loop": redirect("/loop"), "elsewhere": redirect(f"http://localhost:{port}/good"),
        "other-port": redirect(f"http://127.0.0.1:{port + 1}/good"),
        "to-file": redirect("file:///etc/hostname"), "to-https": redirect(f"https://127.0.0.1:{port}/good"),
        "to-user": redirect(f"http://me:secret@127.0.0.1:{port}/good"), "nowhere": redirect(None),
        "cut": cut_off(GOOD), "cut-pieces": cut_pieces, "reset": cut_off(GOOD, end=lambda reply: reply.reset()),
        "cut-gzip": typed(gzip.compress(GOOD * 50)[:120], Content_Encoding="gzip"),
        "bad-gzip": typed(b"no gzip at all", Content_Encoding="gzip"),
        "odd-coding": typed(GOOD, Content_Encoding="x-unheard-of"),
        "slow": slow, "silent": silent, "half-head": half_head, "slow-head": slow_head, "long-head": long_head, "no-http": no_http,
        "huge": typed(huge), "huge-stated": cut_off(bytes(20 << 20), 0.001, end=lambda reply: reply.hang()), "unending": unending,
        "bomb": typed(bomb(1024, b"\x1f\x8b\x08" + bytes(7)), Content_Encoding="gzip"),
        "bomb-zlib": typed(bomb(256, b"\x78\xda"), Content_Encoding="deflate"),
        "page": typed(b"<html>", "text/html"), "untyped": response(200, GOOD, Content_Length=len(GOOD)),
        "garbage": typed(bytes(range(256)) * 8), "empty": typed(b""), "version": typed(b'{"version": 2}'),
        "many-fields": many_fields, "trickle": trickle,
        "head-end": raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"), "head-half": raw(b"HTTP/1.1 200 OK\r\nContent-Ty"),
        "nothing": raw(),
        "bad-pieces": raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
        "trailers": raw(CHUNKED, b"%x\r\n%s\r\n0\r\nContent-Type: text/html\r\nX-Late: y\r\n\r\n" % (len(GOOD), GOOD)),

        "early-hints": raw(
            b"HTTP/1.1 103 Early Hints\r\nContent-Type: text/html\r\n\r\n", CHUNKED, b"%x\r\n%s\r\n0\r\n\r\n" % (len(GOOD), GOOD)),
        "switching": raw(b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello"),
        "challenge": typed(b"", code=401, WWW_Authenticate='Basic realm="x"'), "to-nothing": redirect("http://[bad"),
        "no-entries": typed(status()),
        "many": typed(b'{"version": 1, "features": [' + b"{}," * 1_000_000 + b"{}]}"), "deep": typed(b"[" * 1_000_000),
        "unasked": response(304, ETag='"one"'), "partial": typed(GOOD, code=206),
    }
    codes = (204, 400, 401, 403, 404, 408, 410, 418, 451, 500, 502, 504)
    found |= {f"status{code}": typed(b"secret words of the server", code=code) for code in codes}
    return found | {f"hop{number}": hop(number, good) for number in range(6)}


def main():
    server = HostileServer()
    known = behaviours(server.port)
    mood = ["good"]

    def any_path(reply):
        name, _, rest = reply.request.path.removeprefix("/").partition("/")
        if name == "mood" and rest:
            mood[0] = rest
            return typed(b"")(reply)
        if name == "mood":
            return known[mood[0]](reply)
        if name == "count":
            return typed(str(len(server.requests("/" + rest))).encode())(reply)
        if name == "fields":
            return typed(json.dumps([request.headers for request in server.requests("/" + rest)]).encode())(reply)
        if name == "bodies":
            return typed(json.dumps([request.body.decode("latin-1") for request in server.requests("/" + rest)]).encode())(reply)
        return known.get(name, typed(b"", code=404))(reply)

    server.routes["*"] = any_path
    closed = socket.socket()
    closed.bind(("127.0.0.1", 0))
    print(server.port, closed.getsockname()[1], flush=True)
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.2)


if __name__ == "__main__":
    main()
