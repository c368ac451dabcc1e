"""Loads on chats: one message to every stream of a trip, and pages of a long chat."""

import asyncio
import json
import random
import re
import time

from serving import load
from serving.listeners import Listeners

from . import trips

SENT = re.compile(rb'"sent at (\d+)"')  # the body of a message of the load: when it was sent, in nanoseconds
MESSAGES = 1_000_000


def delays(data):
    """The nanoseconds from sending to now of the messages of a load in some bytes of a stream."""
    now = time.monotonic_ns()
    return [now - int(sent) for sent in SENT.findall(data)]


async def streams(server, count, rate, seconds):
    """Messages at a rate to the streams of all; a line of figures, and whether each stream received each message."""
    crowd = await trips.gather(server, count)
    client = load.Client(server, "127.0.0.1")
    chat = (await trips.ask(client, "POST", "/v1/chats", crowd.access[0], {"trip": crowd.trip}))["id"]
    listeners = Listeners(server.port, [(load.address(number), load.request("GET", "/v1/stream?chats=all", one))
                                        for number, one in enumerate(crowd.access)], delays)
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
    times, _, closed, listening = listeners.end()
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
