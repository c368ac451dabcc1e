"""Attacks on a running server, with honest requests beside each: slow, huge, broken and forged requests.

Attackers come from 127.0.0.1 and, where one address is not enough, from 127.0.1.1 and on; honest clients from 127.0.0.2.
"""

import asyncio
import dataclasses
import functools
import gzip
import http.client
import json
import statistics
import time

from .process import SECRET, TRIP, encoded, token

HONEST = "/v1/route?from=Montsoleil&to=Aurore"


@dataclasses.dataclass
class Row:
    """The outcome of one attack."""

    name: str
    count: int
    honest: int
    median: float
    p99: float
    greatest: float
    memory: float
    failures: list
    outcome: str


class Honest:
    """Requests of an honest client, one after the other, each a tenth of a second after the last."""

    def __init__(self, server):
        self.server, self.times, self.failures, self.stopped = server, [], [], False

    async def run(self):
        while not self.stopped:
            start = time.monotonic()
            status = await asyncio.to_thread(self.ask)
            self.times.append(time.monotonic() - start)
            if status != 200:
                self.failures.append(f"honest request: {status}")
            await asyncio.sleep(0.05)

    def ask(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10, source_address=("127.0.0.2", 0))
        try:
            connection.request("GET", HONEST)
            response = connection.getresponse()
            response.read()
            return response.status
        except OSError as error:
            return repr(error)
        finally:
            connection.close()


async def connect(server, address="127.0.0.1"):
    return await asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))


async def talk(server, data, address="127.0.0.1", seconds=5, limit=1 << 20):
    """Returns the answer of the server to some bytes, until it closes, the time is over, or enough has come."""
    try:
        reader, writer = await connect(server, address)
    except OSError as error:
        return repr(error).encode()
    try:
        writer.write(data)
        await writer.drain()
        return await asyncio.wait_for(reader.read(limit), seconds)
    except (OSError, asyncio.TimeoutError, asyncio.IncompleteReadError) as error:
        return repr(error).encode()
    finally:
        writer.close()


def posted(target, content, length):
    """The head of a request with a body, after which the connection is closed."""
    fields = f"Host: a\r\nConnection: close\r\nContent-Type: {content}\r\nContent-Length: {length}"
    return f"POST {target} HTTP/1.1\r\n{fields}\r\n\r\n".encode()


def statuses(answers):
    """Counts of the statuses of answers."""
    counts = {}
    for answer in answers:
        word = answer[9:12].decode() if answer.startswith(b"HTTP/1.1") else "closed" if not answer else "none"
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(f"{number} × {word}" for word, number in sorted(counts.items()))


def forbidden(answers, *bad):
    return [f"answered {word}" for word in bad for answer in answers if answer[9:12] == word.encode()][:3]


