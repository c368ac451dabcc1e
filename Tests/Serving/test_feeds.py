#!/usr/bin/env python3
"""States of lifts from feeds over HTTP: one request for all viewers and servers, unchanged documents, and feeds that misbehave.

SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release.
"""

import concurrent.futures
import http.client
import json
import pathlib
import socket
import struct
import sys
import threading
import time
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Fetching"), str(ROOT / "Tools")]

import hostile_feeds  # noqa: E402
from hostile_server import HostileServer, cut_off, serving  # noqa: E402
from serving import stores, trips  # noqa: E402
from serving.events import Stream  # noqa: E402
from serving.load import stamp  # noqa: E402

VIEWERS, LISTENERS = 100, 20
KEY = "Quendelwurz"
LOOKS = 2.5  # seconds in which a server looks at its states twice


def tearDownModule():
    stores.PostgresStore.stop()


def address(number):
    """An address of this machine of one's own: one address may have 64 connections."""
    return f"127.0.{1 + number // 200}.{1 + number % 200}"


def path(name):
    """The path of a feed by its name, with a key that is the operator's secret."""
    return f"/{name}?key={KEY}"


def document(lift, state, age=60, wait=4):
    """A status of one lift, seen some seconds ago."""
    return hostile_feeds.status(hostile_feeds.lift(lift, state, stamp(time.time() - age), waitMinutes=wait))


def offered_versions(connection):
    """The versions of TLS that a client offers by its first message (RFC 8446, 4.1.2 and 4.2.1)."""
    with connection.makefile("rb") as stream:
        kind, _, length = struct.unpack(">BHH", stream.read(5))
        hello = stream.read(length)
    assert kind == 22 and hello[0] == 1, "no message of a client that begins"
    version = struct.unpack(">H", hello[4:6])[0]
    rest = hello[38:]
    rest = rest[1 + rest[0]:]  # the session
    rest = rest[2 + struct.unpack(">H", rest[:2])[0]:]  # the ciphers
    rest = rest[1 + rest[0] + 2:]  # the compressions, and the length of the extensions
    while rest:
        extension, length = struct.unpack(">HH", rest[:4])
        if extension == 43:
            return set(struct.unpack(f">{rest[4] // 2}H", rest[5:5 + rest[4]]))
        rest = rest[4 + length:]
    return set(range(0x0301, version + 1))  # a client that does not list them takes older ones, too, as far as it tells


class Held:
    """A behaviour that answers only after its release."""

    def __init__(self, behaviour):
        self.behaviour, self.released = behaviour, threading.Event()

    def __call__(self, reply):
        self.released.wait(9)  # the server waits for 10 s
        self.behaviour(reply)


