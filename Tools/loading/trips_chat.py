"""Loads on chats: one message to every stream of a trip, and pages of a long chat."""

import asyncio
import json
import multiprocessing
import random
import re
import resource
import select
import socket
import time

from serving import load

from . import trips

SENT = re.compile(rb'"sent at (\d+)"')  # the body of a message of the load: when it was sent, in nanoseconds
MESSAGES = 1_000_000


class Listeners:
    """The streams of many people, in a process of its own that does nothing but read them and look for bodies of the load."""

    def __init__(self, port, access):
        context = multiprocessing.get_context("fork")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=listen, args=(port, access, other), daemon=True)
        self.process.start()
        if self.pipe.recv() != "open":
            raise RuntimeError("the streams are not open")

    def count(self):
        """The number of messages that were received."""
        self.pipe.send("count")
        return self.pipe.recv()

    def end(self):
        """The times from sending to receiving in nanoseconds, the streams that were closed, and the processor seconds it took."""
        self.pipe.send("end")
        found = self.pipe.recv()
        self.process.join()
        return found


def listen(port, access, pipe):
    """Reads streams until its end is requested."""
    waiting, sockets, rests, times, closed = select.epoll(), {}, {}, [], 0
    for number, one in enumerate(access):
        connection = socket.create_connection(("127.0.0.1", port), source_address=(load.address(number), 0))
        connection.sendall(load.request("GET", "/v1/stream?chats=all", one))
        connection.setblocking(False)
        sockets[connection.fileno()] = connection
        waiting.register(connection, select.EPOLLIN)
    pipe.send("open")
    waiting.register(pipe.fileno(), select.EPOLLIN)
    while True:
        for number, _ in waiting.poll():
            if number == pipe.fileno():
                if pipe.recv() == "end":
                    used = resource.getrusage(resource.RUSAGE_SELF)
                    pipe.send((times, closed, used.ru_utime + used.ru_stime))
                    return
                pipe.send(len(times))
                continue
            try:
                data = sockets[number].recv(1 << 18)
            except OSError:
                data = b""
            now = time.monotonic_ns()
            if not data:
                closed += 1
                waiting.unregister(number)
                continue
            data = rests.get(number, b"") + data
            end = data.rfind(b"\n\n")
            rests[number] = data[end:] if end >= 0 else data
            for sent in SENT.findall(data, 0, max(end, 0)):
                times.append(now - int(sent))


async def streams(server, count, rate, seconds):
    """Messages at a rate to the streams of all; a line of figures, and whether each stream received each message."""
    crowd = await trips.gather(server, count)
    client = load.Client(server, "127.0.0.1")
    chat = (await trips.ask(client, "POST", "/v1/chats", crowd.access[0], {"trip": crowd.trip}))["id"]
    listeners = Listeners(server.port, crowd.access)
    await asyncio.sleep(3)
    senders = [load.Client(server, f"127.0.8.{1 + number}") for number in range(rate)]
    begin, used, answers = time.monotonic() + 0.5, load.processor_seconds(server), []

    async def send(number):
        """One message a second."""
        for turn in range(seconds):
            await asyncio.sleep(max(0, begin + turn + number / rate - time.monotonic()))
            start = time.monotonic()
            body = {"id": f"{number}-{turn}", "kind": "text", "body": f"sent at {time.monotonic_ns()}"}
            await trips.ask(senders[number], "POST", f"/v1/chats/{chat}/messages", crowd.access[number % count], body)
            answers.append(time.monotonic() - start)
    await asyncio.gather(*(send(number) for number in range(rate)))
    expected, end = count * rate * seconds, time.monotonic() + 20
    while listeners.count() < expected and time.monotonic() < end:
        await asyncio.sleep(0.1)
    spent = time.monotonic() - begin
    times, closed, listening = listeners.end()
    line = [f"{count} streams, {rate} messages a second for {seconds} s", f"received {len(times)} of {expected}", "sent to streams",
            *trips.milliseconds([one / 1e9 for one in times]), "acknowledged", *trips.milliseconds(answers),
            f"processor {(load.processor_seconds(server) - used) / spent * 100:.0f} %, {listening / spent * 100:.0f} % of the listener",
            f"{server.memory():.0f} MiB", f"{closed} closed"]
    return line, len(times) == expected and closed == 0 and load.share_of(times, 0.99) <= 500e6


def fill(store, chat, author, count):
    """Stores messages after the first of a chat without the server, which does not run."""
    values = ("'{chat}', n, '{author}', 'c' || n, 'fill-' || n, 'text', 'Message number ' || n, 1767225600000 + n * 1000"
              .format(chat=chat, author=author))
    columns = "chat, position, author, client, sending, kind, body, sent_ms"
    if hasattr(store, "address"):
        numbers = f"generate_series(2, {count}) AS n"
    else:
        numbers = f"(WITH RECURSIVE g(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM g WHERE n < {count}) SELECT n FROM g)"
    store.rows(f"INSERT INTO trips_messages ({columns}) SELECT {values} FROM {numbers}")
    store.rows(f"UPDATE trips_chats SET last_position = {count} WHERE id = '{chat}'")
    store.rows("ANALYZE")


async def begin_chat(server):
    """The host of a trip with a chat that has one message; access and chat."""
    crowd = await trips.gather(server, 2)
    client = load.Client(server, "127.0.0.1")
    chat = (await trips.ask(client, "POST", "/v1/chats", crowd.access[0], {"trip": crowd.trip}))["id"]
    await trips.ask(client, "POST", f"/v1/chats/{chat}/messages", crowd.access[0], {"id": "1", "kind": "text", "body": "First"})
    return crowd, chat


async def read_pages(server, access, chat, count, seed):
    """The times of pages of 50 before random positions, and those that have other messages than they should."""
    client, chosen, times, wrong = load.Client(server, "127.0.0.1"), random.Random(seed), [], 0
    for number in range(count + 50):
        before = chosen.randint(52, MESSAGES)
        head = load.request("GET", f"/v1/chats/{chat}/messages?before={before}&count=50", access)
        start = time.monotonic()
        status, _, body = await client.ask(head)
        spent = time.monotonic() - start
        found = [message["position"] for message in json.loads(body)["messages"]] if status == 200 else []
        wrong += sorted(found) != list(range(before - 50, before))
        if number >= 50:
            times.append(spent)
    return times, wrong


def pages(store, count, seed=1):
    """Pages out of a million messages over one connection; a line of figures, and whether all were right."""
    with trips.running(store) as server:
        crowd, chat = asyncio.run(begin_chat(server))
        server.stop()
    began = time.monotonic()
    fill(store, chat, crowd.people[0]["user"], MESSAGES)
    filled = time.monotonic() - began
    with trips.running(store) as server:
        times, wrong = asyncio.run(read_pages(server, crowd.access[0], chat, count, seed))
        memory = server.memory()
    line = [f"{count} pages of 50 before random positions of {MESSAGES:,} messages", *trips.milliseconds(times), f"{wrong} wrong",
            f"{memory:.0f} MiB", f"filled in {filled:.0f} s"]
    return line, wrong == 0 and load.share_of(times, 0.99) <= 0.005
