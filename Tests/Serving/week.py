"""A ski week of forty people over HTTP: the map it takes place on, the people, and what they do day by day."""

import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import time
import urllib.parse

import recording
from serving import openid, trips
from serving.events import Stream
from serving.load import stamp
from serving.process import COMMAND, ROOT
from serving.trips import quoted, until

REAL = os.environ.get("SKIROUTE_REAL_DATA")
BOT = "7000000002:AAtoken-of-the-week-that-no-log-may-tell"
COUNT = 40
AREA = "area-of-the-week"
GONE = {"id": "990017345521", "first_name": "Wendeline", "last_name": "Quastenflosser", "username": "qflosse81",
        "photo_url": "https://photos.example/flosse990017.jpg"}
LINKS = [{"label": "Flossenfunk", "address": "https://flossen.example/wq-81", "audience": "trip"},
         {"label": "Grätengruppe", "address": "https://graeten.example/wq-82", "audience": "friends"},
         {"label": "Schuppenkiste", "address": "https://schuppen.example/wq-83", "audience": "owner"}]
TEXTS = {"chat": "Murmelkäse um elf", "pair": "Nur für Zwillingsohren", "event": "Quastentreff", "note": "Bringt Lupenbrot",
         "trip": "Flossenreise", "favourite": "way/770012345", "place": "Kiemenstube", "card": "Kiemenkarte"}
SKIER = {"ability": "advanced", "board": False, "maxDifficulty": "red", "ungraded": "estimate", "avoid": [], "allow": ["freeride"]}
LEAVER = "Oktavian Zwirbelhut"


def planted():
    """All texts of the person who is gone that no one without right may read."""
    names = [value for name, value in GONE.items()] + [f"{GONE['first_name']} {GONE['last_name']}"]
    return names + [one[part] for one in LINKS for part in ("label", "address")] + list(TEXTS.values())


def real_map(folder):
    """The map of Crystal Mountain, of the folder of real areas."""
    area, built = pathlib.Path(REAL) / "crystal-mountain", pathlib.Path(folder) / "area.skimap"
    extent = pathlib.Path(folder) / "ski_areas.geojson"
    extent.write_text(json.dumps({"type": "FeatureCollection", "features": [{
        "type": "Feature", "properties": {"type": "skiArea", "id": AREA, "name": "The week's area", "status": "operating",
                                          "activities": ["downhill"], "runConvention": "north_america"},
        "geometry": {"type": "Polygon", "coordinates": [[
            [-121.7, 46.8], [-121.3, 46.8], [-121.3, 47.1], [-121.7, 47.1], [-121.7, 46.8]]]}}]}), encoding="utf-8")
    done = subprocess.run([COMMAND, "build", "--runs", area / "runs.geojson", "--lifts", area / "lifts.geojson", "--elevation",
                           area / "dem" / "terrarium", "--areas", extent, "--output", built], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return built


def areas():
    """The ids of the ski areas of the map."""
    if REAL:
        return [AREA]
    sample = json.loads((ROOT / "Data" / "Sample" / "openskimap" / "ski_areas.geojson").read_text(encoding="utf-8"))
    return [one["properties"]["id"] for one in sample["features"]]


def recorded(server):
    """A recorded day of yesterday: the real one, moved, or one of routes on the sample's map."""
    if not REAL:
        return recorded_on_sample(server)
    yesterday = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)
    text = (pathlib.Path(REAL) / "tracks" / "crystal-mountain-01.gpx").read_text()
    first = datetime.datetime.fromisoformat(re.search(r"<time>(.*?)Z</time>", text)[1]).date()
    days = (yesterday.date() - first).days

    def moved(found):
        return f"<time>{datetime.datetime.fromisoformat(found[1]) + datetime.timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}</time>"
    return re.sub(r"<time>(.*?)Z</time>", moved, text).encode()


def recorded_on_sample(server):
    """A recorded day of yesterday, of a route on the sample's map."""
    yesterday = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=1)
    morning = yesterday.replace(hour=9, minute=0, second=0, microsecond=0)
    return recording.of_route(server.url, "Montsoleil", "Aurore", morning).encode()


def bearer(person):
    """The header fields of a person's requests; none without a person."""
    return {"Authorization": f"Bearer {person.access}"} if person else {}


def together(function, values):
    """The results of a function for many values, eight at a time."""
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        return list(pool.map(function, values))


