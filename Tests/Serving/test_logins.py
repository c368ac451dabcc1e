#!/usr/bin/env python3
"""Logins and sessions over HTTP: Telegram's widget, OpenID Connect, development, refresh tokens that are turned.

Payloads of Telegram are made with a test bot's token, tokens of OpenID Connect with a key of openssl.
"""

import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tools"))

from serving import load, openid, stores, trips  # noqa: E402
from serving.events import Stream  # noqa: E402
from serving.process import SERVER, Server, sample_map, token  # noqa: E402

BOT = "7000000001:AAtest-token-of-a-bot-that-is-none-0a1b2c"
FORGERIES = int(os.environ.get("SKIROUTE_FORGERIES", "300"))


def tearDownModule():
    stores.PostgresStore.stop()


class LoginCase(unittest.TestCase):
    def refused(self, answer, code="notPermitted", status=403):
        """A refusal tells neither what was wrong nor what was sent."""
        found, problem = answer
        self.assertEqual((found, problem["code"]), (status, code), problem)
        return problem


class TelegramTests(LoginCase):
    def log_in(self, server, fields):
        return server.call("/v1/login/telegram", None, "POST", fields)

    @stores.each
    def test_a_valid_login_holds_once_and_recognises_the_person(self, kind):
        with trips.running(kind, trips={"telegram": {"botToken": BOT}}) as (server, store):
            self.assertEqual(server.open_call("GET", "/v1/login"), {"telegram": {"bot": 7000000001}, "openID": False, "development": True})
            fields = openid.telegram(BOT)
            status, first = self.log_in(server, fields)
            self.assertEqual(status, 200, first)
            self.refused(self.log_in(server, fields))
            status, second = self.log_in(server, openid.telegram(BOT, username="tilda2", last_name="T."))
            self.assertEqual((status, second["user"]), (200, first["user"]))
            self.assertNotIn("4711001", first["user"])
            status, other = self.log_in(server, openid.telegram(BOT, id="4711002"))
            self.assertNotEqual(other["user"], first["user"])
            self.assertEqual(trips.Person(server, first).get("/v1/me")["name"], "Tilda")
            self.numbers(server)
            self.not_kept(server, store, [BOT, fields["hash"], first["refresh"], second["refresh"], first["access"]])

    def numbers(self, server):
        """Fields may be numbers, as the widget's function hands them over."""
        fields = openid.telegram(BOT, id="4711003")
        fields.update(id=4711003, auth_date=int(fields["auth_date"]))
        self.assertEqual(self.log_in(server, fields)[0], 200)

    def not_kept(self, server, store, secrets):
        log = (server.path / "log").read_text(errors="replace")
        server.stop()
        content = store.content()
        for secret in secrets:
            self.assertNotIn(secret, log)
            self.assertNotIn(secret.encode(), content)

    @stores.each
    def test_one_of_many_logins_at_once_by_the_same_fields_holds(self, kind):
        with trips.running(kind, trips={"telegram": {"botToken": BOT}}) as (server, _):
            fields = openid.telegram(BOT)
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                statuses = list(pool.map(lambda _: self.log_in(server, fields)[0], range(8)))
            self.assertEqual(statuses.count(200), 1, statuses)

    @stores.each
    def test_forged_changed_stale_and_replayed_logins_are_refused(self, kind):
        seed = int.from_bytes(os.urandom(4), "big")
        with trips.running(kind, trips={"telegram": {"botToken": BOT}}) as (server, _):
            chosen = random.Random(seed)
            used = openid.telegram(BOT, id="1")
            self.assertEqual(self.log_in(server, used)[0], 200)
            kinds = (self.forged, self.changed, self.of_another_time, self.with_other_fields, lambda _: used)
            for number in range(FORGERIES):
                fields = kinds[number % len(kinds)](chosen)
                with self.subTest(seed=seed, number=number, names=sorted(fields)):
                    problem = self.refused(self.log_in(server, fields))
                    if fields.get("hash"):
                        self.assertNotIn(fields["hash"], problem["detail"])

    def forged(self, chosen):
        """Signed by another bot, or by chance."""
        if chosen.random() < 0.5:
            return openid.telegram(BOT[:-1] + chosen.choice("defgh"))
        return {**openid.telegram(BOT), "hash": f"{chosen.getrandbits(256):064x}"}

    def changed(self, chosen):
        """One field has another value, or the hash another digit, case or length."""
        fields = openid.telegram(BOT)
        name = chosen.choice(sorted(fields))
        if name == "hash":
            at = chosen.randrange(64)
            digit = chosen.choice([one for one in "0123456789abcdef" if one != fields["hash"][at]])
            fields["hash"] = chosen.choice([fields["hash"][:at] + digit + fields["hash"][at + 1:], fields["hash"][:-1],
                                            fields["hash"].upper() + "0", ""])
        else:
            fields[name] += chosen.choice(["1", " ", "\n", "é"])
        return fields

    def of_another_time(self, chosen):
        seconds = chosen.choice([-601 - chosen.randrange(10_000), 60 + chosen.randrange(10_000)])
        return openid.telegram(BOT, auth_date=str(int(time.time()) + seconds))

    def with_other_fields(self, chosen):
        """A field more or less than was signed, or fields that have the same text as those signed."""
        fields = openid.telegram(BOT)
        kind = chosen.randrange(4)
        if kind == 0:
            fields["is_admin"] = "1"
        elif kind == 1:
            del fields[chosen.choice(["id", "auth_date", "hash", "username"])]
        elif kind == 2:
            del fields["username"]
            fields["id"] += "\nusername=tilda"
        else:
            fields = {f"field_{number}": "x" for number in range(10)} | fields
        return fields

    @stores.each
    def test_what_no_widget_sends_is_refused(self, kind):
        with trips.running(kind, trips={"telegram": {"botToken": BOT}}) as (server, _):
            fields = openid.telegram(BOT)
            many = {f"field_{number}": "x" for number in range(40)} | fields
            for body, status in ((many, 413), ({**fields, "first_name": "x" * 1100}, 413), ({**fields, "id": [1]}, 400),
                                 ({**fields, "id": None}, 400), ({**fields, "id": {"a": 1}}, 400), ([], 400)):
                self.assertEqual(self.log_in(server, body)[0], status)
            self.assertEqual(self.log_in(server, fields)[0], 200)

    @stores.each
    def test_it_is_not_offered_without_a_bot(self, kind):
        with trips.running(kind) as (server, _):
            self.refused(self.log_in(server, openid.telegram(BOT)), "notFound", 404)


