"""Load on a running server: phones that report, streams that receive, readers that stop, and questions.

Connections are raw sockets of asyncio; most streams are only drained, since parsing all of them would measure Python.
"""

import asyncio
import dataclasses
import datetime
import json
import math
import random
import re
import select
import socket
import time

from .listeners import Listeners
from .process import TRIP, token

OBSERVED = re.compile(rb'"user":"(p\d+)".*?"observedAt":"([^"]+)"')


def stamp(seconds):
    at = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def share_of(values, part):
    """The value below which a part of some values lies; nan without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else math.nan


@dataclasses.dataclass
class Figures:
    """The outcome of a load."""

    posted: int = 0
    refused: int = 0
    post_times: list = dataclasses.field(default_factory=list)
    delays: list = dataclasses.field(default_factory=list)
    question_times: list = dataclasses.field(default_factory=list)
    failures: list = dataclasses.field(default_factory=list)


class Client:
    """One connection that is kept for many requests, opened again when the server has closed it."""

    def __init__(self, server, address):
        self.server, self.address, self.reader, self.writer = server, address, None, None

    async def ask(self, head, body=b""):
        """The status, header fields and body of an answer."""
        for again in (True, False):
            try:
                if self.writer is None:
                    self.reader, self.writer = await asyncio.open_connection(
                        "127.0.0.1", self.server.port, local_addr=(self.address, 0), limit=1 << 22)
                self.writer.write(head + body)
                text = await self.reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", text, re.I)
                return int(text[9:12]), text, await self.reader.readexactly(int(length[1])) if length else b""
            except (OSError, asyncio.IncompleteReadError):
                self.close()
                if not again:
                    raise

    def close(self):
        if self.writer:
            self.writer.close()
        self.reader = self.writer = None


def address(number):
    """An address of this machine for the client with a number; sixty clients share one."""
    return f"127.0.{2 + number // 60 // 250}.{1 + number // 60 % 250}"


def request(method, target, secret=None, body=None):
    fields = f"{method} {target} HTTP/1.1\r\nHost: a\r\n"
    fields += f"Authorization: Bearer {secret}\r\n" if secret else ""
    fields += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body is not None else ""
    return (fields + "\r\n").encode()


class Phone:
    """A traveller that reports a fix each second while moving between stations."""

    def __init__(self, server, number, stations, figures):
        self.server, self.user, self.figures = server, f"p{number}", figures
        self.client, self.secret = Client(server, address(number)), token(f"p{number}")
        self.random = random.Random(number)
        self.stations = stations
        self.place, self.goal = self.random.choice(stations), self.random.choice(stations)

    async def share(self):
        now = time.time()
        body = json.dumps({"trip": TRIP, "audience": "trip", "precision": "exact", "from": stamp(now - 5), "until": stamp(now + 7200),
                           "onlyInsideSkiArea": False}).encode()
        status, _, answer = await self.client.ask(request("POST", "/v1/grants", self.secret, body), body)
        assert status == 201, answer

    def step(self):
        """Moves some eight metres towards the goal."""
        east, north = (self.goal[0] - self.place[0]) * 78_000, (self.goal[1] - self.place[1]) * 111_000
        distance = math.hypot(east, north)
        if distance < 10:
            self.goal = self.random.choice(self.stations)
            return
        self.place = [self.place[0] + east / distance * 8 / 78_000, self.place[1] + north / distance * 8 / 111_000]

    async def run(self, until):
        await asyncio.sleep(self.random.random())
        head = f"/v1/trips/{TRIP}/me/location"
        following = time.monotonic()
        while time.monotonic() < until:
            self.step()
            now = time.time()
            body = json.dumps({"fixes": [{"longitude": self.place[0], "latitude": self.place[1], "time": stamp(now),
                                          "accuracyMetres": 8}]}).encode()
            start = time.monotonic()
            try:
                status, _, answer = await self.client.ask(request("POST", head, self.secret, body), body)
                self.figures.post_times.append(time.monotonic() - start)
                self.figures.posted += 1
                if status != 200 or b"refused" in answer:
                    self.figures.refused += 1
                    if status >= 500:
                        self.figures.failures.append(f"a report: {status} {answer[:200]}")
            except OSError as error:
                self.figures.failures.append(f"a report: {error!r}")
            following += 1
            await asyncio.sleep(max(0, following - time.monotonic()))


class Stream(asyncio.Protocol):
    """A stream of events; the delays of its events are noted when it is a sample."""

    def __init__(self, head, figures, sampled):
        self.head, self.figures, self.sampled, self.rest = head, figures, sampled, b""

    def connection_made(self, transport):
        transport.write(self.head)

    def data_received(self, data):
        if self.sampled:
            lines, end, self.rest = (self.rest + data).rpartition(b"\n")
            self.figures.delays += delays(lines + end)


async def listen(server, number, figures, sampled, user):
    """Opens a stream of a traveller in this process; its transport, to close it."""
    local, head = stream_of(number, "", user)
    transport, _ = await asyncio.get_running_loop().create_connection(
        lambda: Stream(head, figures, sampled), "127.0.0.1", server.port, local_addr=(local, 0))
    return transport


async def stations(server):
    client = Client(server, "127.0.0.1")
    _, _, body = await client.ask(request("GET", "/v1/lifts"))
    client.close()
    return [lift["place"] for lift in json.loads(body)["lifts"] if lift.get("place")]


def processor_seconds(server):
    """The seconds of processor time that the server has used."""
    fields = open(f"/proc/{server.process.pid}/stat", encoding="ascii").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def stream_of(number, query, user, role="traveller"):
    """The address of a client and the request of its stream."""
    return address(10_000 + number), request("GET", f"/v1/stream?trip={TRIP}{query}", token(user, trips=((TRIP, role),)))


def delays(data):
    """The seconds from the observation of each person in some bytes of a stream to now."""
    now = time.time()
    return [now - seconds(found[2].decode()) for found in OBSERVED.finditer(data)]


async def people(server, phones, streams, hosts, length, samples=40):
    """Phones that report each second and streams that show the people near each, and for hosts all; the figures."""
    figures = Figures()
    places = await stations(server)
    travellers = [Phone(server, number, places, figures) for number in range(phones)]
    for first in range(0, phones, 50):
        await asyncio.gather(*(phone.share() for phone in travellers[first:first + 50]))
    await asyncio.sleep(1.5)
    warm = time.monotonic() + 4
    await asyncio.gather(*(phone.run(warm) for phone in travellers))
    requests = [stream_of(number, "", f"p{number % phones}") for number in range(streams)]
    requests += [stream_of(streams + number, "&all=true", f"h{number}", "host") for number in range(hosts)]
    listeners = Listeners(server.port, requests, delays, max(1, len(requests) // samples))
    await asyncio.sleep(2)
    listeners.clear()
    figures.post_times.clear()
    figures.posted = figures.refused = 0
    start, used, memory = time.monotonic(), processor_seconds(server), server.memory()
    await asyncio.gather(*(phone.run(start + length) for phone in travellers))
    spent = time.monotonic() - start
    found, received, closed, reading = listeners.end()
    return figures, {
        "posted a second": figures.posted / spent, "refused": figures.refused, "received MB a second": received / spent / 1e6,
        "report p50 ms": share_of(figures.post_times, 0.5) * 1000, "report p99 ms": share_of(figures.post_times, 0.99) * 1000,
        "fix to event p50 ms": share_of(found, 0.5) * 1000, "fix to event p99 ms": share_of(found, 0.99) * 1000,
        "sampled events": len(found), "streams closed": closed,
        "processor %": (processor_seconds(server) - used) / spent * 100, "of the readers %": reading / spent * 100,
        "MiB before": memory, "MiB after": server.memory(), "failures": len(figures.failures)}


async def stopped_readers(server, count, phones=50):
    """Streams of all people whose clients read nothing; the memory that each costs and the seconds until they are closed."""
    figures = Figures()
    places = await stations(server)
    travellers = [Phone(server, number, places, figures) for number in range(phones)]
    await asyncio.gather(*(phone.share() for phone in travellers))
    await asyncio.sleep(1.5)
    length = 60
    running = [asyncio.create_task(phone.run(time.monotonic() + length)) for phone in travellers]
    await asyncio.sleep(4)
    before = server.memory()
    sockets = {}
    for number in range(count):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.bind((address(20_000 + number), 0))
        connection.connect(("127.0.0.1", server.port))
        secret = token(f"h{number}", trips=((TRIP, "host"),))
        connection.sendall(request("GET", f"/v1/stream?trip={TRIP}&all=true", secret))
        sockets[connection.getsockname()] = connection
        if number % 50 == 49:
            await asyncio.sleep(0)
    greatest, times = await follow(server, sockets, before)
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    for connection in sockets.values():
        connection.close()
    return {"readers": count, "KiB each": (greatest - before) * 1024 / count, "closed": len(times),
            "seconds p50": share_of(times, 0.5), "seconds p99": share_of(times, 0.99) if len(times) >= 0.99 * count else None}


async def follow(server, sockets, memory, seconds=40):
    """Waits until 99 of 100 streams are closed: the greatest memory, and for each the seconds from its first bytes to its end."""
    begun, times, end = {}, [], time.monotonic() + seconds
    poll, places = select.poll(), {connection.fileno(): place for place, connection in sockets.items()}
    for number in places:
        poll.register(number, select.POLLIN)
    while len(times) < 0.99 * len(sockets) and time.monotonic() < end:
        await asyncio.sleep(0.1)
        now, memory, alive = time.monotonic(), max(memory, server.memory()), open_clients(server)
        for number, _ in poll.poll(0):
            poll.unregister(number)
            begun[places[number]] = now
        for place in begun.keys() - alive:
            times.append(now - begun.pop(place))
    return memory, times


def open_clients(server):
    """The addresses and ports of the clients whose connections the server has open."""
    port = f":{server.port:04X}"
    with open("/proc/net/tcp", encoding="ascii") as table:
        rows = [line.split() for line in table]
    ends = [row[2].split(":") for row in rows if len(row) > 3 and row[1].endswith(port) and row[3] == "01"]
    return {(socket.inet_ntoa(bytes.fromhex(host)[::-1]), int(number, 16)) for host, number in ends}