class Week:
    """The week; `test` compares. Each method is a part of it, in order."""

    def __init__(self, test, server, receiver, visit=lambda moment, week: None):
        self.test, self.server, self.receiver, self.visit = test, server, receiver, visit
        self.lifts = trips.lifts(server)
        self.places = [lift["place"] for lift in self.lifts]
        self.streams = []

    def close(self):
        for stream in self.streams:
            stream.close()

    def stream(self, person, query):
        stream = Stream(self.server, person.access, query)
        self.test.assertEqual(stream.status, 200)
        self.streams.append(stream)
        return stream

    # Log in, invite, join

    def log_in(self):
        server, test = self.server, self.test
        self.gone = trips.Person(server, server.open_call("POST", "/v1/login/telegram", openid.telegram(BOT, **GONE)))
        self.leaver = server.log_in(LEAVER)
        self.host, *self.rest = together(server.log_in, [f"Skier {number}" for number in range(COUNT - 2)])
        self.friend, self.blocker, self.second = self.rest[:3]
        self.people = [self.host, self.gone, self.leaver, *self.rest]
        test.assertEqual(len({one.id for one in self.people}), COUNT)
        test.assertEqual(self.gone.get("/v1/me")["name"], "Wendeline Quastenflosser")
        self.gone.patch("/v1/me", {"links": LINKS, "skier": SKIER})
        me = self.gone.get("/v1/me")
        test.assertEqual((me["links"], {**me["skier"], "maxDifficulty": "red"}), (LINKS, SKIER))
        self.visit("login", self)

    def join(self):
        test = self.test
        trip = self.host.create_trip("Ski week", areas=areas())
        self.trip = trip["id"]
        secret = self.host.invite(self.trip, uses=COUNT - 1)
        preview = self.gone.post("/v1/invitations/preview", {"secret": secret})
        test.assertEqual((preview["trip"]["id"], preview["role"], preview["isMember"]), (self.trip, "traveller", False))
        joined = together(lambda one: one.join(secret)["id"], self.people[1:])
        test.assertEqual(set(joined), {self.trip})
        test.assertEqual(self.server.log_in("Too late").status("POST", "/v1/invitations/join", {"secret": secret}), 404)
        test.assertEqual(len(self.members()), COUNT)
        self.gone.put("/v1/trips/chosen", {"trip": self.trip})
        (own,) = self.gone.get("/v1/trips")["trips"]
        test.assertEqual((own["trip"]["id"], own["role"], own["isChosen"]), (self.trip, "traveller", True))
        self.own_trip = self.gone.create_trip(TEXTS["trip"])["id"]
        self.visit("trip", self)

    def members(self):
        return {one["user"] for one in self.host.get(f"/v1/trips/{self.trip}/members")["members"]}

    def companion(self, viewer, person):
        """A person as another one sees them on the trip; None when they don't."""
        found = viewer.get(f"/v1/trips/{self.trip}/companions")["people"]
        return next((one for one in found if one["user"] == person.id), None)

    def befriend(self):
        test = self.test
        test.assertEqual(self.gone.post(f"/v1/friends/{self.friend.id}")["state"], "asked")
        test.assertEqual(self.companion(self.friend, self.gone)["state"], "asking")
        self.friend.put(f"/v1/friends/{self.gone.id}")
        for viewer, labels in ((self.friend, LINKS[:2]), (self.second, LINKS[:1])):
            seen = self.companion(viewer, self.gone)
            test.assertEqual(seen["links"], [{"label": one["label"], "address": one["address"]} for one in labels])
        self.blocker.put(f"/v1/blocks/{self.gone.id}")
        test.assertIsNone(self.companion(self.blocker, self.gone))
        test.assertIsNone(self.companion(self.gone, self.blocker))
        self.gone.put(f"/v1/favourites/{quoted(TEXTS['favourite'])}", {"kind": "run"})
        test.assertEqual([one["source"] for one in self.gone.get("/v1/favourites")["favourites"]], [TEXTS["favourite"]])
        self.gone.put("/v1/me/nearby", {"minutes": 20})
        test.assertEqual(self.gone.get("/v1/me/nearby"), {"minutes": 20})

    # Share, see, near me

    def share(self):
        test = self.test
        longitude, latitude = self.places[0]
        self.watching = self.stream(self.second, f"trip={self.trip}&place={latitude},{longitude}&metres=100000&most=200")
        self.sharing = self.people[:24]
        together(lambda one: one.share(self.trip), self.sharing)
        together(lambda pair: pair[1].stand(self.trip, self.places[pair[0] % 2]), list(enumerate(self.sharing)))
        expected = {one.id for one in self.sharing} - {self.host.id}
        until(lambda: self.everyone() - {self.host.id} == expected, "all who share, for a host")
        until(lambda: self.gone.id in self.near(self.second, self.places[1], 150), "one who is near")
        test.assertNotIn(self.gone.id, self.near(self.blocker, self.places[1], 150))
        test.assertTrue(self.watching.wait_for("person", lambda one: one["user"] == self.gone.id))
        entries = json.loads(self.server.ask(f"/v1/nearby?place={latitude},{longitude}&metres=1000")[2])["nearby"]
        test.assertTrue(all({"bearingDegrees", "climbMetres", "metres"} <= set(one) for one in entries) and entries)
        self.visit("people", self)

    def everyone(self):
        """The people whom a host sees."""
        return {one["user"] for one in self.host.get(f"/v1/trips/{self.trip}/people?all=true")["people"]}

    def near(self, viewer, place, metres):
        found = viewer.get(f"/v1/trips/{self.trip}/people?place={place[1]},{place[0]}&metres={metres}&most=200")["people"]
        return {one["user"] for one in found}

    # Events

    def meet(self):
        test, lift = self.test, self.lifts[0]
        place = {"source": lift["id"], "name": TEXTS["place"], "longitude": lift["place"][0], "latitude": lift["place"][1]}
        self.event = self.gone.create_event(
            self.trip, trips.tomorrow(), name=TEXTS["event"], note=TEXTS["note"], place=place, seats=3, audience="people",
            people=[self.friend.id, self.second.id, self.leaver.id, self.rest[4].id])["id"]
        near = self.gone.create_event(self.trip, name="Near", audience="near")
        test.assertEqual(self.rest[-1].status("GET", f"/v1/events/{near['id']}"), 404)  # shares nothing
        self.for_all = self.host.create_event(self.trip, name="Dinner", seats=None)["id"]
        test.assertEqual(self.second.status("POST", f"/v1/trips/{self.trip}/events", {
            "name": "Mine", "note": "", "start": stamp(time.time() + 60), "end": stamp(time.time() + 120), "audience": "trip"}), 403)
        self.answer()
        together(lambda one: one.put(f"/v1/events/{self.for_all}/rsvp", {"answer": "yes"}), self.people)
        test.assertEqual(self.host.get(f"/v1/events/{self.for_all}")["taken"], COUNT)
        day = self.host.get(f"/v1/events/{self.for_all}")["day"]
        listed = self.host.get(f"/v1/trips/{self.trip}/events?day={day}")["events"]
        test.assertIn(self.for_all, [one["id"] for one in listed])
        test.assertNotIn(self.event, [one["id"] for one in listed])
        self.suggest()
        self.visit("events", self)

    def answer(self):
        """Answers in the app and by links; the fourth finds no seat."""
        test, target = self.test, f"/v1/events/{self.event}/rsvp"
        event = self.friend.put(target, {"answer": "yes"})
        test.assertEqual((event["answer"], event["taken"], event["mayChange"], event["place"]["isGone"]), ("yes", 1, False, False))
        link = self.leaver.post(f"/v1/events/{self.event}/link")["link"]
        answered = self.server.open_call("POST", "/v1/rsvp", {"link": link, "answer": "yes"})
        test.assertEqual((answered["event"], answered["answer"]), (self.event, "yes"))
        test.assertEqual(self.leaver.get(f"/v1/events/{self.event}")["answer"], "yes")
        for wrong in (link[:-1] + ("0" if link[-1] != "0" else "1"), link[:-2], link.upper() + "x", "", "x" * 3000):
            status, _ = self.server.call("/v1/rsvp", None, "POST", {"link": wrong, "answer": "no"})
            test.assertIn(status, (400, 401, 403, 413))
        test.assertEqual(self.second.put(target, {"answer": "yes"})["taken"], 3)
        test.assertEqual(self.rest[4].status("PUT", target, {"answer": "yes"}), 409)
        test.assertEqual(self.rest[4].put(target, {"answer": "maybe"})["answer"], "maybe")
        guests = {one["user"]: one["answer"] for one in self.gone.get(f"/v1/events/{self.event}/guests")["guests"]}
        test.assertEqual(guests[self.friend.id], "yes")
        test.assertEqual(self.blocker.status("GET", f"/v1/events/{self.event}"), 404)

    def suggest(self):
        """A meeting place by what each shares, for an event and for some people; and when to leave."""
        test = self.test
        found = self.gone.post(f"/v1/events/{self.event}/suggest")
        test.assertTrue(found["place"]["source"])
        test.assertNotIn(self.friend.id, found["missing"])
        quiet = self.rest[-1]  # shares nothing
        found = self.gone.post(f"/v1/trips/{self.trip}/suggest", {
            "people": [self.friend.id, quiet.id], "time": stamp(trips.tomorrow())})
        test.assertEqual(found["missing"], [quiet.id])
        leave = self.friend.get(f"/v1/events/{self.event}/leave").get("leaveBy")
        test.assertTrue(leave is None or leave < self.friend.get(f"/v1/events/{self.event}")["start"])
        if leave is None:
            print("leave by: not known for a guest who shares a position")
        test.assertEqual(self.blocker.status("POST", f"/v1/trips/{self.trip}/suggest", {"people": [self.gone.id]}), 404)

    # Chat

    def talk(self):
        test = self.test
        self.chat = self.host.chat(trip=self.trip)["id"]
        whole, live = self.stream(self.friend, f"chats={self.chat}:0"), self.stream(self.rest[5], "chats=all")
        self.gone_position = self.gone.say(self.chat, TEXTS["chat"], "g1")["position"]
        test.assertEqual(self.gone.say(self.chat, TEXTS["chat"], "g1")["position"], self.gone_position)  # again: harmless
        together(lambda pair: self.talk_alone(*pair), list(enumerate(self.people)))
        seen = [[(one["position"], one.get("author"), one.get("body")) for one in reader.messages(self.chat)] for reader in self.rest[5:9]]
        total = 1 + 3 * COUNT
        test.assertEqual([one[0] for one in seen[0]], list(range(1, total + 1)))
        test.assertTrue(all(one == seen[0] for one in seen))
        for number, person in enumerate(self.people):
            mine = [body for _, author, body in seen[0] if author == person.id and body.startswith("Line ")]
            test.assertEqual(mine, [f"Line {number} {count}" for count in range(3)])
        for stream, least in ((whole, total), (live, 3 * COUNT)):
            until(lambda stream=stream, least=least: len(stream.named("message")) >= least, "all messages on a stream")
            order = [one["message"]["position"] for one in stream.named("message") if one["chat"] == self.chat]
            test.assertEqual(order, list(range(total - len(order) + 1, total + 1)))
        test.assertEqual(len(whole.named("message")), total)
        self.read(total)
        self.resume(total)
        self.pair()
        self.visit("chat", self)

    def talk_alone(self, number, person):
        for count in range(3):
            person.say(self.chat, f"Line {number} {count}", f"l{number}-{count}")

    def read(self, total):
        """Unread messages, previews, gaps, cards."""
        test, reader = self.test, self.rest[6]
        entry = reader.get(f"/v1/chats/{self.chat}")
        test.assertEqual((entry["subject"], entry["lastPosition"], entry["readPosition"]), ("trip", total, 0))
        test.assertGreater(entry["unread"], 50)
        reader.put(f"/v1/chats/{self.chat}/read", {"position": total})
        test.assertEqual(reader.get(f"/v1/chats/{self.chat}")["unread"], 0)
        blocked = {one["position"]: one for one in self.blocker.messages(self.chat)}
        test.assertEqual(trips.members(blocked[self.gone_position]), {"position", "sent"})  # a gap between those who block each other
        last = reader.get(f"/v1/chats/{self.chat}/messages?count=1")["messages"][0]
        test.assertEqual(self.second.status("DELETE", f"/v1/chats/{self.chat}/messages/{last['position']}"),
                         204 if last["author"] == self.second.id else 403)
        self.host.ask("DELETE", f"/v1/chats/{self.chat}/messages/{last['position']}", expected=(204, 404))
        test.assertEqual(trips.members(reader.get(f"/v1/chats/{self.chat}/messages?count=1")["messages"][0]), {"position", "sent"})
        test.assertNotEqual(reader.get(f"/v1/chats/{self.chat}")["preview"]["position"], last["position"])
        card = json.dumps({"name": TEXTS["card"], "source": self.lifts[0]["id"]})
        sent = self.gone.say(self.chat, card, "card", kind="place")
        test.assertEqual((sent["kind"], sent["body"]), ("place", card))
        for kind, body in (("place", "no card"), ("text", ""), ("text", "a" * 4001), ("place", "[]"), ("other", "x")):
            test.assertIn(self.gone.status("POST", f"/v1/chats/{self.chat}/messages", {"id": "w", "kind": kind, "body": body}), (400, 413))

    def resume(self, total):
        """A stream that names a position receives what comes after it, in order."""
        stream = self.stream(self.rest[7], f"chats={self.chat}:{total - 5}")
        until(lambda: len(stream.named("message")) + len(stream.named("deleted")) >= 5, "messages after a position")
        order = [one["message"]["position"] for one in stream.named("message")]
        self.test.assertEqual(order, sorted(order))
        self.test.assertGreater(min(order), total - 5)

    def pair(self):
        test = self.test
        self.private = self.gone.chat(person=self.friend.id)["id"]
        test.assertEqual(self.friend.chat(person=self.gone.id)["id"], self.private)
        self.gone.say(self.private, TEXTS["pair"])
        test.assertEqual([one["body"] for one in self.friend.messages(self.private)], [TEXTS["pair"]])
        test.assertEqual(self.host.status("GET", f"/v1/chats/{self.private}/messages"), 404)
        test.assertEqual(self.blocker.status("POST", "/v1/chats", {"person": self.gone.id}), 404)
        talk = self.gone.chat(event=self.event)["id"]
        test.assertEqual(self.rest[8].status("GET", f"/v1/chats/{talk}"), 404)
        self.gone.say(talk, TEXTS["chat"])

    # A lift closes

    def close_lift(self):
        test = self.test
        question, lift = self.question()
        self.closed = lift
        stream = self.stream(self.friend, "chats=all")
        target = f"/v1/lifts/{quoted(lift)}/status"
        test.assertEqual(self.friend.status("PUT", target, {"trip": self.trip, "state": "closed"}), 403)
        self.host.put(target, {"trip": self.trip, "state": "closed", "holdsMinutes": 30})
        said = self.friend.get(target)
        test.assertEqual((said["lift"], said["state"], said["source"], said["by"]["user"]), (lift, "closed", "host", self.host.id))
        until(lambda: self.state(lift, self.friend) == "closed", "the closed lift on the map")
        until(lambda: lift not in self.ridden(question, self.friend), "routes without the closed lift")
        _, fields, _ = self.server.ask(question, headers=bearer(self.friend))
        test.assertEqual((fields["Cache-Control"], fields["SkiRoute-Words"]), ("private, no-store", self.trip))
        for other in (None, self.server.log_in("A guest of others")):
            test.assertNotEqual(self.state(lift, other), "closed")
            test.assertIn(lift, self.ridden(question, other))
        test.assertTrue(stream.wait_for("lifts"))
        until(lambda: any(one["kind"] == "liftClosed" and one.get("lift") == lift for one in self.friend.notices()),
              "the notice of it", 30)
        self.visit("lift", self)
        self.host.delete(f"{target}?trip={self.trip}")
        until(lambda: lift in self.ridden(question, self.friend), "routes with the lift that is open again")
        test.assertNotEqual(self.friend.get(target)["source"], "host")

    def question(self):
        """A question for a route with a lift, and its id."""
        for one in self.lifts:
            for other in self.lifts:
                if one["name"] != other["name"]:
                    names = {"from": f"lift:{one['name']}", "to": f"lift:{other['name']}", "depart": "10:00"}
                    question = "/v1/route?" + urllib.parse.urlencode(names)
                    if ridden := self.ridden(question):
                        return question, ridden[0]
        raise AssertionError("no route takes a lift")

    def ridden(self, question, person=None):
        status, _, body = self.server.ask(question, headers=bearer(person))
        steps = json.loads(body).get("steps", []) if status == 200 else []
        return [step["id"] for step in steps if step["kind"] == "lift"]

    def state(self, lift, person):
        _, _, body = self.server.ask("/v1/lifts", headers=bearer(person))
        return next(one["state"] for one in json.loads(body)["lifts"] if one["id"] == lift)
