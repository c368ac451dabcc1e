#!/usr/bin/env python3
"""Tests of the server against others on its machine and those who flood it: files, memory, quotas, refusals, dead letters.

SKIROUTE_BUILT names the folder of skiroute and skiroute-server, else .build-test/release.
"""

import contextlib
import http.client
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tools"))

from serving import receiver, stores, trips  # noqa: E402
from serving.events import Stream  # noqa: E402
from serving.load import stamp  # noqa: E402
from serving.process import SERVER, Server, sample_map  # noqa: E402


def tearDownModule():
    stores.PostgresStore.stop()


def mode(path):
    """The permissions of a file."""
    return stat.S_IMODE(pathlib.Path(path).stat().st_mode)


class MachineTests(unittest.TestCase):
    def test_no_image_of_the_memory_is_written_or_read(self):
        with Server() as server:
            folder = pathlib.Path(f"/proc/{server.process.pid}")
            limits = next(line for line in (folder / "limits").read_text().splitlines() if line.startswith("Max core file size"))
            self.assertEqual(limits.split()[4:6], ["0", "0"])
            # Files of a process whose memory may not be read belong to root, with no permission for the process's own user.
            if os.geteuid() == 0:
                self.assertFalse(self.may_read(folder, 65_534), "a process of the same user may not read it")
            else:
                self.assertEqual((folder / "environ").stat().st_uid, 0)

    def may_read(self, folder, user):
        """True when a server that runs as a user lets another process of that user read its memory."""
        with tempfile.TemporaryDirectory() as scratch:
            os.chmod(scratch, 0o755)
            served = sample_map(scratch)
            process = subprocess.Popen(
                [SERVER, "--map", served, "--port", "0"], user=user, group=user, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
            try:
                process.stderr.readline()
                asked = subprocess.run(["cat", f"/proc/{process.pid}/environ"], user=user, group=user, capture_output=True)
                return asked.returncode == 0
            finally:
                process.kill()
                process.wait()
                process.stderr.close()

    def refusal(self, *arguments):
        """The exit code and the error of a server that does not start."""
        with tempfile.TemporaryDirectory() as folder:
            served = sample_map(folder)
            words = [SERVER, "--map", served, "--port", "0", *map(str, arguments)]
            done = subprocess.run(words, capture_output=True, text=True, timeout=60)
            return done.returncode, done.stderr

    def test_a_file_of_keys_that_others_may_use_is_refused_at_the_start_and_later(self):
        with Server() as server:
            for wide in (0o640, 0o604, 0o620, 0o602, 0o660):
                server.keys.chmod(wide)
                code, told = self.refusal("--keys", server.keys)
                self.assertEqual(code, 77, told)
                self.assertIn("chmod 600", told)
                self.assertIn(str(server.keys), told)
            # A changed file that others may use is not taken.
            server.keys.write_text(server.keys.read_text() + " ")
            trips.until(lambda: any("keys before are kept" in line.get("message", "") for line in server.lines()), "a refused change")

    def test_files_that_the_server_makes_are_for_its_user_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            spool = pathlib.Path(folder) / "spool"
            with trips.running(stores.SQLiteStore, trips={"spool": str(spool)}) as (server, store):
                self.assertEqual(mode(spool), 0o700)
                status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
                self.assertIn("Umask:\t0077\n", status)
                told(server)
                trips.until(lambda: list(spool.glob("*.json")), "a notice in the spool folder")
                for path in [*spool.iterdir(), *(path for path in store.file.parent.iterdir() if path.is_file())]:
                    self.assertEqual(mode(path), 0o600, path)

    def test_a_spool_folder_that_others_may_use_is_told_once(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            with trips.running(stores.SQLiteStore, trips={"spool": folder}) as (server, _):
                lines = [line for line in server.lines() if "chmod 700" in line.get("message", "")]
                self.assertEqual([line["mode"] for line in lines], ["755"])


def told(server):
    """A trip whose host has told its member something; the host, the member and the trip."""
    host, member = server.log_in("Hanna"), server.log_in("Rufus")
    trip = host.create_trip()["id"]
    member.join(host.invite(trip))
    host.post(f"/v1/trips/{trip}/notices", {"id": "w1", "word": "Snow"})
    return host, member, trip


class FloodTests(unittest.TestCase):
    def test_what_people_make_is_bounded_by_the_operators_numbers(self):
        quotas = {"messagesADay": 3, "grants": 2, "favourites": 2, "openUploads": 2, "answersADay": 2}
        with trips.running(stores.SQLiteStore, trips={"quotas": quotas}) as (server, _):
            host, member, trip = told(server)
            chat = host.chat(trip=trip)["id"]
            event = host.create_event(trip)["id"]

            def statuses(count, method, target, values):
                return [host.status(method, target(number), values(number)) for number in range(count)]

            sent = statuses(4, "POST", lambda _: f"/v1/chats/{chat}/messages",
                            lambda number: {"id": str(number), "kind": "text", "body": "a"})
            self.assertEqual([status // 100 for status in sent[:3]] + sent[3:], [2, 2, 2, 429])
            until = stamp(time.time() + 3600)
            shared = statuses(3, "POST", lambda _: "/v1/grants",
                              lambda _: {"trip": trip, "audience": "trip", "precision": "exact", "until": until})
            self.assertEqual([status // 100 for status in shared[:2]] + shared[2:], [2, 2, 413])
            marked = statuses(3, "PUT", lambda number: f"/v1/favourites/run-{number}", lambda _: {"kind": "run"})
            self.assertEqual([status // 100 for status in marked[:2]] + marked[2:], [2, 2, 413])
            permitted = statuses(3, "POST", lambda _: "/v1/days", lambda number: {"bytes": 5, "sha256": f"{number}" * 64})
            self.assertEqual([status // 100 for status in permitted[:2]] + permitted[2:], [2, 2, 429])
            answered = statuses(3, "PUT", lambda _: f"/v1/events/{event}/rsvp", lambda _: {"answer": "yes"})
            self.assertEqual([status // 100 for status in answered[:2]] + answered[2:], [2, 2, 429])
            status, fields, body = server.ask(
                f"/v1/chats/{chat}/messages", "POST", json.dumps({"id": "more", "kind": "text", "body": "a"}),
                {"Authorization": f"Bearer {host.access}", "Content-Type": "application/json"})
            problem = json.loads(body)
            self.assertEqual((status, problem["code"], fields["Retry-After"]), (429, "rateLimited", "60"))
            self.assertIn("3 messages", problem["detail"])
            # Others are not concerned.
            self.assertEqual(member.status("POST", f"/v1/chats/{chat}/messages", {"id": "m", "kind": "text", "body": "b"}) // 100, 2)

    def test_a_connection_ends_with_its_20th_refusal_and_no_request_is_lost(self):
        with Server() as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

            def ask(target):
                connection.request("GET", target)
                response = connection.getresponse()
                response.read()
                return response.status, response.getheader("Connection")

            connection.connect()
            first = connection.sock
            # Answers 404 and 200 count for nothing, and take nothing back.
            for number in range(19):
                self.assertEqual(ask("/v1/grants"), (401, None), number)
                self.assertEqual(ask("/v1/nothing"), (404, None), number)
                self.assertEqual(ask("/v1/map"), (200, None), number)
            self.assertIs(connection.sock, first)
            self.assertEqual(ask("/v1/grants"), (401, "close"))
            self.assertIsNone(connection.sock)
            self.assertEqual(ask("/v1/grants"), (401, None))
            connection.close()

    def test_a_connection_of_a_proxy_goes_on(self):
        with Server("--proxy", "127.0.0.1") as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
            for _ in range(60):
                connection.request("GET", "/v1/grants")
                response = connection.getresponse()
                response.read()
                self.assertEqual((response.status, response.getheader("Connection")), (401, None))
            connection.close()


def operate(*arguments):
    """The exit code, the output and the error of a command for operators."""
    done = subprocess.run([SERVER, *map(str, arguments)], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


class SessionsCommandTests(unittest.TestCase):
    @stores.each
    def test_an_operator_ends_the_sessions_of_a_person_and_of_all(self, kind):
        store = kind()
        with contextlib.closing(store):
            for who in (["--user"], ["--all", "--yes"]):
                with self.subTest(who=who), contextlib.ExitStack() as stack:
                    server = stack.enter_context(trips.TripServer(store))
                    person, friend = server.log_in("Rita"), server.log_in("Olga")
                    streams = [Stream(server, one.access, "") for one in (person, friend)]
                    for stream in streams:
                        stack.callback(stream.close)
                    self.assertEqual(person.status("GET", "/v1/me"), 200)
                    is_one = who == ["--user"]
                    words = ["sessions", "end", "--store", store.option, *who, *([person.id] if is_one else [])]
                    expected = "1" if is_one else store.rows("SELECT COUNT(*) FROM trips_sessions")[0][0]
                    if kind is stores.SQLiteStore:  # a file is for one process
                        self.assertEqual(operate(*words)[0], 75)
                        stack.close()
                    self.assertEqual(operate(*words), (0, f"{expected}\n", ""))
                    if kind is stores.SQLiteStore:
                        server = stack.enter_context(trips.TripServer(store))
                        person, friend = person.move(server), friend.move(server)
                    trips.until(lambda person=person: person.status("GET", "/v1/me") == 401, "the end on the server", 3)
                    self.assertEqual(server.call("/v1/login/refresh", None, "POST", {"refresh": person.refresh})[0], 403)
                    if kind is not stores.SQLiteStore:
                        trips.until(lambda streams=streams: streams[0].ended, "the end of the stream", 4)
                    self.assertEqual(friend.status("GET", "/v1/me"), 200 if is_one else 401)

    def test_what_is_not_said_clearly_ends_nothing(self):
        with trips.running(stores.SQLiteStore) as (server, store):
            person = server.log_in("Rita")
            server.stop()
            for words, code, told in (([], 64, "--user and --all"), (["--all"], 64, "--yes"),
                                      (["--all", "--yes", "--user", person.id], 64, "--user and --all"),
                                      (["--user", "u0"], 66, "u0 is unknown"), (["--user", ""], 64, "user")):
                found, output, error = operate("sessions", "end", "--store", store.option, *words)
                self.assertEqual((found, output), (code, ""), error)
                self.assertIn(told, error)
            self.assertEqual(store.rows("SELECT COUNT(*) FROM trips_sessions"), [("1",)])


class DeadLetterTests(unittest.TestCase):
    def command(self, *arguments):
        """The exit code, the output and the error of `skiroute-server dead-letters`."""
        return operate("dead-letters", *arguments)

    @stores.each
    def test_notices_that_a_channel_did_not_take_are_listed_and_sent_again(self, kind):
        store = kind()
        with contextlib.closing(store), tempfile.TemporaryDirectory() as folder:
            spool = pathlib.Path(folder) / "spool"
            with trips.TripServer(store, trips={"spool": str(spool)}) as server:
                spool.rmdir()
                _, member, trip = told(server)
                trips.until(lambda: store.rows("SELECT 1 FROM trips_deliveries WHERE attempts > 0"), "a failed attempt")
            # The tenth failure comes after hours.
            store.rows("UPDATE trips_deliveries SET due_ms = 9223372036854775807, attempts = 10, dead_ms = 1700000000000, lease = NULL")
            code, listed, error = self.command("list", "--store", store.option)
            self.assertEqual((code, error), (0, ""))
            cells = [line.split("\t") for line in listed.splitlines()]
            self.assertEqual([(line[0], *line[2:5], line[6]) for line in cells],
                             [("spool", member.id, "hostWord", "10", "2023-11-14T22:13:20Z")])
            self.assertEqual(self.command("list", "--store", store.option, "--channel", "webhook"), (0, "", ""))
            self.assertEqual(self.command("send-again", "--store", store.option, "--channel", "webhook"), (0, "0\n", ""))
            one = ["send-again", "--store", store.option, "--channel", "spool", "--recipient", member.id]
            for words in (["--notice", "no"], []):
                self.assertNotEqual(self.command(*one, *words)[0], 0)
            self.assertEqual(self.command(*one, "--notice", cells[0][1]), (0, "1\n", ""))
            self.assertEqual(self.command("list", "--store", store.option), (0, "", ""))
            with trips.TripServer(store, trips={"spool": str(spool)}):
                key = (member.id, f"word:{trip}:w1")
                trips.until(lambda: key in receiver.spooled(spool), "the notice that is sent again")

    def test_a_store_that_is_not_there_is_not_made(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "none.db"
            for words in (["list"], ["send-again", "--channel", "spool"]):
                code, _, error = self.command(*words, "--store", f"sqlite:{path}")
                self.assertEqual(code, 66, error)
                self.assertFalse(path.exists())


if __name__ == "__main__":
    unittest.main()