class FeedTests(unittest.TestCase):
    def setUp(self):
        self.feed = HostileServer()
        self.addCleanup(self.feed.close)

    def server(self, store, names=("valley",), **formats):
        """A server that asks a path of the feeds' server by the name of each feed."""
        feeds = [{"name": name, "address": self.feed.address + path(name), "format": formats.get(name, "status")} for name in names]
        return trips.TripServer(store, trips={"feeds": feeds})

    def behave(self, name, behaviour):
        self.feed.routes[path(name)] = behaviour

    def hold(self, name, behaviour=None):
        """Lets a feed answer only after its release."""
        held = Held(behaviour)
        self.behave(name, held)
        return held

    def asked(self, name):
        """The requests for a feed so far."""
        return self.feed.requests(path(name))

    def ask(self, server, number=0):
        """The lifts by their ids, and the identity of their states, as one viewer has them without waiting long."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5, source_address=(address(number), 0))
        try:
            connection.request("GET", "/v1/lifts")
            response = connection.getresponse()
            body = response.read()
            self.assertEqual(response.status, 200, body[:200])
        finally:
            connection.close()
        answer = json.loads(body)
        return answer["status"], {lift["id"]: lift for lift in answer["lifts"]}

    def everyone(self, server):
        """The answers to all viewers, who ask at the same time."""
        together = threading.Barrier(VIEWERS)

        def view(number):
            together.wait(30)
            return self.ask(server, number)
        with concurrent.futures.ThreadPoolExecutor(VIEWERS) as pool:
            return list(pool.map(view, range(VIEWERS)))

    def state(self, server, lift):
        return self.ask(server)[1][lift]["state"]

    def same(self, answers, lift, state):
        """All viewers have one state of a lift, of one age but for the second that asking takes; returns its identity and age."""
        self.assertEqual({(known, lifts[lift]["state"], lifts[lift]["seenAt"]) for known, lifts in answers}
                         - {(answers[0][0], state, answers[0][1][lift]["seenAt"])}, set())
        ages = [lifts[lift]["ageSeconds"] for _, lifts in answers]
        self.assertLessEqual(max(ages) - min(ages), 5)
        return answers[0][0], max(ages)

    def make_due(self, store):
        """Lets a minute and a half pass since the last answers of all feeds."""
        store.rows("UPDATE lift_feeds SET success_ms = success_ms - 90000")
        store.rows("UPDATE lift_news SET version = version + 1")

    def fill(self, kind, documents, **formats):
        """A store to which a server has read the documents of feeds; they are due again."""
        store = kind()
        self.addCleanup(store.close)
        held = {name: self.hold(name) for name in documents}
        with self.server(store, documents, **formats) as server:
            lifts = [lift["id"] for lift in trips.lifts(server)]
            for lift, (name, make) in zip(lifts, documents.items()):
                held[name].behaviour = make(lift)
                held[name].released.set()
            trips.until(lambda: all(self.state(server, lift) == "open" for lift in lifts[:len(documents)]), "the states of all feeds", 60)
        self.make_due(store)
        return store, lifts

    def test_a_hundred_viewers_lead_to_one_request(self):
        store, lifts = self.fill(stores.SQLiteStore, {"valley": lambda lift: serving(document(lift, "open"), '"one"')})
        lift, before = lifts[0], len(self.asked("valley"))
        held = self.hold("valley", self.feed.routes[path("valley")].behaviour)
        with self.server(store) as server:
            trips.until(lambda: len(self.asked("valley")) > before, "the request of a feed that is due")
            person = server.log_in("Hanna")
            trip = person.create_trip()["id"]
            streams = [Stream(server, person.access, f"trip={trip}", address(number)) for number in range(LISTENERS)]
            self.addCleanup(lambda: [stream.close() for stream in streams])
            self.assertEqual({stream.status for stream in streams}, {200})
            trips.until(lambda: self.ask(server)[0], "the first look at states")
            identity, age = self.same(self.everyone(server), lift, "open")
            self.assertEqual(len(self.asked("valley")), before + 1)

            # The document is unchanged: nothing is different but the age, and no stream has an event.
            success = "SELECT success_ms FROM lift_feeds"
            last = store.rows(success)
            held.released.set()
            trips.until(lambda: store.rows(success) != last, "the feed's answer")
            self.assertEqual(self.asked("valley")[-1].headers["if-none-match"], '"one"')
            time.sleep(LOOKS)
            again, older = self.same(self.everyone(server), lift, "open")
            self.assertEqual(again, identity)
            self.assertGreater(older, age)
            self.assertLessEqual({event["status"] for stream in streams for event in stream.named("lifts")}, {identity})

            # Another document: a plan is looked at each half minute.
            held = self.hold("valley", serving(document(lift, "closed", age=0), '"two"'))
            self.make_due(store)
            trips.until(lambda: len(self.asked("valley")) > before + 1, "the next request", 45)
            self.assertEqual(self.same(self.everyone(server), lift, "open")[0], identity)
            held.released.set()
            trips.until(lambda: self.state(server, lift) == "closed", "the new state")
            fresh, _ = self.same(self.everyone(server), lift, "closed")
            self.assertNotEqual(fresh, identity)
            for stream in streams:
                self.assertEqual(stream.wait_for("lifts", lambda event: event["status"] != identity), {"status": fresh})
            self.assertEqual(len(self.asked("valley")), before + 2)

    @unittest.skipUnless(stores.PostgresStore in stores.kinds(), "a file of SQLite is for one server")
    def test_of_two_servers_over_one_database_one_asks(self):
        """Promised of servers over one database: while one asks a feed no other does, and the others read its answer within a second.

        When that server ends before the answer is stored, another asks after the longest time of an answer and half a minute more.
        """
        store, lifts = self.fill(stores.PostgresStore, {"valley": lambda lift: serving(document(lift, "open"), '"one"')})
        before, held = len(self.asked("valley")), self.hold("valley", serving(document(lifts[0], "closed", age=0), '"two"'))
        with self.server(store) as one, self.server(store) as other:
            trips.until(lambda: len(self.asked("valley")) > before, "the request of a feed that is due")
            for server in (one, other):
                trips.until(lambda server=server: self.state(server, lifts[0]) == "open", "the state in the store")
            time.sleep(LOOKS)  # the other server finds the feed due each second
            held.released.set()
            for server in (one, other):
                trips.until(lambda server=server: self.state(server, lifts[0]) == "closed", "the new state")
            seen = {self.ask(server)[1][lifts[0]]["seenAt"] for server in (one, other)}
            self.assertEqual((len(seen), len(self.asked("valley"))), (1, before + 1))

    def test_feeds_that_misbehave_leave_the_last_good_states(self):
        def table(lift):
            return serving(f"id,state,wait,time\r\n{lift},open,4,{stamp(time.time() - 60)}\r\n".encode(), None, kind="text/csv")

        def status(lift):
            return serving(document(lift, "open"), None)
        good = document("way/1", "closed")
        wrong = {
            "fails": (hostile_feeds.typed(b"Vertrauliches", code=500), "unavailable"),
            "cut": (cut_off(good, etag=None), "inputOutput"),
            "page": (hostile_feeds.typed(good, "text/html"), "unsupportedFormat"),
            "table": (hostile_feeds.typed(good), "unsupportedFormat"),
            "endless": (hostile_feeds.unending, "limitExceeded"),
            "silent": (hostile_feeds.silent, "timedOut"),
            "old": (None, "emptyInput"), "behind": (None, "conflict"),
        }
        ages = {"old": 3600, "behind": 600}  # seconds: beyond what counts, and before what is known
        store, lifts = self.fill(stores.SQLiteStore, {name: table if name == "table" else status for name in wrong}, table="table")
        for number, (name, (behaviour, _)) in enumerate(wrong.items()):
            self.behave(name, behaviour or serving(document(lifts[number], "closed", ages[name]), None))
        with self.server(store, wrong, table="table") as server:
            trips.until(lambda: self.ask(server)[0], "the first look at states")
            first = self.ask(server)[1]

            def have_failed():
                self.ask(server)  # without waiting for feeds
                return {line["feed"] for line in self.failures(server)} == set(wrong)
            trips.until(have_failed, "all failures", 30)
            time.sleep(LOOKS)
            last = self.ask(server)[1]
            for lift in lifts[:len(wrong)]:
                self.assertEqual((last[lift]["state"], last[lift]["waitMinutes"], last[lift]["seenAt"]), ("open", 4, first[lift]["seenAt"]))
                self.assertGreater(last[lift]["ageSeconds"], first[lift]["ageSeconds"])
            self.assertEqual({(line["feed"], line["error"]) for line in self.failures(server)},
                             {(name, code) for name, (_, code) in wrong.items()})
            metrics = server.ask("/metrics", port=server.health_port)[2].decode()
            for name in wrong:
                self.assertIn(f'skiroute_feed_failures_total{{feed="{name}"}} ', metrics)
            said = (server.path / "log").read_text() + metrics
            for secret in (self.feed.address, f":{self.feed.port}", KEY, "Vertrauliches"):
                self.assertNotIn(secret, said)

    def test_feeds_are_asked_by_tls_1_2_or_later(self):
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(30)
            feed = {"name": "valley", "address": f"https://127.0.0.1:{listener.getsockname()[1]}/valley", "format": "status"}
            store = stores.SQLiteStore()
            self.addCleanup(store.close)
            with trips.TripServer(store, trips={"feeds": [feed]}) as server:
                asking = threading.Thread(target=self.ask, args=(server,), daemon=True)
                asking.start()
                connection, _ = listener.accept()
                with connection:
                    connection.settimeout(10)
                    offered = offered_versions(connection)
                asking.join(10)
        self.assertTrue(offered)
        self.assertLessEqual(offered, {0x0303, 0x0304}, [hex(version) for version in offered])

    def failures(self, server):
        return [line for line in server.lines() if line.get("message") == "a feed failed"]


if __name__ == "__main__":
    unittest.main()