@unittest.skipUnless(openid.PROGRAM or os.environ.get("SKIROUTE_STORES") == "1", "openssl isn't there")
class OpenIDTests(LoginCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.issuer = openid.Issuer(folder.name)
        self.other = openid.Issuer(folder.name, key="k2")

    def nonce(self, server):
        return server.open_call("POST", "/v1/login/openid/begin", {})["nonce"]

    def log_in(self, server, text):
        return server.call("/v1/login/openid", None, "POST", {"token": text})

    @stores.each
    def test_a_valid_token_holds_once_and_meets_the_user_of_the_widget(self, kind):
        with trips.running(kind, trips={"telegram": {"botToken": BOT}, "openID": self.issuer.configuration()}) as (server, _):
            self.assertTrue(server.open_call("GET", "/v1/login")["openID"])
            text = self.issuer.token(self.nonce(server), id=4711001)
            status, tokens = self.log_in(server, text)
            self.assertEqual(status, 200, tokens)
            self.refused(self.log_in(server, text))
            widget = server.open_call("POST", "/v1/login/telegram", openid.telegram(BOT))
            self.assertEqual(widget["user"], tokens["user"])
            for audience, party in (([self.issuer.client, "more"], self.issuer.client), ([self.issuer.client], None)):
                text = self.issuer.token(self.nonce(server), aud=audience, azp=party)
                self.assertEqual(self.log_in(server, text)[0], 200)

    @stores.each
    def test_tokens_that_are_not_valid_are_refused(self, kind):
        with trips.running(kind, trips={"openID": self.issuer.configuration()}) as (server, _):
            for name, make in self.wrong_tokens().items():
                with self.subTest(token=name):
                    self.refused(self.log_in(server, make(self.nonce(server))))
            status, tokens = self.log_in(server, self.issuer.token(self.nonce(server)))
            self.assertEqual(status, 200, tokens)

    def wrong_tokens(self):
        issuer, now = self.issuer, int(time.time())
        return {
            "without an algorithm": lambda nonce: issuer.token(nonce, {"alg": "none"}, lambda _: b""),
            "without an algorithm, in capitals": lambda nonce: issuer.token(nonce, {"alg": "NONE"}, lambda _: b""),
            "HS256 by the public key": lambda nonce: issuer.token(nonce, {"alg": "HS256"}, issuer.signature_by_public_key),
            "RS256 that is HS256": lambda nonce: issuer.token(nonce, sign=issuer.signature_by_public_key),
            "RS512 in the head": lambda nonce: issuer.token(nonce, {"alg": "RS512"}),
            "an unknown key": lambda nonce: issuer.token(nonce, {"kid": "k9"}),
            "another key under the name of ours": lambda nonce: issuer.token(nonce, sign=self.other.signature),
            "a key in the head": lambda nonce: self.other.token(nonce, {"jwk": self.other.public()}),
            "no signature": lambda nonce: issuer.token(nonce, sign=lambda _: b""),
            "another issuer": lambda nonce: issuer.token(nonce, iss="https://issuer.example.evil"),
            "another audience": lambda nonce: issuer.token(nonce, aud="other-client"),
            "several audiences without a party": lambda nonce: issuer.token(nonce, aud=[issuer.client, "other"]),
            "another party": lambda nonce: issuer.token(nonce, azp="other"),
            "an unknown nonce": lambda _: issuer.token("0" * 64),
            "no nonce": lambda _: issuer.token(None),
            "no identifier": lambda nonce: issuer.token(nonce, id=None),
            "an empty identifier": lambda nonce: issuer.token(nonce, id=""),
            "an identifier that is no whole number": lambda nonce: issuer.token(nonce, id=4711009.5),
            "expired": lambda nonce: issuer.token(nonce, exp=now - 120),
            "no end": lambda nonce: issuer.token(nonce, exp=None),
            "issued later": lambda nonce: issuer.token(nonce, iat=now + 600),
            "an access token of ours": lambda _: token("anna"),
            "empty": lambda _: "", "dots alone": lambda _: "..", "too long": lambda _: "a" * 20_000,
        }

    @stores.each
    def test_a_nonce_holds_once_also_at_the_same_time(self, kind):
        with trips.running(kind, trips={"openID": self.issuer.configuration()}) as (server, _):
            nonce = self.nonce(server)
            texts = [self.issuer.token(nonce, id=number) for number in range(6)]
            with concurrent.futures.ThreadPoolExecutor(6) as pool:
                statuses = list(pool.map(lambda text: self.log_in(server, text)[0], texts))
            self.assertEqual(statuses.count(200), 1, statuses)

    @stores.each
    def test_an_issuer_without_nonces_logs_in_once_while_the_token_is_fresh(self, kind):
        for algorithm in openid.Issuer.MAKE:
            issuer = openid.Issuer(self.issuer.file.parent, key=algorithm, algorithm=algorithm)
            choices = {"telegram": {"botToken": BOT}, "openID": issuer.configuration(nonce=False)}
            with self.subTest(algorithm=algorithm), contextlib.ExitStack() as stack:
                one, store = stack.enter_context(trips.running(kind, trips=choices))
                other = stack.enter_context(trips.TripServer(store, trips=choices)) if kind is stores.PostgresStore else one
                self.check_tokens_without_nonce(issuer, one, other)

    def check_tokens_without_nonce(self, issuer, one, other):
        now = int(time.time())
        text = issuer.token(None, id=4711001)
        status, tokens = self.log_in(one, text)
        self.assertEqual(status, 200, tokens)
        self.refused(self.log_in(other, text))
        if issuer.algorithm == "ES256":
            self.refused(self.log_in(other, openid.twin(text)))
        again = issuer.token(None, id="4711001", iat=now - 280)
        self.assertEqual(self.log_in(other, again)[1]["user"], tokens["user"])
        self.assertEqual(one.open_call("POST", "/v1/login/telegram", openid.telegram(BOT))["user"], tokens["user"])
        for claims in ({"iat": now - 400, "exp": now + 3600}, {"iat": None}, {"iat": now + 600}, {"nonce": "0" * 64}, {"exp": now - 60},
                       {"aud": "other"}, {"iss": "https://issuer.example.evil"}, {"id": None}):
            self.refused(self.log_in(one, issuer.token(**{"nonce": None, "id": 4711001, **claims})))
        text = issuer.token(self.nonce(one), id=4711001)
        self.assertEqual(self.log_in(other, text)[1]["user"], tokens["user"])
        self.refused(self.log_in(one, text))
        for head, sign in (({"alg": "none"}, lambda _: b""), ({"alg": "HS256"}, issuer.signature_by_public_key),
                           ({"alg": "RS256" if issuer.algorithm != "RS256" else "ES256"}, None), ({}, self.other.signature)):
            self.refused(self.log_in(one, issuer.token(None, head, sign)))


class SessionTests(LoginCase):
    def turn(self, server, refresh):
        return server.call("/v1/login/refresh", None, "POST", {"refresh": refresh})

    def begin(self, server, name="Rita"):
        return server.open_call("POST", "/v1/login/development", {"name": name})

    @stores.each
    def test_a_refresh_token_has_one_successor(self, kind):
        with trips.running(kind) as (server, _):
            first, other = self.begin(server), self.begin(server)
            status, second = self.turn(server, first["refresh"])
            self.assertEqual((status, second["user"]), (200, first["user"]))
            self.assertNotEqual(second["refresh"], first["refresh"])
            self.assertEqual(self.turn(server, first["refresh"])[1]["refresh"], second["refresh"])  # the answer was lost
            self.assertEqual(self.turn(server, second["refresh"])[0], 200)
            self.assertEqual(self.turn(server, other["refresh"])[0], 200)  # another session of the same person
            for text in ("", "0" * 64, first["access"], first["refresh"][:-1]):
                self.refused(self.turn(server, text))

    @stores.each
    def test_a_stolen_token_ends_its_family_at_once(self, kind):
        with trips.running(kind) as (server, store):
            first = self.begin(server)
            second = self.turn(server, first["refresh"])[1]
            self.assertEqual(trips.Person(server, second).status("GET", "/v1/me"), 200)
            store.rows("UPDATE trips_tokens SET used_ms = used_ms - 60001 WHERE used_ms IS NOT NULL")
            self.refused(self.turn(server, first["refresh"]))
            self.refused(self.turn(server, second["refresh"]))
            for tokens in (first, second):
                self.assertEqual(trips.Person(server, tokens).status("GET", "/v1/me"), 401)

    @stores.each
    def test_uses_at_once_give_the_same_tokens(self, kind):
        with trips.running(kind) as (server, _):
            for _ in range(10):
                first = self.begin(server)
                with concurrent.futures.ThreadPoolExecutor(2) as pool:
                    answers = list(pool.map(lambda _: self.turn(server, first["refresh"]), range(2)))
                self.assertEqual([status for status, _ in answers], [200, 200])
                self.assertEqual(answers[0][1]["refresh"], answers[1][1]["refresh"])

    @stores.each
    def test_an_ended_session_ends_its_access_tokens_and_streams_on_every_server(self, kind):
        with contextlib.ExitStack() as stack:
            one, store = stack.enter_context(trips.running(kind))
            # A file of SQLite is for one server.
            other = stack.enter_context(trips.TripServer(store)) if kind is stores.PostgresStore else one
            for leave in (lambda person: one.call("/v1/login/end", None, "POST", {"refresh": person.refresh}),
                          lambda person: person.delete("/v1/me/sessions"), lambda person: person.delete("/v1/me")):
                person, friend = one.log_in("Rita"), one.log_in("Olga")
                guest = person.move(other)
                self.assertEqual((person.status("GET", "/v1/me"), guest.status("GET", "/v1/me")), (200, 200))
                streams = [Stream(server, who.access, "") for server in (one, other) for who in (person, friend)]
                for stream in streams:
                    stack.callback(stream.close)
                leave(person)
                self.assertEqual(person.status("GET", "/v1/me"), 401)
                trips.until(lambda guest=guest: guest.status("GET", "/v1/me") == 401, "the end on the other server", 3)
                trips.until(lambda streams=streams: streams[0].ended and streams[2].ended, "the end of the streams", 4)
                self.assertFalse(streams[1].ended or streams[3].ended)
                self.assertEqual(friend.status("GET", "/v1/me"), 200)

    @stores.each
    def test_people_see_their_sessions_and_end_any(self, kind):
        with trips.running(kind) as (server, _):
            phone, desk, friend = server.log_in("Rita"), server.log_in("Rita"), server.log_in("Olga")
            stream = Stream(server, phone.access, "")
            self.addCleanup(stream.close)
            listed = desk.get("/v1/me/sessions")["sessions"]
            self.assertEqual(sorted(one["isAsking"] for one in listed), [False, True])
            now = time.time()
            for one in listed:
                self.assertEqual(one["begun"], one["used"])
                self.assertLess(abs(load.seconds(one["begun"]) - now), 10)
                self.assertLess(abs(load.seconds(one["expires"]) - now - 30 * 86_400), 10)
            lost = next(one["id"] for one in listed if not one["isAsking"])
            self.assertTrue(next(one for one in phone.get("/v1/me/sessions")["sessions"] if one["id"] == lost)["isAsking"])
            for target in (f"/v1/me/sessions/{lost}", "/v1/me/sessions/unknown"):
                self.refused(server.call(target, friend.access, "DELETE"), "notFound", 404)
            self.assertEqual(phone.status("GET", "/v1/me"), 200)
            desk.delete(f"/v1/me/sessions/{lost}")
            self.assertEqual(phone.status("GET", "/v1/me"), 401)
            self.refused(self.turn(server, phone.refresh))
            trips.until(lambda: stream.ended, "the end of the stream", 4)
            self.assertEqual([one["isAsking"] for one in desk.get("/v1/me/sessions")["sessions"]], [True])
            self.assertEqual(desk.status("DELETE", f"/v1/me/sessions/{lost}"), 404)

    @stores.each
    def test_a_session_ends_180_days_after_its_login(self, kind):
        with trips.running(kind) as (server, store):
            tokens = self.begin(server)
            store.rows("UPDATE trips_sessions SET begun_ms = begun_ms - 15551940000")  # all but a minute of 180 days
            status, last = self.turn(server, tokens["refresh"])
            self.assertEqual(status, 200, last)
            for end in ("accessExpires", "refreshExpires"):
                self.assertLess(abs(load.seconds(last[end]) - time.time() - 60), 10)
            store.rows("UPDATE trips_sessions SET begun_ms = begun_ms - 60000")
            self.refused(self.turn(server, last["refresh"]))
            self.assertEqual(trips.Person(server, last).status("GET", "/v1/me"), 401)

    @stores.each
    def test_a_login_ends_the_session_that_it_names_of_the_same_person(self, kind):
        with trips.running(kind) as (server, _):
            first = self.begin(server)
            status, second = server.call("/v1/login/development", None, "POST", {"name": "Rita", "refresh": first["refresh"]})
            self.assertEqual((status, second["user"]), (200, first["user"]))
            self.assertEqual(trips.Person(server, first).status("GET", "/v1/me"), 401)
            self.refused(self.turn(server, first["refresh"]))
            server.call("/v1/login/development", None, "POST", {"name": "Olga", "refresh": second["refresh"]})
            self.assertEqual(trips.Person(server, second).status("GET", "/v1/me"), 200)
            self.assertEqual(self.turn(server, second["refresh"])[0], 200)

    @stores.each
    def test_sessions_end(self, kind):
        with trips.running(kind) as (server, _):
            one, two = self.begin(server), self.begin(server)
            self.assertEqual(server.call("/v1/login/end", None, "POST", {"refresh": one["refresh"]})[0], 204)
            self.refused(self.turn(server, one["refresh"]))
            person = trips.Person(server, two)
            person.delete("/v1/me/sessions")
            self.refused(self.turn(server, two["refresh"]))
            fresh = server.log_in("Rita")
            self.assertEqual(fresh.id, person.id)
            fresh.delete("/v1/me")
            self.refused(self.turn(server, fresh.refresh))
            self.assertEqual(fresh.status("GET", "/v1/me"), 401)
            self.assertNotEqual(server.log_in("Rita").id, person.id)

    @stores.each
    def test_an_access_token_holds_for_a_quarter_of_an_hour(self, kind):
        with trips.running(kind) as (server, _):
            tokens, now = self.begin(server), time.time()
            claims = openid.claims(tokens["access"])
            self.assertEqual(claims["sub"], tokens["user"])
            self.assertLess(abs(claims["exp"] - now - 900), 10)
            self.assertLess(abs(load.seconds(tokens["accessExpires"]) - now - 900), 10)
            self.assertLess(abs(load.seconds(tokens["refreshExpires"]) - now - 30 * 86_400), 10)
            expired = token(tokens["user"], trips=(), exp=int(now) - 1)
            self.assertEqual(server.call("/v1/me", expired)[0], 401)
            self.assertNotIn("Rita", str(claims))


class DevelopmentTests(LoginCase):
    def test_what_a_proxy_forwards_is_refused(self):
        with trips.running(stores.SQLiteStore) as (server, _):
            for fields in ({"X-Forwarded-For": "1.2.3.4"}, {"Host": "ski.example"}, {"Origin": "https://ski.example"},
                           {"Forwarded": "for=1.2.3.4"}, {"Via": "1.1 proxy"}):
                status, _, body = server.ask("/v1/login/development", "POST", b'{"name": "Rita"}',
                                             {"Content-Type": "application/json", **fields})
                self.assertEqual((status, json.loads(body)["code"]), (403, "notPermitted"), fields)
            self.assertEqual(server.log_in("Rita").get("/v1/me")["name"], "Rita")

    def test_a_proxy_refuses_the_option(self):
        with tempfile.TemporaryDirectory() as folder, Server() as server:
            done = subprocess.run(
                [SERVER, "--map", sample_map(folder), "--keys", server.keys, "--store", f"sqlite:{folder}/trips.db", "--proxy", "127.0.0.1",
                 "--port", "0", "--development-login"], capture_output=True, text=True, timeout=30)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("--proxy", done.stderr)

    @stores.each
    def test_it_is_offered_with_its_option_only(self, kind):
        with trips.running(kind, development=False) as (server, _):
            self.assertFalse(server.open_call("GET", "/v1/login")["development"])
            self.refused(server.call("/v1/login/development", None, "POST", {"name": "Rita"}), "notFound", 404)

    def test_another_host_refuses_the_option(self):
        with tempfile.TemporaryDirectory() as folder, Server() as server:
            done = subprocess.run(
                [SERVER, "--map", sample_map(folder), "--keys", server.keys, "--store", f"sqlite:{folder}/trips.db", "--host", "0.0.0.0",
                 "--port", "0", "--development-login"], capture_output=True, text=True, timeout=30)
        self.assertEqual(done.returncode, 64, done.stderr)
        self.assertIn("--development-login", done.stderr)

    @stores.each
    def test_names_beyond_their_limits_are_refused(self, kind):
        with trips.running(kind) as (server, _):
            for name, status in (("", 400), ("   ", 400), ("a" * 41, 413), ("a\u0007b", 400)):
                found, problem = server.call("/v1/login/development", None, "POST", {"name": name})
                self.assertEqual(found, status, problem)
                self.assertIn("name", problem["detail"])
            self.assertEqual(server.call("/v1/login/development", None, "POST", {"name": "Rita", "role": "host"})[0], 400)
            self.assertEqual(server.call("/v1/login/development", None, "POST", {})[0], 400)


if __name__ == "__main__":
    unittest.main()
