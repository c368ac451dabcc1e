"""Crowds for loads on the trip services: people who log in and join one trip, over kept connections."""

import asyncio
import contextlib
import json
import time

from serving import load
from serving.load import stamp
from serving.trips import DAY, TripServer

AT_ONCE = 16


class Crowd:
    """People of one trip; the first is its host."""

    def __init__(self):
        self.people, self.trip = [], None

    @property
    def access(self):
        return [person["access"] for person in self.people]


async def ask(client, method, target, access=None, value=None):
    """The document of a request that must succeed."""
    body = json.dumps(value).encode() if value is not None else None
    status, _, answer = await client.ask(load.request(method, target, access, body), body or b"")
    if status >= 300:
        raise RuntimeError(f"{method} {target}: {status} {answer[:300]!r}")
    return json.loads(answer) if answer else None


async def each(server, values, work):
    """The results of `work(client, value)` for many values, in their order, over a few connections."""
    left, results = list(enumerate(values)), [None] * len(values)
    left.reverse()

    async def take(number):
        client = load.Client(server, f"127.0.9.{1 + number}")
        while left:
            at, value = left.pop()
            results[at] = await work(client, value)
        client.close()
    await asyncio.gather(*(take(number) for number in range(min(AT_ONCE, len(values)))))
    return results


async def gather(server, count):
    """A crowd on a trip that lasts from the day before yesterday for nine days."""
    crowd, now = Crowd(), time.time()
    crowd.people = await each(server, range(count), lambda client, number: ask(
        client, "POST", "/v1/login/development", None, {"name": f"Skier {number:04}"}))
    client = load.Client(server, "127.0.0.1")
    host = crowd.people[0]["access"]
    trip = await ask(client, "POST", "/v1/trips", host, {
        "name": "Load", "zone": "Europe/Paris", "areas": [], "from": stamp(now - 2 * DAY), "until": stamp(now + 7 * DAY)})
    crowd.trip = trip["id"]
    invitation = await ask(client, "POST", f"/v1/trips/{crowd.trip}/invitations", host, {
        "role": "traveller", "uses": max(1, count - 1), "expires": stamp(now + DAY)})
    client.close()
    await each(server, crowd.people[1:], lambda client, person: ask(
        client, "POST", "/v1/invitations/join", person["access"], {"secret": invitation["secret"]}))
    return crowd


@contextlib.contextmanager
def running(store, *arguments, **options):
    """A server for a load, which says little."""
    with TripServer(store, "--connections", "4096", "--log-level", "notice", *arguments, **options) as server:
        yield server


def milliseconds(times):
    """The middle, the 99th part and the greatest of times in seconds, as texts in milliseconds."""
    return [f"{name} {load.share_of(times, part) * 1000:.1f} ms" for name, part in (("p50", 0.5), ("p99", 0.99), ("greatest", 1))]
