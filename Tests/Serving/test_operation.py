#!/usr/bin/env python3
"""Tests of skiroute-server under the faults that an operator meets: few descriptors, a store that is away, unfit store files, full disks.

SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release.
"""

import contextlib
import datetime
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tools"))

from serving import descriptors, stores, trips  # noqa: E402
from serving.process import SERVER, Server  # noqa: E402

# The greatest time in seconds within which requests are answered without the store.
BOUND = 15


class DescriptorTests(unittest.TestCase):
    def test_servers_with_few_descriptors_answer_under_load(self):
        seed = int.from_bytes(os.urandom(3), "big")
        for number in range(10):
            failures, _ = descriptors.run(seed + number, seconds=0.3, most=1500)
            self.assertEqual(failures, [])

    def test_too_few_descriptors_are_refused_with_limit_and_remedy(self):
        done = subprocess.run(["prlimit", "--nofile=40", SERVER, "--map", "/nowhere.skimap"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 65)
        for word in ("40 open files", "RLIMIT_NOFILE", "ulimit -n", "LimitNOFILE="):
            self.assertIn(word, done.stderr)

    def test_a_connection_beyond_the_bound_is_refused_while_all_others_are_used(self):
        body = b"POST /v1/route HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
        with Server(keys=False, descriptors=64) as server:
            held = []
            for _ in range(30):
                client = socket.create_connection(("127.0.0.1", server.port), timeout=5)
                client.sendall(body)
                held.append(client)
                time.sleep(0.02)
            status, taken = descriptors.answer(server)
            self.assertEqual(status, 503)
            self.assertLess(taken, BOUND)
            for client in held:
                client.close()
            self.assertEqual(trips.until(lambda: descriptors.answer(server)[0] == 200, "room after the others left"), True)


class StoreAwayTests(unittest.TestCase):
    def ready(self, server):
        status, _, body = server.ask("/health/ready", port=server.health_port)
        return status, json.loads(body)

    def up(self, server):
        return "skiroute_store_up 1" in server.ask("/metrics", port=server.health_port)[2].decode()

    def told(self, server, word):
        return sum(line.get("message", "").startswith(word) for line in server.lines())

    def check(self, away, back):
        """A store that goes away and comes back, by functions of the cluster."""
        store = stores.PostgresStore()
        cluster = store.server
        self.addCleanup(store.close)
        with trips.TripServer(store) as server:
            anna = server.log_in("anna")
            anna.create_trip()
            self.assertEqual(self.ready(server)[0], 200)
            self.assertTrue(self.up(server))
            away(cluster)
            try:
                trips.until(lambda: self.ready(server)[0] == 503, "the server is not ready")
                self.assertNotEqual(self.ready(server)[1]["store"], "up")
                self.assertFalse(self.up(server))
                for target in ("/v1/route?from=Montsoleil&to=Aurore", "/tiles/ski/0/0/0", "/v1/map"):
                    self.assertIn(server.ask(target)[0], (200, 204), target)
                for _ in range(3):
                    begin = time.monotonic()
                    self.assertEqual(anna.status("GET", "/v1/trips"), 503)
                    self.assertLess(time.monotonic() - begin, BOUND)
            finally:
                back(cluster)
            trips.until(lambda: self.ready(server)[0] == 200, "the server is ready again", 30)
            self.assertTrue(self.up(server))
            trips.until(lambda: anna.status("GET", "/v1/trips") == 200, "the store is used again", 30)
            trips.until(lambda: self.told(server, "the store is back"), "the log tells that the store is back")
            self.assertEqual((self.told(server, "the store is away"), self.told(server, "the store is back")), (1, 1))

    @unittest.skipUnless(stores.PostgresStore in stores.kinds(), "no PostgreSQL here")
    def test_a_frozen_store_makes_the_server_unready_until_it_goes_on(self):
        def send(number):
            return lambda cluster: [os.kill(process, number) for process in cluster.processes()]
        self.check(send(signal.SIGSTOP), send(signal.SIGCONT))

    @unittest.skipUnless(stores.PostgresStore in stores.kinds(), "no PostgreSQL here")
    def test_a_killed_store_makes_the_server_unready_until_it_is_started_again(self):
        self.check(lambda cluster: cluster.kill(), lambda cluster: cluster.start())


class StoreFileTests(unittest.TestCase):
    """Stores that can't be used: refused at every start, told by name, and renamed on demand only."""

    def setUp(self):
        self.store = stores.SQLiteStore()
        self.addCleanup(self.store.close)

    def start(self, *arguments, store=None):
        """The exit status and the error of a server that must not start."""
        with self.assertRaises(AssertionError) as caught:
            with trips.TripServer(store or self.store, *arguments):
                pass
        return str(caught.exception)

    def fill(self):
        """A store with a trip."""
        with trips.TripServer(self.store) as server:
            server.log_in("anna").create_trip()
            self.assertEqual(server.stop()[0], 0)

    def trips_of_anna(self, *arguments):
        with trips.TripServer(self.store, *arguments) as server:
            return server.log_in("anna").get("/v1/trips")["trips"]

    def refused_until_new(self, word, is_database=False):
        """A file that is refused twice with a word, and renamed by --new-store; what it holds stays."""
        def held(file):
            if not is_database:
                return file.read_bytes()
            with contextlib.closing(sqlite3.connect(file)) as connection:
                return list(connection.iterdump())

        file = self.store.file
        before = held(file)
        for _ in range(2):
            self.assertIn(word, self.start())
            self.assertEqual(held(file), before)
        self.assertEqual(self.trips_of_anna("--new-store"), [])
        kept = [path for path in file.parent.iterdir() if ".broken-" in path.name and not path.name.endswith(("-wal", "-shm"))]
        self.assertEqual([held(path) for path in kept], [before])

    def test_an_empty_file_is_refused(self):
        self.store.file.write_bytes(b"")
        self.refused_until_new("--new-store")

    def test_a_file_of_another_kind_is_refused(self):
        self.store.file.write_bytes(b"not a store " * 1000)
        self.refused_until_new("not an SQLite database")

    def test_a_corrupted_store_is_refused(self):
        self.fill()
        content = bytearray(self.store.content() and self.store.file.read_bytes())
        for page in range(3, len(content) // 4096, 2):
            content[page * 4096:page * 4096 + 2000] = b"\xa5" * 2000
        self.store.file.write_bytes(content)
        self.refused_until_new("corrupted")

    def test_a_store_without_one_of_its_tables_is_refused_by_its_name(self):
        for name in ("trips_messages", "grants", "lift_words", "trips_schema_chat"):
            with self.subTest(table=name):
                self.setUp()
                self.fill()
                self.store.rows(f"DROP TABLE {name}")
                self.store.content()
                self.refused_until_new(f"lacks the table {name}", is_database=True)

    def test_a_sound_store_is_kept_from_new_store(self):
        self.fill()
        self.assertIn("leave --new-store out", self.start("--new-store"))
        self.assertEqual(len(self.trips_of_anna()), 1)

    def test_a_newer_store_is_refused_and_an_older_one_brought_up_to_date(self):
        self.fill()
        self.store.rows("INSERT INTO trips_schema_chat VALUES (99, 0)")
        self.assertIn("use a newer program", self.start())
        self.store.rows("DELETE FROM trips_schema_chat WHERE number = 99")
        self.store.rows("DROP TABLE erasures")
        self.store.rows("DROP INDEX audit_by_hour")
        self.store.rows("DELETE FROM skiroute_schema WHERE number >= 2")
        self.assertEqual(len(self.trips_of_anna()), 1)
        self.assertEqual(self.store.rows("SELECT COUNT(*) FROM erasures"), [("0",)])

    @unittest.skipUnless(stores.PostgresStore in stores.kinds(), "no PostgreSQL here")
    def test_a_database_without_one_of_its_tables_is_refused_by_its_name(self):
        store = stores.PostgresStore()
        self.addCleanup(store.close)
        with trips.TripServer(store):
            pass
        store.rows("DROP TABLE trips_messages")
        for _ in range(2):
            self.assertIn("lacks the table trips_messages", self.start(store=store))
        self.assertIn("create another database", self.start("--new-store", store=store))


class RestoreTests(unittest.TestCase):
    """A store that is restored from an older copy: clients that go on from their last message miss none."""

    def test_clients_of_a_restored_store_are_told_and_miss_no_message(self):
        store = stores.SQLiteStore()
        self.addCleanup(store.close)
        with trips.TripServer(store) as server:
            anna, chat = self.talk(server)
            for number in range(5):
                anna.say(chat, f"before {number}")
            self.assertEqual(server.stop()[0], 0)
        copy = store.content() and store.file.read_bytes()
        with trips.TripServer(store) as server:
            anna = server.log_in("anna")
            for number in range(10):
                anna.say(chat, f"lost {number}")
            last = anna.messages(chat)[-1]
            self.assertEqual(server.stop()[0], 0)
        store.file.write_bytes(copy)
        with trips.TripServer(store) as server:
            anna = server.log_in("anna")
            for number in range(12):
                anna.say(chat, f"after {number}")
            texts = [message["body"] for message in anna.messages(chat)]
            sent = round(datetime.datetime.fromisoformat(last["sent"]).timestamp() * 1000)
            self.assertEqual(self.follow(server, anna, f"{chat}:{last['position']}@{sent}"), (["restored"], texts))
            self.assertEqual(self.follow(server, anna, f"{chat}:99"), (["restored"], texts))
            known = anna.messages(chat)[2]
            sent = round(datetime.datetime.fromisoformat(known["sent"]).timestamp() * 1000)
            self.assertEqual(self.follow(server, anna, f"{chat}:3@{sent}"), ([], texts[3:]))
            page = f"/v1/chats/{chat}/messages?after={last['position']}&sent=1000"
            self.assertEqual(anna.status("GET", page), 409)
            self.assertEqual(anna.status("GET", f"/v1/chats/{chat}/messages?after=3&sent={sent}"), 200)

    def talk(self, server):
        anna = server.log_in("anna")
        return anna, anna.chat(trip=anna.create_trip()["id"])["id"]

    def follow(self, server, person, chats):
        """Other events and the texts of a stream of chats up to the last message."""
        others, texts = [], []
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as client, client.makefile("r", encoding="utf-8") as lines:
            head = f"GET /v1/stream?chats={chats} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {person.access}\r\n\r\n"
            client.sendall(head.encode())
            for line in lines:
                if line.startswith("event: restored"):
                    others.append("restored")
                if line.startswith('data: {"chat"') and "message" in line:
                    texts.append(json.loads(line[6:])["message"]["body"])
                if texts and texts[-1] == "after 11":
                    return others, texts
        return others, texts


class FullDiskTests(unittest.TestCase):
    """A store whose disk has no room: writes are refused with the reason, and what was confirmed is kept."""

    def fill(self, server, most=4000):
        """The texts that were stored until one was refused, and the refusal."""
        anna = server.log_in("anna")
        chat = anna.chat(trip=anna.create_trip()["id"])["id"]
        stored = []
        for number in range(most):
            text = f"{number} " + "snow " * 350
            message = {"id": f"m{number}", "kind": "text", "body": text}
            status, document = server.call(f"/v1/chats/{chat}/messages", anna.access, "POST", message)
            if status != 201 and status != 200:
                return anna, chat, stored, (status, document)
            stored.append(text)
        self.fail("the disk is never full")

    def kept(self, anna, chat, stored):
        self.assertEqual([message["body"] for message in anna.messages(chat)][:len(stored)], stored)

    def test_a_file_that_may_not_grow_is_told_and_nothing_is_lost(self):
        store = stores.SQLiteStore()
        self.addCleanup(store.close)
        with trips.TripServer(store, file_bytes=3 << 20) as server:
            anna, chat, stored, (status, document) = self.fill(server)
            self.assertEqual((status, document["code"]), (503, "unavailable"))
            self.assertGreater(len(stored), 5)
            self.assertEqual(server.ask("/v1/map")[0], 200)
            self.kept(anna, chat, stored)
            self.assertIsNone(server.process.poll())
        with trips.TripServer(store) as server:
            self.kept(server.log_in("anna"), chat, stored)

    @unittest.skipUnless(os.geteuid() == 0, "only the superuser makes a small disk")
    def test_a_full_disk_is_told_and_used_again_when_there_is_room(self):
        store = stores.SQLiteStore()
        self.addCleanup(store.close)
        folder = store.file.parent
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", folder], capture_output=True).returncode != 0:
            self.skipTest("no disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", folder], check=True)
        (folder / "other").write_bytes(b"x" * (1 << 20))
        with trips.TripServer(store) as server:
            anna, chat, stored, (status, document) = self.fill(server)
            self.assertEqual((status, document["code"]), (503, "unavailable"))
            self.assertIn("disk is full", document["detail"])
            trips.until(lambda: any("disk is full" in line.get("reason", "") for line in server.lines()), "the log tells the reason")
            self.kept(anna, chat, stored)
            (folder / "other").unlink()
            anna.say(chat, "room again")
            self.kept(anna, chat, [*stored, "room again"])


class ArchiveTests(unittest.TestCase):
    def test_an_archive_that_is_cut_off_makes_the_server_unready(self):
        with Server(keys=False) as first:
            archive = first.path / "area.pmtiles"
            done = subprocess.run([SERVER.parent / "skiroute", "tiles", "-o", archive], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            with Server("--archive", archive, keys=False) as server:
                self.assertEqual(server.ask("/health/ready", port=server.health_port)[0], 200)
                os.truncate(archive, 100)
                status, _, body = server.ask("/health/ready", port=server.health_port)
                self.assertEqual(status, 503)
                self.assertIn("changed in its place", json.loads(body)["archiveFailure"])


def tearDownModule():
    stores.PostgresStore.stop()


if __name__ == "__main__":
    unittest.main()
