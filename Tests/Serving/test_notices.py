#!/usr/bin/env python3
"""Notices and their delivery over HTTP: lists, preferences, a signed webhook, a spool folder, receivers that fail, and kills.

SKIROUTE_KILLS is the number of kills, half on each store (20); Tools/kill-server does more.
"""

import contextlib
import json
import os
import pathlib
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tools"))

from serving import killing, receiver, stores, trips  # noqa: E402
from serving.load import stamp  # noqa: E402
from serving.receiver import NEVER, Receiver  # noqa: E402

KILLS = int(os.environ.get("SKIROUTE_KILLS", "20"))
SECRETS = ("Quendolin", "Geheimtext von Bord", "Zwergenhütte", "46.0451", "Sternschnuppe")


def tearDownModule():
    stores.PostgresStore.stop()


class DeliveryTests(unittest.TestCase):
    @contextlib.contextmanager
    def world(self, kind, answer=lambda number: 200):
        """A server with both channels, and a trip of four people."""
        with contextlib.ExitStack() as stack:
            self.receiver = Receiver(answer)
            stack.callback(self.receiver.close)
            self.spool = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self.server, self.store = stack.enter_context(trips.running(
                kind, trips={"webhook": self.receiver.configuration(), "spool": str(self.spool)}))
            self.host, *self.others = (self.server.log_in(name) for name in ("Hanna", "Quendolin", "Rufus", "Selma"))
            self.trip = self.host.create_trip()["id"]
            secret = self.host.invite(self.trip)
            for one in self.others:
                one.join(secret)
            yield

    def word(self, name, text="Snow"):
        """A word of the host; the pairs of recipient and key that belong to it."""
        answer = self.host.post(f"/v1/trips/{self.trip}/notices", {"id": name, "word": text})
        return answer["recipients"], {(one.id, f"word:{self.trip}:{name}") for one in self.others}

    def arrive(self, keys, seconds=20):
        trips.until(lambda: keys <= self.receiver.keys(), "the notices", seconds)

    @stores.each
    def test_notices_arrive_signed_through_both_channels(self, kind):
        with self.world(kind):
            count, keys = self.word("w1", "Line one\nline two, \"quoted\" <b>")
            self.assertEqual(count, 3)
            self.arrive(keys)
            trips.until(lambda: keys <= set(receiver.spooled(self.spool)), "the files of the spool folder")
            self.assertEqual(self.receiver.unsigned, [])
            for recipient, key, notice in self.receiver.notices():
                self.assertEqual((notice["kind"], notice["trip"], notice["word"]),
                                 ("hostWord", self.trip, "Line one\nline two, \"quoted\" <b>"))
                self.assertEqual(receiver.spooled(self.spool)[recipient, key]["id"], notice["id"])
            self.assertEqual(self.word("w1")[0], 0)  # the same once more
            self.assertFalse(any(path.suffix != ".json" for path in self.spool.iterdir()))
            time.sleep(1.5)
            self.assertEqual(len(self.receiver.notices()), 3)

    def test_signatures_of_others_are_none(self):
        with self.world(stores.SQLiteStore):
            self.arrive(self.word("w1")[1])
            body = self.receiver.bodies[0]
            self.assertFalse(receiver.is_signed({}, body))
            self.assertFalse(receiver.is_signed({"skiroute-time": "1", "skiroute-signature": "v1=00"}, body))

    @stores.each
    def test_receivers_that_are_busy_fail_or_are_silent_lose_nothing(self, kind):
        script = [500, NEVER, 404, 302, 500, 429]
        with self.world(kind, lambda number: script[number] if number < len(script) else 200):
            keys = self.word("w1")[1] | self.word("w2")[1]
            self.arrive(keys, 240)  # a busy receiver is left alone for a minute
            self.assertEqual(self.receiver.unsigned, [])
            self.assertLessEqual(set(script), set(self.receiver.statuses))
            self.assertEqual(self.receiver.keys(), keys)
            self.assertEqual(set(receiver.spooled(self.spool)), keys)  # one channel doesn't wait for the other
            # The server notes an outcome after the receiver has answered.
            trips.until(lambda: self.store.rows("SELECT COUNT(*) FROM trips_deliveries") == [("0",)], "an empty outbox", 90)

    @stores.each
    def test_no_notice_tells_texts_names_or_places(self, kind):
        with self.world(kind):
            author, guest = self.others[0], self.others[1]
            place = {"source": "way/1", "name": "Zwergenhütte", "latitude": 46.0451, "longitude": -4.9123}
            event = author.create_event(self.trip, audience="people", people=[guest.id], name="Sternschnuppe", place=place)
            guest.put(f"/v1/events/{event['id']}/rsvp", {"answer": "yes"})
            chat = author.chat(trip=self.trip)["id"]
            author.say(chat, "Geheimtext von Bord")
            author.say(chat, json.dumps(place), kind="place")
            author.post(f"/v1/friends/{guest.id}")
            kinds = {"invitation", "rsvp", "message", "friendRequest"}
            trips.until(lambda: kinds <= {notice["kind"] for _, _, notice in self.receiver.notices()}, f"notices of {kinds}", 30)
            sent = b"\n".join(self.receiver.bodies).decode() + "".join(path.read_text() for path in self.spool.glob("*.json"))
            lists = json.dumps([one.notices() for one in (self.host, *self.others)], ensure_ascii=False)
            for secret in SECRETS:
                self.assertNotIn(secret, sent)
                self.assertNotIn(secret, lists)
            invited = {recipient for recipient, _, notice in self.receiver.notices() if notice["kind"] == "invitation"}
            self.assertEqual(invited, {guest.id})
            answered = {recipient for recipient, _, notice in self.receiver.notices() if notice["kind"] == "rsvp"}
            self.assertEqual(answered, {author.id})

    @stores.each
    def test_arrivals_reach_those_alone_who_may_see_where_one_is(self, kind):
        with self.world(kind):
            author, guest, other = self.others
            event = author.create_event(self.trip, time.time() + 3600, audience="people", people=[guest.id, other.id])["id"]
            for one in (guest, other):
                one.put(f"/v1/events/{event}/rsvp", {"answer": "yes"})
            target = f"/v1/events/{event}/progress"
            guest.post(target, {"progress": "arrived"})  # shows its position to none of them yet
            guest.share(self.trip, precision="grid:500")
            guest.post(target, {"progress": "arrived"})
            guest.share(self.trip, audience="people", people=[author.id])
            for progress in ("arrived", "offRoute", "arrived"):
                guest.post(target, {"progress": progress})

            def told(notices):
                return [notice for notice in notices if notice["kind"] in ("arrived", "offRoute")]
            trips.until(lambda: len(told(notice for _, _, notice in self.receiver.notices())) >= 2, "the notices", 30)
            for recipient, _, notice in self.receiver.notices():
                if told([notice]):
                    self.assertEqual((recipient, notice["actor"], notice["event"], notice["trip"]),
                                     (author.id, guest.id, event, self.trip))
            self.assertEqual(sorted(notice["kind"] for notice in told(author.notices())), ["arrived", "offRoute"])
            self.assertIn((author.id, f"arrived:{event}:{guest.id}"), self.receiver.keys())
            for one in (self.host, guest, other):
                self.assertEqual(told(one.notices()), [])
            for body in ({}, {"progress": "lost"}, {"progress": "arrived", "place": "here"}):
                self.assertEqual(guest.status("POST", target, body), 400, body)
            self.assertEqual(self.host.status("POST", target, {"progress": "arrived"}), 404)

    @stores.each
    def test_lists_have_pages_and_marks(self, kind):
        with self.world(kind):
            for number in range(7):
                self.word(f"w{number}")
            reader = self.others[0]
            first = reader.get("/v1/notices?count=3")
            self.assertEqual((len(first["notices"]), first["unread"]), (3, 7))
            second = reader.get(f"/v1/notices?count=3&before={trips.quoted(first['next'])}")
            third = reader.get(f"/v1/notices?count=3&before={trips.quoted(second['next'])}")
            self.assertEqual((len(third["notices"]), third.get("next")), (1, None))
            names = [notice["id"] for page in (first, second, third) for notice in page["notices"]]
            self.assertEqual(len(set(names)), 7)
            reader.post("/v1/notices/read", {"notices": names[:2]})
            self.assertEqual(reader.get("/v1/notices")["unread"], 5)
            reader.post("/v1/notices/read", {"upTo": first["next"]})
            self.assertEqual(reader.get("/v1/notices")["unread"], 0)
            self.assertEqual(self.others[1].get("/v1/notices")["unread"], 7)
            for body in ({"notices": ["0" * 32]}, {"notices": names[:1] + ["0" * 32]}):
                self.assertEqual(reader.status("POST", "/v1/notices/read", body), 404)
            for query in ("count=0", "count=101", "count=x", "before=x", "other=1"):
                self.assertEqual(reader.status("GET", f"/v1/notices?{query}"), 400, query)

    @stores.each
    def test_a_chat_is_noticed_once_until_it_is_read(self, kind):
        with self.world(kind):
            author, reader, other = self.others
            chat = author.chat(trip=self.trip)["id"]

            def count(person):
                return len([notice for notice in person.notices() if notice["kind"] == "message" and notice["chat"] == chat])
            for _ in range(3):
                last = author.say(chat, "Hello")["position"]
            self.assertEqual([count(one) for one in (author, reader, other)], [0, 1, 1])
            reader.put(f"/v1/chats/{chat}/read", {"position": last})
            for _ in range(2):
                author.say(chat, "Hello")
            self.assertEqual([count(one) for one in (author, reader, other)], [0, 2, 1])
            trips.until(lambda: len([one for one in self.receiver.notices() if one[2]["kind"] == "message"]) >= 4, "the notices", 30)

    @stores.each
    def test_what_is_muted_or_in_quiet_hours_is_listed_and_not_sent(self, kind):
        with self.world(kind):
            muting, quiet, other = self.others
            preferences = {"muted": ["hostWord"], "quiet": None, "zone": "Europe/Paris", "digestMinutes": None}
            muting.put("/v1/me/notices", preferences)
            self.assertEqual({"quiet": None, "digestMinutes": None, **muting.get("/v1/me/notices")}, preferences)
            now = time.gmtime().tm_hour * 60 + time.gmtime().tm_min
            hours = {"fromMinute": (now - 60) % 1440, "untilMinute": (now + 60) % 1440}
            quiet.put("/v1/me/notices", {"muted": [], "quiet": hours, "zone": "UTC", "digestMinutes": None})
            self.word("w1")
            self.arrive({(other.id, f"word:{self.trip}:w1")})
            time.sleep(3)
            self.assertEqual({recipient for recipient, _ in self.receiver.keys()}, {other.id})
            for one in self.others:
                self.assertEqual([notice["kind"] for notice in one.notices()], ["hostWord"])
            for wrong in ({"muted": ["x"]}, {"zone": "Nowhere/X"}, {"digestMinutes": 1}, {"quiet": {"fromMinute": 1, "untilMinute": 9999}}):
                self.assertIn(other.status("PUT", "/v1/me/notices", {
                    "muted": [], "quiet": None, "zone": "UTC", "digestMinutes": None, **wrong}), (400, 413), wrong)

    @stores.each
    def test_a_person_who_is_gone_receives_nothing_that_waited(self, kind):
        with self.world(kind, lambda number: 500 if self.is_down else 200):
            self.is_down = True
            _, keys = self.word("w1")
            trips.until(lambda: len(self.receiver.bodies) >= 3, "three attempts")
            gone, left, stays = self.others
            gone.delete("/v1/me")
            left.delete(f"/v1/trips/{self.trip}/members/me")
            self.is_down = False
            self.arrive({(stays.id, f"word:{self.trip}:w1")}, 60)
            time.sleep(12)  # longer than the interval after the first failure
            self.assertEqual({recipient for recipient, _ in self.receiver.keys()}, {stays.id})

    @stores.each
    def test_too_many_and_wrong_words_are_refused(self, kind):
        with self.world(kind):
            target = f"/v1/trips/{self.trip}/notices"
            for word, status in (("", 400), ("a" * 501, 413), ("a\u0007", 400)):
                self.assertEqual(self.host.status("POST", target, {"id": "w", "word": word}), status)
            statuses = [self.host.status("POST", target, {"id": f"w{number}", "word": "Snow"}) for number in range(51)]
            self.assertEqual(statuses, [200] * 50 + [429])
            ended = {"name": "Over", "until": stamp(time.time() + 3600)}
            self.assertEqual(self.host.status("PATCH", f"/v1/trips/{self.trip}", ended), 200)
            self.host.post(f"/v1/trips/{self.trip}/end")
            self.assertEqual(self.host.status("POST", target, {"id": "last", "word": "Snow"}), 409)


class KillTests(unittest.TestCase):
    def test_kills_between_commit_and_delivery_lose_nothing(self):
        seed = int.from_bytes(os.urandom(3), "big")
        for kind in stores.kinds():
            with self.subTest(store=kind.name, seed=seed):
                figures, failures = killing.run(kind, max(1, KILLS // 2), seed)
                self.assertEqual(failures, [], figures)
                self.assertGreater(figures["messages"], KILLS // 2)
                self.assertGreater(figures["deliveries"], 0)


if __name__ == "__main__":
    unittest.main()