async def traversal(server, _):
    targets = ["/page/../../etc/passwd", "/page/%2e%2e/%2e%2e/etc/passwd", "/page//etc/passwd", "/library/..%2f..%2fkeys.json",
               "/styles/....//keys.json", "/tiles/..%2f..%2fetc/1/1/1", "/tiles/ski/../../x", "/page/%00", "/../../../../etc/passwd",
               "//etc/passwd"]
    answers = [await talk(server, f"GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()) for target in targets]
    found = [f"{target} was served" for target, answer in zip(targets, answers) if b"root:" in answer or b'"issuer"' in answer]
    return len(targets), statuses(answers), found + forbidden(answers, "200", "500")


async def slow_heads(server, share):
    count, open_ones = int(1000 * share), []
    for number in range(count):
        try:
            _, writer = await connect(server, f"127.0.1.{1 + number % 16}")
            writer.write(b"GET /v1/map HTTP/1.1\r\nHost: a\r\n")
            open_ones.append(writer)
        except OSError:
            continue
    for _ in range(6):
        for writer in open_ones:
            if not writer.is_closing():
                writer.write(b"X-A: b\r\n")
        await asyncio.sleep(1)
    closed = sum(writer.transport.is_closing() for writer in open_ones)
    for writer in open_ones:
        writer.close()
    return count, f"{closed} closed within 6 s, the rest by the idle time of 15 s", []


async def slow_bodies(server, share):
    count, open_ones = int(1000 * share), []
    head = b"POST /v1/route HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"
    for number in range(count):
        try:
            _, writer = await connect(server, f"127.0.2.{1 + number % 16}")
            writer.write(head)
            open_ones.append(writer)
        except OSError:
            continue
    for _ in range(6):
        for writer in open_ones:
            if not writer.is_closing():
                writer.write(b" ")
        await asyncio.sleep(1)
    for writer in open_ones:
        writer.close()
    return count, "each is cut off after 30 s as a whole", []


async def slow_readers(server, share):
    """Ask for large answers and never read; they must be gone after the stalled time of 10 s."""
    count, open_ones = int(1000 * share), []
    request = b"GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" * 400
    for number in range(count):
        try:
            reader, writer = await connect(server, f"127.0.3.{1 + number % 16}")
            writer.transport.pause_reading()
            writer.write(request)
            open_ones.append((reader, writer))
        except OSError:
            continue
    await asyncio.sleep(4)
    memory = server.memory()
    await asyncio.sleep(9)
    for _, writer in open_ones:
        writer.close()
    return count, f"{memory:.0f} MiB while {len(open_ones)} did not read", []


async def huge(server, _):
    requests = [
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET /v1/map HTTP/1.1\r\nHost: a\r\nX: " + b"b" * 200_000 + b"\r\n\r\n",
        b"GET /v1/map HTTP/1.1\r\nHost: a\r\n" + b"X: b\r\n" * 5000 + b"\r\n",
        b"GET /v1/map HTTP/1.1\r\nHost: a\r\nX: " + b"b" * 20_000 + b"\r\nConnection: close\r\n\r\n",
        b"GET /v1/places?query=" + b"a" * 6000 + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        b"POST /v1/route HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{",
        b"POST /v1/match HTTP/1.1\r\nHost: a\r\nContent-Length: 17000000\r\n\r\n" + b"a" * 17_000_000,
        b"POST /v1/match HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + (b"100000\r\n" + b"a" * 0x100000 + b"\r\n") * 20,
        b"POST /v1/match HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551616\r\n\r\n",
    ]
    answers = [await talk(server, request) for request in requests]
    return len(requests), statuses(answers), forbidden(answers, "200", "500")


@functools.cache
def bomb():
    """A small body that holds 400 MiB."""
    return gzip.compress(b"<gpx>" + b" " * (400 << 20), 9)


async def bombs(server, share):
    count, body = max(2, int(20 * share)), bomb()
    head = posted("/v1/match", "application/gzip", len(body))
    answers = [await talk(server, head + body, seconds=25) for _ in range(count)]
    return count, statuses(answers), forbidden(answers, "200", "500")


async def broken(server, _):
    start = b"POST /v1/route HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    requests = [
        start + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
        start + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
        start + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n", start + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        start + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/map HTTP/1.1\r\nHost: a\r\n\r\n",
        start + b"Content-Length: -2\r\n\r\n{}", start + b"Content-Length: 2x\r\n\r\n{}",
        start + b"Transfer-Encoding: identity, chunked, gzip\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n", b"GET\r\n\r\n",
        b"\x00" * 5000,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /v1/map HTTP/1.1\r\nHost a\r\n\r\n", b"CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
    ]
    answers = [await talk(server, request, seconds=3) for request in requests]
    smuggled = [f"an answer to {request[:80]!r}" for request, answer in zip(requests, answers) if b"HTTP/1.1 200" in answer]
    return len(requests), statuses(answers), smuggled + forbidden(answers, "500")


async def deep(server, share):
    count = int(200 * share)
    body = b'{"from":' + b"[" * 30_000 + b"]" * 30_000 + b"}"
    head = posted("/v1/route", "application/json", len(body))
    answers = [await talk(server, head + body) for _ in range(count)]
    return count, statuses(answers), forbidden(answers, "200", "500")


async def pipelined(server, share):
    count = int(10_000 * share)
    last = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    answer = await talk(server, b"GET /v1/map HTTP/1.1\r\nHost: a\r\n\r\n" * count + last, seconds=30, limit=-1)
    answered = answer.count(b"HTTP/1.1 200")
    return count, f"{answered} answered", [] if answered == count + 1 else [f"{count + 1 - answered} were not answered"]


async def streams(server, share):
    """Streams with a token from twenty addresses: as many as the limits allow are open, the others are refused."""
    count, secret, open_ones, refused = int(5000 * share), token("anna"), [], 0
    request = f"GET /v1/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {secret}\r\n\r\n".encode()
    for number in range(count):
        try:
            reader, writer = await connect(server, f"127.0.4.{1 + number % 20}")
            writer.write(request)
            open_ones.append((reader, writer))
        except OSError:
            refused += 1
    await asyncio.sleep(3)
    heads = []
    for reader, _ in open_ones:
        try:
            heads.append(await asyncio.wait_for(reader.read(12), 0.5))
        except (OSError, asyncio.TimeoutError):
            heads.append(b"")
    for _, writer in open_ones:
        writer.close()
    return count, statuses(heads) + f", {refused} refused", forbidden(heads, "500")


async def forged(server, share):
    now = int(time.time())
    claims = {"iss": "trips", "aud": "skiroute", "sub": "anna", "exp": now + 600,
              "trips": [{"id": TRIP, "role": "host", "until": now + 600}]}
    none = ".".join(encoded(json.dumps(part).encode()) for part in ({"alg": "none", "kid": "a"}, claims)) + "."
    good = token("anna")
    tokens = [none, token("anna", key="foreign"), token("anna", key="../../keys.json"), token("anna", aud="other"),
              token("anna", secret=SECRET[::-1]), token("anna", algorithm="none"), good + "A", good[:-1], "", "a.b.c", "." * 100,
              "a" * 15_000, good.replace(".", "..")]
    count, answers = int(100 * share) or 1, []
    for _ in range(count):
        for forgery in tokens:
            head = f"GET /v1/grants HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {forgery}\r\nConnection: close\r\n\r\n"
            answers.append(await talk(server, head.encode()))
    return len(answers), statuses(answers), forbidden(answers, "200", "500")


async def foreign(server, share):
    """Asks for other people's trips and grants, which must answer as those that do not exist."""
    eve, count, answers = token("eve"), int(100 * share) or 1, []
    targets = [("GET", "/v1/trips/secret/people"), ("POST", "/v1/trips/secret/me/location"), ("DELETE", "/v1/trips/secret/me/location"),
               ("DELETE", "/v1/grants/" + "0" * 32), ("GET", "/v1/stream?trip=secret"), ("DELETE", "/v1/grants/%00"),
               ("GET", "/v1/trips/%2e%2e/people")]
    for _ in range(count):
        for method, target in targets:
            head = f"{method} {target} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {eve}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
            answers.append(await talk(server, head.encode()))
    return len(answers), statuses(answers), forbidden(answers, "200", "204", "500")


ATTACKS = (traversal, slow_heads, slow_bodies, slow_readers, huge, bombs, broken, deep, pipelined, streams, forged, foreign)


async def one(server, attack, share):
    if attack is bombs:
        bomb()  # takes seconds, in which no honest request could be sent
    honest = Honest(server)
    asking = asyncio.create_task(honest.run())
    await asyncio.sleep(0.3)
    try:
        count, outcome, failures = await attack(server, share)
    finally:
        await asyncio.sleep(0.3)
        honest.stopped = True
        await asking
    if server.process.poll() is not None:
        failures = [*failures, f"the server ended: {server.process.returncode}"]
    times = sorted(honest.times)
    median, p99 = statistics.median(times), times[int(len(times) * 0.99)]
    return Row(attack.__name__.replace("_", " "), count, len(times), median * 1000, p99 * 1000, times[-1] * 1000, server.memory(),
               failures + honest.failures, outcome)


def run(server, share=1.0, names=None):
    """Yields a row for each attack."""
    for attack in ATTACKS:
        if names is None or attack.__name__ in names:
            yield asyncio.run(one(server, attack, share))
