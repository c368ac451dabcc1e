#!/usr/bin/env python3
"""Tests of skiroute-server under the faults that an operator meets: few descriptors, a store that is away, unfit store files, full disks.

SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release.
"""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tools"))

from serving import descriptors, stores, trips  # noqa: E402
from serving.process import SERVER, Server, sample_map  # noqa: E402

# The greatest time in seconds within which requests are answered without the store.
BOUND = 15


class DescriptorTests(unittest.TestCase):
    def test_servers_with_few_descriptors_answer_under_load(self):
        seed = int.from_bytes(os.urandom(3), "big")
        for number in range(6):
            failures, _ = descriptors.run(seed + number)
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
            self.assertEqual((self.told(server, "the store is away"), self.told(server, "the store is back")), (1, 1))

    @unittest.skipUnless(stores.PostgresStore in stores.kinds(), "no PostgreSQL here")
    def test_a_frozen_store_makes_the_server_unready_until_it_goes_on(self):
        def send(number):
            return lambda cluster: [os.kill(process, number) for process in cluster.processes()]
        self.check(send(signal.SIGSTOP), send(signal.SIGCONT))

    @unittest.skipUnless(stores.PostgresStore in stores.kinds(), "no PostgreSQL here")
    def test_a_killed_store_makes_the_server_unready_until_it_is_started_again(self):
        self.check(lambda cluster: cluster.kill(), lambda cluster: cluster.start())


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
