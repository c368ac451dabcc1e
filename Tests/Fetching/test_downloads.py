"""Continuation of interrupted downloads, frequency of requests, and the files left after each end."""

import os
import pty
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest
import unittest.mock

from hostile_server import cut_off, serving
from support import FILES, FIRST, PATIENT, PYTHON, QUICK, TOOLS, Case, environment, interruptible, planet, run

from fetching import web


def until(condition, seconds=20):
    """Waits for a condition."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.01)


class InterruptedDownloadTests(Case):
    """Downloads that are ended by a signal."""

    def begin(self, how):
        """Starts a download of runs that the server holds up half-way, ends it, and returns how it ended."""
        self.files = planet()
        self.serve(self.files)
        self.runs = self.files["runs.geojson"]
        self.half = len(self.runs) // 2
        self.server.routes["/runs.geojson"] = cut_off(self.runs, end=lambda reply: reply.hang())
        self.old = self.put_old("runs.geojson")
        part = self.data / "runs.geojson.part"
        process = subprocess.Popen(
            [*PYTHON, str(TOOLS / "fetch-openskimap"), "-o", str(self.data), "--base-url", self.server.address,
             *PATIENT], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=interruptible)
        until(lambda: part.exists() and part.stat().st_size == self.half)
        process.send_signal(how)
        _, said = process.communicate(timeout=20)
        return process.returncode, said.decode()

    def expect_continued(self):
        """The next run asks for the rest only, gets only that, and the whole is right."""
        self.assertEqual((self.data / "runs.geojson").read_bytes(), self.old)
        self.assertEqual((self.data / "runs.geojson.part").stat().st_size, self.half)
        self.server.routes["/runs.geojson"] = serving(self.runs)
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        last = self.server.requests("/runs.geojson")[-1]
        self.assertEqual(last.headers["range"], f"bytes={self.half}-")
        self.assertEqual(last.headers["if-range"], '"one"')
        self.assertEqual(last.sent, len(self.runs) - self.half)
        self.assertEqual((self.data / "runs.geojson").read_bytes(), self.runs)
        self.assertEqual(self.names(), sorted([*FILES, "SOURCE.json"]))

    def test_a_killed_download_is_continued(self):
        code, _ = self.begin(signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        self.expect_continued()
        self.assertEqual(len(self.server.requests("/lifts.geojson")), 1, "complete files are not requested again")

    def test_ctrl_c_leaves_a_part_and_the_old_file(self):
        code, said = self.begin(signal.SIGINT)
        self.assertEqual(code, 130)
        self.assertIn("interrupted; run the same command again to continue", said)
        self.assertNotIn("Traceback", said)
        self.expect_continued()

    def test_sigterm_leaves_a_part_and_the_old_file(self):
        self.assertEqual(self.begin(signal.SIGTERM)[0], 130)
        self.expect_continued()

    def test_a_file_that_changed_on_the_server_is_fetched_whole(self):
        self.begin(signal.SIGKILL)
        changed = planet(seed=2)["runs.geojson"]
        self.server.routes["/runs.geojson"] = serving(changed, etag='"two"')
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        self.assertIn("starting over", ran.err)
        self.assertEqual((self.data / "runs.geojson").read_bytes(), changed)

    def test_a_part_with_invalid_notes_is_not_continued(self):
        for spoil in (b"", b"{", b'{"address":"http://127.0.0.1/other","etag":"\\"one\\"","modified":null,"total":9}',
                      b'{"etag":5}', b"[" * 10_000):
            with self.subTest(notes=spoil[:20]):
                self.setUp()
                self.begin(signal.SIGKILL)
                (self.data / "runs.geojson.part.json").write_bytes(spoil)
                self.server.routes["/runs.geojson"] = serving(self.runs)
                ran = self.fetch()
                self.assertEqual(ran.code, 0, ran.err)
                self.assertNotIn("range", self.server.requests("/runs.geojson")[-1].headers)
                self.assertEqual((self.data / "runs.geojson").read_bytes(), self.runs)
                self.doCleanups()

    def test_a_complete_part_is_renamed_without_a_request(self):
        self.begin(signal.SIGKILL)
        (self.data / "runs.geojson.part").write_bytes(self.runs)
        before = len(self.server.received)
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        self.assertEqual(len(self.server.received), before)
        self.assertEqual((self.data / "runs.geojson").read_bytes(), self.runs)


class RequestFrequencyTests(Case):
    """Requests are made only when needed."""

    def test_the_first_download_brings_all_files_and_their_terms(self):
        files = planet()
        self.serve(files)
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        self.assertEqual(ran.out.splitlines(), [str(self.data / name) for name in FILES])
        for words in ("© OpenStreetMap contributors, OpenSkiMap.org", "ODbL 1.0", "https://openskimap.org/?about"):
            self.assertIn(words, ran.err)
        source = self.source()
        self.assertEqual((source["version"], source["name"], source["licence"]), (1, "OpenSkiMap", "ODbL 1.0"))
        self.assertEqual(source["attribution"], "© OpenStreetMap contributors, OpenSkiMap.org")
        for name, data in files.items():
            self.assertEqual((self.data / name).read_bytes(), data)
            self.assertEqual(source["files"][name]["etag"], '"one"')
            self.assertEqual(source["files"][name]["bytes"], len(data))
        self.assertEqual(self.names(), sorted([*FILES, "SOURCE.json"]))
        self.assertNotIn("\r", ran.err, "progress is for terminals")
        for request in self.server.received:
            self.assertIn("SkiRoute", request.headers["user-agent"])
            self.assertEqual(request.headers["accept-encoding"], "identity")
        self.assertEqual(self.server.most_at_once, 1)

    def test_there_is_no_request_within_a_day(self):
        self.serve(planet())
        self.fetch()
        self.age(hours=23)
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        self.assertEqual(len(self.server.received), 4)
        self.assertIn("one automatic download a day is permitted", ran.err)
        self.assertIn("--force requests them anyway", ran.err)
        self.assertEqual(len(ran.out.splitlines()), 4)

    def test_after_a_day_and_with_force_the_request_is_conditional(self):
        self.serve(planet())
        self.fetch()
        for arguments, hours in (([], 25), (["--force"], 1), ([], -30)):
            with self.subTest(hours=hours):
                self.age(hours)
                before = len(self.server.received)
                ran = self.fetch(*arguments)
                self.assertEqual(ran.code, 0, ran.err)
                news = self.server.received[before:]
                self.assertEqual([request.headers["if-none-match"] for request in news], ['"one"'] * 4)
                self.assertEqual(sum(request.sent for request in news), 0)
                self.assertIn("still the newest", ran.err)
                self.assertLess(0, len(self.source()["files"][FIRST]["checkedAt"]))
        self.assertEqual(self.fetch().code, 0)
        self.assertEqual(len(self.server.received), 16, "a 304 counts as the download of the day")

    def test_without_an_etag_the_request_has_the_date(self):
        when = "Sat, 01 Nov 2025 00:00:00 GMT"
        self.serve(planet(), etag=None, modified=when)
        self.fetch()
        self.assertEqual(self.fetch("--force").code, 0)
        self.assertEqual(self.server.received[-1].headers["if-modified-since"], when)
        self.assertEqual(self.server.received[-1].sent, 0)

    def test_a_newer_file_replaces_the_old_one(self):
        self.serve(planet())
        self.fetch()
        newer = planet(seed=3)
        self.serve(newer, etag='"two"')
        self.assertEqual(self.fetch("--force").code, 0)
        self.assertEqual((self.data / "runs.geojson").read_bytes(), newer["runs.geojson"])
        self.assertEqual(self.source()["files"]["runs.geojson"]["etag"], '"two"')

    def test_a_file_that_was_lost_or_altered_is_fetched_again_the_same_day(self):
        files = planet()
        self.serve(files)
        self.fetch()
        (self.data / "runs.geojson").unlink()
        (self.data / "lifts.geojson").write_bytes(b"{}")
        before = len(self.server.received)
        self.assertEqual(self.fetch().code, 0)
        self.assertEqual([request.path for request in self.server.received[before:]], ["/lifts.geojson", "/runs.geojson"])
        self.assertNotIn("if-none-match", self.server.received[-1].headers)
        self.assertEqual((self.data / "lifts.geojson").read_bytes(), files["lifts.geojson"])

    def test_a_mirror_without_spots_is_accepted(self):
        files = planet()
        del files["spots.geojson"]
        self.serve(files)
        ran = self.fetch()
        self.assertEqual(ran.code, 0, ran.err)
        self.assertIn("going on without", ran.err)
        self.assertEqual(len(ran.out.splitlines()), 3)
        ran = self.fetch()
        self.assertIn("spots.geojson: requested at", ran.err)
        self.assertEqual(len(self.server.received), 4, "missing files are requested once a day too")
        self.serve(planet())
        self.age(hours=25)
        self.assertEqual(len(self.fetch().out.splitlines()), 4)

    def test_a_download_that_cannot_be_continued_is_restarted_three_times_at_most(self):
        files = planet()
        self.serve(files)
        self.server.routes["/runs.geojson"] = cut_off(files["runs.geojson"], etag=None)
        ran = self.fetch("--tries", 9)
        self.assertEqual(ran.code, 69, ran.err)
        self.assertIn("started over 3 times", ran.err)
        self.assertLessEqual(len(self.server.requests("/runs.geojson")), 4)
        self.assertEqual([name for name in self.names() if "part" in name], [])

    def test_progress_is_shown_on_a_terminal(self):
        self.serve(planet())
        main, side = pty.openpty()
        done = subprocess.run([*PYTHON, str(TOOLS / "fetch-openskimap"), "-o", str(self.data), "--base-url",
                               self.server.address], stderr=side, stdout=subprocess.PIPE, env=environment(), timeout=30)
        os.close(side)
        shown = os.read(main, 1 << 16).decode()
        os.close(main)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(shown, r"\rruns\.geojson +\d+ %")
        self.assertNotIn("\r", done.stdout.decode())


class OutputFolderTests(Case):
    """Output folders: shared, unwritable, full, with a damaged source note."""

    def test_a_second_download_to_the_same_folder_is_refused(self):
        self.serve(planet())
        held = threading.Event()
        self.server.routes[f"/{FIRST}"] = lambda reply: (held.wait(20), serving(planet()[FIRST])(reply))
        first = []
        thread = threading.Thread(target=lambda: first.append(self.fetch()))
        thread.start()
        until(lambda: self.server.received)
        second = self.fetch()
        held.set()
        thread.join()
        self.assertEqual(second.code, 73)
        self.assertIn("another download is running", second.err)
        self.assertEqual(first[0].code, 0, first[0].err)

    def test_a_folder_that_cannot_be_created_gives_exit_code_73(self):
        (self.home / "file").write_text("")
        ran = run("fetch-openskimap", "-o", self.home / "file" / "data", "--base-url", self.server.address)
        self.assertEqual(ran.code, 73)
        self.assertNotIn("Traceback", ran.err)

    def test_a_full_disk_gives_exit_code_74_and_keeps_the_part(self):
        files = planet()
        self.serve(files)
        old = self.put_old("runs.geojson")
        limit = 48 << 10
        done = subprocess.run(
            ["bash", "-c", 'ulimit -f 48; exec "$@"', "bash", *PYTHON, str(TOOLS / "fetch-openskimap"), "-o",
             str(self.data), "--base-url", self.server.address, *PATIENT], capture_output=True, env=environment(),
            timeout=60)
        self.assertEqual(done.returncode, 74, done.stderr.decode())
        self.assertEqual((self.data / "runs.geojson").read_bytes(), old)
        self.assertEqual((self.data / "runs.geojson.part").stat().st_size, limit)
        self.assertEqual(self.fetch().code, 0)
        self.assertEqual(self.server.requests("/runs.geojson")[-1].headers["range"], f"bytes={limit}-")
        self.assertEqual((self.data / "runs.geojson").read_bytes(), files["runs.geojson"])

    def test_a_damaged_source_note_gives_exit_code_65(self):
        self.data.mkdir()
        for text in ("", "{", "[]", '{"version":2}', '{"version":1,"files":5}', '[1', "[" * 100_000, " " * 2_000_000):
            with self.subTest(text=text[:20]):
                (self.data / "SOURCE.json").write_text(text)
                ran = self.fetch()
                self.assertEqual(ran.code, 65, ran.err)
                self.assertIn("SOURCE.json", ran.err)
                self.assertNotIn("Traceback", ran.err)
        self.assertEqual(self.server.received, [])

    def test_a_pipe_closed_early_gives_exit_code_74(self):
        self.serve(planet())
        done = subprocess.run(f"{sys.executable} -S {TOOLS / 'fetch-openskimap'} -o {self.data} --base-url "
                              f"{self.server.address} 2>{self.home}/said | true; exit ${{PIPESTATUS[0]}}", shell=True,
                              executable="/bin/bash", env=environment(), timeout=30)
        self.assertEqual(done.returncode, 74)
        self.assertNotIn("Traceback", (self.home / "said").read_text())


class StallTests(unittest.TestCase):
    def test_a_slow_stream_of_single_bytes_counts_as_a_stall(self):
        class Dripping:
            chunked = False

            def getheader(self, _):
                return None

            def read1(self, _):
                time.sleep(0.01)
                return b"x"
        manners = web.Manners(timeout=0.2, least_speed=1000)
        with self.assertRaisesRegex(web.Broken, "stalls: [0-9]+ bytes in 0"):
            for _ in web.body(Dripping(), manners):
                pass

    def test_waits_are_those_the_server_requests(self):
        self.assertEqual(web.retry_after("7"), 7)
        self.assertEqual(web.retry_after("Thu, 01 Jan 1970 00:00:00 GMT"), 0)
        self.assertGreater(web.retry_after("Wed, 01 Jan 2999 00:00:00 GMT"), 1e9)
        for text in (None, "", "-5", "soon", "1e5", "\u0661", "Wed, 99 Jan 2999 00:00:00 GMT"):
            self.assertIsNone(web.retry_after(text), text)


class ServerAddressTests(Case):
    """Limits of the arguments."""

    def test_usage_errors_give_exit_code_64(self):
        for arguments in (["--base-url", "http://192.0.2.1/x"], ["--base-url", "file:///etc"], ["--base-url", "x"],
                          ["--base-url", "https://me:pass@192.0.2.1"], ["--base-url", "http://[::1"],
                          ["--base-url", "http://h:99999999"], ["--area", "91,0,92,1"], ["--area", "2,0,1,1"],
                          ["--tries", "0"], ["--timeout", "-1"], ["--timeout", "nan"], ["--max-bytes", "x"], ["--nonsense"],
                          ["too", "many"], ["--area", "1e999,0,1,1"]):
            with self.subTest(arguments=arguments):
                ran = run("fetch-openskimap", "-o", self.data, *arguments,
                          extra={"SKIROUTE_OPENSKIMAP_URL": self.server.address})
                self.assertEqual(ran.code, 64, f"{arguments}: {ran.err}")
                self.assertNotIn("Traceback", ran.err)

    def test_an_unreachable_server_gives_exit_code_69(self):
        self.server.close()
        ran = self.fetch(net=QUICK)
        self.assertEqual(ran.code, 69)
        self.assertIn("try again later", ran.err)

    def test_the_mirror_can_be_named_by_the_environment(self):
        self.serve(planet())
        ran = run("fetch-openskimap", "-o", self.data, extra={"SKIROUTE_OPENSKIMAP_URL": self.server.address + "/"})
        self.assertEqual(ran.code, 0, ran.err)
        self.assertEqual(self.source()["address"], self.server.address)

    def test_certificates_are_verified(self):
        made = []

        def looking(*_, context, **__):
            made.append(context)
            raise OSError("far enough")
        with unittest.mock.patch("http.client.HTTPSConnection", looking), self.assertRaises(web.Broken):
            web.Session(web.Manners(timeout=1)).open("https://127.0.0.1:9/x", {})
        self.assertEqual(made[0].verify_mode, ssl.CERT_REQUIRED)
        self.assertTrue(made[0].check_hostname)

    @unittest.skipUnless(shutil.which("openssl"), "openssl makes the certificate")
    def test_a_self_signed_certificate_gives_exit_code_69(self):
        key, certificate = self.home / "key.pem", self.home / "certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
                        "-subj", "/CN=localhost", "-days", "2"], check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        secure = context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)

        def accept():
            for _ in range(3):
                try:
                    secure.accept()
                except OSError:
                    pass
        threading.Thread(target=accept, daemon=True).start()
        ran = run("fetch-openskimap", "-o", self.data, "--base-url",
                  f"https://127.0.0.1:{secure.getsockname()[1]}", *QUICK)
        secure.close()
        self.assertEqual(ran.code, 69, ran.err)
        self.assertIn("certificate is not to be trusted", ran.err)


if __name__ == "__main__":
    unittest.main()
