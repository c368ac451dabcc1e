"""The list of people on a trip: in one query, as the service asks, beside one query for each of them."""

import asyncio
import contextlib
import subprocess
import tempfile
import time

from serving import load

from . import cluster, trips

# The columns that the list needs, for all members but the asker, or for one of them.
LIST = """SELECT m.person, u.name, m.role, COALESCE(f1.asked_by, f2.asked_by), COALESCE(f1.since_ms, f2.since_ms), l.label, l.address
FROM trips_members own JOIN trips_members m ON m.trip = own.trip AND m.person <> own.person
JOIN trips_users u ON u.id = m.person
LEFT JOIN trips_friends f1 ON f1.lesser = '{user}' AND f1.greater = m.person
LEFT JOIN trips_friends f2 ON f2.lesser = m.person AND f2.greater = '{user}'
LEFT JOIN trips_links l ON l.person = m.person AND l.audience = 'trip'
WHERE own.trip = '{trip}' AND own.person = '{user}'
  AND NOT EXISTS (SELECT 1 FROM trips_blocks b WHERE b.person = '{user}' AND b.blocked = m.person
    OR b.person = m.person AND b.blocked = '{user}')"""
ROUNDS = 20


async def prepare(server, count):
    """A crowd in which each has a link, and each third is asked for friendship by the host."""
    crowd = await trips.gather(server, count)
    link = {"links": [{"label": "Page", "address": "https://people.example/one", "audience": "trip"}]}
    await trips.each(server, crowd.access, lambda client, access: trips.ask(client, "PATCH", "/v1/me", access, link))
    await trips.each(server, crowd.people[1::3], lambda client, person: trips.ask(
        client, "POST", f"/v1/friends/{person['user']}", crowd.access[0], {}))
    return crowd


async def route(server, crowd):
    """The times of the route's answers, each with all people."""
    client, times = load.Client(server, "127.0.0.1"), []
    for _ in range(ROUNDS + 5):
        start = time.monotonic()
        found = await trips.ask(client, "GET", f"/v1/trips/{crowd.trip}/companions", crowd.access[0])
        times.append(time.monotonic() - start)
        if len(found["people"]) != len(crowd.people) - 1:
            raise RuntimeError(f"{len(found['people'])} people are in the list")
    return times[5:]


def statements(crowd):
    """The one query, and those for each person."""
    whole = LIST.format(user=crowd.people[0]["user"], trip=crowd.trip)
    return whole + " ORDER BY u.name, m.person", [f"{whole} AND m.person = '{person['user']}'" for person in crowd.people[1:]]


def in_sqlite(store, crowd):
    """The seconds of the one query, and of those for each person."""
    whole, single = statements(crowd)
    with contextlib.closing(store.connect()) as connection:
        def spent(queries):
            best = []
            for _ in range(ROUNDS):
                start = time.monotonic()
                rows = sum(len(connection.execute(query).fetchall()) for query in queries)
                best.append(time.monotonic() - start)
                assert rows == len(single), rows
            return load.share_of(best, 0.5)
        return spent([whole]), spent(single)


def in_postgres(store, crowd):
    """As in_sqlite, by psql, without the time it takes to start."""
    whole, single = statements(crowd)

    def spent(queries):
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
            script.write(";\n".join(queries) + ";\n")
            script.flush()
            best = []
            for _ in range(ROUNDS):
                start = time.monotonic()
                subprocess.run([cluster.programs() / "psql", "-qtAX", store.address, "-f", script.name, "-o", "/dev/null"], check=True)
                best.append(time.monotonic() - start)
        return load.share_of(best, 0.5)
    idle = spent(["SELECT 1"])
    return max(1e-5, spent([whole]) - idle), max(1e-5, spent(single) - idle)


def companions(store, count):
    """The list of people by the route, and in the store by one query and by one query each; a line of figures."""
    with trips.running(store) as server:
        crowd = asyncio.run(prepare(server, count))
        times = asyncio.run(route(server, crowd))
    store.rows("ANALYZE")
    one, each = (in_postgres if hasattr(store, "address") else in_sqlite)(store, crowd)
    line = [f"{count - 1} people of a trip by GET companions", *trips.milliseconds(times),
            f"in the store: one query {one * 1000:.2f} ms, {count - 1} queries {each * 1000:.1f} ms, {each / one:.1f} ×"]
    return line, True
