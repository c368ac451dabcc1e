"""The second half of a ski week: recorded days, challenges, leaving, and what is left of one who is gone."""

import hashlib
import json
import time

import week
from serving import trips
from serving.load import stamp
from serving.trips import quoted


class WholeWeek(week.Week):
    """A week to its end."""

    # Recorded days

    def record(self):
        test = self.test
        self.bytes = week.recorded(self.server)
        self.refuse_uploads()
        self.day = self.gone.upload(self.bytes)
        day = self.gone.matched(self.day, 120)
        test.assertEqual((day["owner"], day["state"], day["trips"]), (self.gone.id, "matched", []))
        test.assertGreater(day["descentMetres"], 100)
        self.laps = self.gone.get(f"/v1/days/{self.day}/laps")["laps"]
        test.assertEqual({lap["kind"] for lap in self.laps}, {"lift", "run"})
        test.assertEqual([lap.get("fault") for lap in self.laps], [None] * len(self.laps))
        kinds = [one["kind"] for one in self.gone.get(f"/v1/days/{self.day}/achievements")["achievements"]]
        test.assertIn("firstDay", kinds)
        self.read_files()
        test.assertEqual(self.gone.upload(self.bytes), self.day)  # the same day twice is one
        test.assertEqual(len(self.gone.get("/v1/days")["days"]), 1)
        self.visit("days", self)

    def refuse_uploads(self):
        """A permission holds for its bytes alone, and once."""
        test, server, sender = self.test, self.server, self.rest[10]
        digest = hashlib.sha256(self.bytes).hexdigest()
        headers = {"Content-Type": "application/octet-stream"}
        for size, word, status in ((0, digest, 400), (30 << 20, digest, 413), (5, "x", 400)):
            test.assertEqual(sender.status("POST", "/v1/days", {"bytes": size, "sha256": word}), status)
        upload = sender.post("/v1/days", {"bytes": len(self.bytes), "sha256": digest})["upload"]
        test.assertEqual(server.ask(upload, "PUT", self.bytes[:-1] + b" ", headers)[0], 400)
        test.assertEqual(server.ask(upload, "PUT", self.bytes + b" ", headers)[0], 413)
        test.assertIn(server.ask(upload[:-1] + ("0" if upload[-1] != "0" else "1"), "PUT", b"x", headers)[0], (401, 403))
        junk = b"this is no recording"
        day = sender.upload(junk)
        failed = trips.until(lambda: next(iter([one for one in [sender.get(f"/v1/days/{day}")] if one["state"] == "failed"]), None),
                             "the failure of a bad recording", 30)
        test.assertTrue(failed["failure"])
        sender.delete(f"/v1/days/{day}")

    def read_files(self):
        test = self.test
        _, gpx = self.gone.file(self.day, "gpx")
        test.assertIn(b"<gpx", gpx[:300])
        _, picture = self.gone.file(self.day, "thumbnail")
        test.assertEqual(picture[:4], b"\x89PNG")
        link, original = self.gone.file(self.day, "recording")
        test.assertEqual(original, self.bytes)
        test.assertNotIn(self.day, link)
        test.assertNotIn(self.gone.id, link)
        test.assertEqual(self.server.ask(link[:-1] + ("0" if link[-1] != "0" else "1"))[0], 404)

    def share_day(self):
        test, others = self.test, self.rest[12]
        test.assertEqual(self.friend.status("GET", f"/v1/days/{self.day}"), 404)
        self.gone.put(f"/v1/days/{self.day}/trips/{self.trip}")
        seen = others.get(f"/v1/trips/{self.trip}/days")["days"]
        test.assertEqual([one["id"] for one in seen], [self.day])
        test.assertIsNone(seen[0].get("received"))
        test.assertEqual(self.blocker.get(f"/v1/trips/{self.trip}/days")["days"], [])
        self.day_link, gpx = others.file(self.day, "gpx")
        test.assertIn(b"<gpx", gpx[:300])
        test.assertEqual(others.file(self.day, "thumbnail")[1][:4], b"\x89PNG")
        test.assertEqual(others.status("POST", f"/v1/days/{self.day}/links", {"kind": "recording"}), 404)
        test.assertEqual(self.blocker.status("GET", f"/v1/days/{self.day}/laps"), 404)

    def challenge(self):
        """Metres count once: a copy of another's recording gives none."""
        test, now = self.test, time.time()
        body = {"name": "Most metres", "measure": "descent", "from": stamp(now - 2 * 86_400 + 60), "until": stamp(now + 86_400)}
        self.challenge_id = self.host.post(f"/v1/trips/{self.trip}/challenges", body)["id"]
        copier, target = self.rest[11], f"/v1/challenges/{self.challenge_id}"
        copied = copier.matched(copier.upload(self.bytes), 120)["id"]
        test.assertEqual({lap.get("fault") for lap in copier.get(f"/v1/days/{copied}/laps")["laps"]}, {"copied"})
        for one in (self.gone, copier, self.leaver):
            one.put(f"{target}/me")
        ranking = {one["user"]: one for one in self.host.get(f"{target}/ranking")["ranking"]}
        test.assertEqual(set(ranking), {self.gone.id, copier.id, self.leaver.id})
        test.assertAlmostEqual(ranking[self.gone.id]["score"], self.gone.get(f"/v1/days/{self.day}")["descentMetres"], delta=1)
        test.assertEqual((ranking[self.gone.id]["rank"], ranking[copier.id]["score"], ranking[self.leaver.id]["score"]), (1, 0, 0))
        every = {"name": "Every lift", "measure": "everyLift", "lifts": [lap["source"] for lap in self.laps if lap["kind"] == "lift"],
                 "from": body["from"], "until": body["until"]}
        second = self.host.post(f"/v1/trips/{self.trip}/challenges", every)["id"]
        self.gone.put(f"/v1/challenges/{second}/me")
        (rank,) = self.host.get(f"/v1/challenges/{second}/ranking")["ranking"]
        test.assertEqual(rank["score"], len(set(every["lifts"])))
        test.assertNotIn(self.gone.id, {one["user"] for one in self.blocker.get(f"{target}/ranking")["ranking"]})
        self.visit("challenge", self)

    # Leave

    def leave(self):
        """One leaves, and is gone from people, guests, members, companions, days, rankings and chats at once."""
        test, leaver = self.test, self.leaver
        day = leaver.matched(leaver.upload(self.bytes.replace(b"</trk>", b"</trk> ", 1)), 120)["id"]
        leaver.put(f"/v1/days/{day}/trips/{self.trip}")
        own = leaver.create_event(self.trip, audience="people", people=[self.friend.id])["id"]
        taken = self.gone.get(f"/v1/events/{self.event}")["taken"]
        test.assertEqual(self.host.status("DELETE", f"/v1/trips/{self.trip}/members/me"), 409)  # the last host
        leaver.delete(f"/v1/trips/{self.trip}/members/me")
        test.assertTrue(self.watching.wait_for("gone", lambda one: one["user"] == leaver.id))
        self.is_gone(leaver)
        test.assertEqual(self.gone.get(f"/v1/events/{self.event}")["taken"], taken - 1)
        test.assertIsNotNone(self.friend.get(f"/v1/events/{own}").get("cancelled"))
        test.assertEqual(leaver.get("/v1/trips")["trips"], [])
        test.assertEqual([one for one in leaver.get("/v1/grants")["grants"] if one["trip"] == self.trip], [])
        for target in (f"/v1/trips/{self.trip}", f"/v1/chats/{self.chat}", f"/v1/events/{self.event}", f"/v1/days/{self.day}",
                       f"/v1/challenges/{self.challenge_id}", f"/v1/trips/{self.trip}/people?place=46,7"):
            test.assertEqual(leaver.status("GET", target), 404, target)
        test.assertEqual(leaver.get(f"/v1/days/{day}").get("trips") or [], [])  # the day is still the leaver's own
        self.visit("left", self)

    def is_gone(self, person):
        """No list of the trip has a person any more."""
        test, host, trip = self.test, self.host, self.trip
        lists = {
            "people": host.get(f"/v1/trips/{trip}/people?all=true"), "members": host.get(f"/v1/trips/{trip}/members"),
            "companions": host.get(f"/v1/trips/{trip}/companions"), "days": host.get(f"/v1/trips/{trip}/days"),
            "guests": host.get(f"/v1/events/{self.for_all}/guests"),
            "ranking": host.get(f"/v1/challenges/{self.challenge_id}/ranking")}
        for name, found in lists.items():
            test.assertNotIn(person.id, json.dumps(found), name)

    # Gone

    def delete(self):
        """One deletes their account; what others had of them is gone, and their messages are nameless gaps."""
        test, gone = self.test, self.gone
        gone.post("/v1/days", {"bytes": 5, "sha256": hashlib.sha256(b"later").hexdigest()})  # a permission that is never used
        gone.put("/v1/me/notices", {"muted": ["rsvp"], "quiet": None, "zone": "Europe/Paris", "digestMinutes": None})
        exported = json.dumps(gone.get("/v1/me/export"), ensure_ascii=False)
        for text in (gone.id, self.day, *week.TEXTS.values(), *(one["address"] for one in week.LINKS)):
            if text not in (week.TEXTS["card"],):
                test.assertIn(text, exported)
        gone.delete("/v1/me")
        test.assertTrue(self.watching.wait_for("gone", lambda one: one["user"] == gone.id))
        self.is_gone(gone)
        messages = {one["position"]: one for one in self.host.messages(self.chat)}
        test.assertEqual(trips.members(messages[self.gone_position]), {"position", "sent"})
        test.assertEqual(sorted(messages), list(range(1, max(messages) + 1)))
        for viewer, target in ((self.friend, f"/v1/events/{self.event}"), (self.friend, f"/v1/chats/{self.private}"),
                               (self.rest[12], f"/v1/days/{self.day}")):
            test.assertEqual(viewer.status("GET", target), 404, target)
        for target in ("/v1/me", "/v1/me/export"):
            test.assertEqual(gone.status("GET", target), 401, target)
        test.assertEqual(self.server.ask(self.day_link)[0], 404)
        test.assertEqual(self.friend.get("/v1/friends")["people"], [])
        test.assertEqual(self.blocker.get("/v1/blocks")["people"], [])
        test.assertEqual(self.host.status("PUT", f"/v1/favourites/{quoted('way/1')}", {"kind": "lift"}), 204)
        self.visit("deleted", self)

    def exports(self):
        """All that others can read of themselves and the trip, as one text."""
        others = [one for one in self.people if one is not self.gone]
        return "\n".join(week.together(lambda one: json.dumps(
            [one.get("/v1/me/export"), one.notices(), one.get("/v1/chats"), one.get("/v1/friends"), one.get("/v1/audit")],
            ensure_ascii=False), others))
