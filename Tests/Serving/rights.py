"""The table of rights, and a trip with the people and things that its rows speak of, each made when it is asked for."""

import dataclasses
import functools
import hashlib
import pathlib
import re
import time

from serving.load import stamp
from serving.trips import quoted, today, tomorrow

TABLE = pathlib.Path(__file__).resolve().parent / "permissions.txt"
STANDING = "POST /v1/trips/{trip}/suggest", "POST /v1/events/{event}/suggest"  # answered from what people share


@dataclasses.dataclass(frozen=True)
class Row:
    """A route, what of it is asked, and the expected status by person; None where it isn't asked."""

    method: str
    path: str
    words: tuple
    expected: dict

    @property
    def name(self):
        return f"{self.method} {self.path}" + ("~" + ",".join(self.words) if self.words else "")

    @property
    def route(self):
        return f"{self.method} {self.path}"


def rows():
    """The rows of the table."""
    lines = [line.split() for line in TABLE.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")]
    people, found = lines[0], []
    for method, path, *cells in lines[1:]:
        if len(cells) != len(people):
            raise AssertionError(f"{method} {path} has {len(cells)} cells, there are {len(people)} people")
        path, _, words = path.partition("~")
        expected = {person: None if cell == "-" else int(cell) for person, cell in zip(people, cells)}
        found.append(Row(method, path, tuple(words.split(",")) if words else (), expected))
    return found


class World:
    """A trip with its people and things."""

    count = 0

    def __init__(self, server, lifts, recordings):
        World.count += 1
        self.number, self.server, self.recordings = World.count, server, recordings
        self.lift, self.place = lifts[0]["id"], lifts[0]["place"]
        self.known, self.own_session = {}, "unknown"
        self.host = self.log_in("host")
        self.areas = [one["id"] for one in server.call("/v1/map", None)[1]["areas"]]
        self.trip = self.host.create_trip(areas=self.areas)["id"]
        self.secret = self.host.invite(self.trip)

    def log_in(self, role):
        return self.server.log_in(f"{role} of world {self.number}")

    def person(self, role):
        """The person of a column; None for the stranger."""
        if role == "stranger":
            return None
        if role == "host":
            return self.host
        if role not in self.known:
            self.known[role] = self.make(role)
        return self.known[role]

    def make(self, role):
        person = self.log_in(role)
        if role == "other":
            person.create_trip(areas=["another area"])
        elif role != "user":
            person.join(self.secret)
        if role == "ex":
            person.delete(f"/v1/trips/{self.trip}/members/me")
        if role == "hider":
            person.put(f"/v1/blocks/{self.host.id}")
        if role == "blocked":
            chat = self.owner.chat(person=person.id)["id"]
            self.chats["closed"] = chat, self.owner.say(chat, "Hello")["position"]
            self.owner.put(f"/v1/blocks/{person.id}")
        return person

    @property
    def owner(self):
        return self.person("owner")

    @property
    def guest(self):
        return self.person("guest")

    @functools.cached_property
    def foreign_trip(self):
        return self.person("other").get("/v1/trips")["trips"][0]["trip"]["id"]

    @functools.cached_property
    def event(self):
        return self.owner.create_event(
            self.trip, tomorrow(), audience="people", people=[self.guest.id], place=self.meeting_point())["id"]

    @functools.cached_property
    def trip_event(self):
        """An event for all; only a host may make it, which its author is at that time."""
        target = f"/v1/trips/{self.trip}/members/{self.owner.id}"
        self.host.patch(target, {"role": "host"})
        event = self.owner.create_event(self.trip, place=self.meeting_point())["id"]
        self.host.patch(target, {"role": "traveller"})
        return event

    @functools.cached_property
    def soon_event(self):
        return self.owner.create_event(self.trip, time.time() + 3600, audience="people", people=[self.guest.id])["id"]

    def meeting_point(self):
        return {"source": self.lift, "name": "Lift", "longitude": self.place[0], "latitude": self.place[1]}

    @functools.cached_property
    def chats(self):
        return {}

    def chat(self, words):
        """The chat of the trip, of the event, or of two people, with a message of the owner; and its position."""
        kind = words[0] if words else "trip"
        if kind == "closed":
            self.person("blocked")
        if kind not in self.chats:
            subject = {"trip": lambda: {"trip": self.trip}, "event": lambda: {"event": self.event},
                       "pair": lambda: {"person": self.guest.id}}[kind]()
            chat = self.owner.chat(**subject)["id"]
            self.chats[kind] = chat, self.owner.say(chat, "Hello")["position"]
        return self.chats[kind]

    @functools.cached_property
    def day(self):
        return self.owner.matched(self.owner.upload(self.recordings[0]))["id"]

    @functools.cached_property
    def shared_day(self):
        day = self.owner.matched(self.owner.upload(self.recordings[1]))["id"]
        self.owner.put(f"/v1/days/{day}/trips/{self.trip}")
        return day

    @functools.cached_property
    def invitation(self):
        return self.host.post(f"/v1/trips/{self.trip}/invitations",
                              {"role": "traveller", "uses": 5, "expires": stamp(time.time() + 3600)})["id"]

    @functools.cached_property
    def challenge(self):
        return self.host.post(f"/v1/trips/{self.trip}/challenges", self.challenge_values())["id"]

    def challenge_values(self):
        now = time.time()
        return {"name": "Metres", "measure": "descent", "from": stamp(now - 86_400), "until": stamp(now + 86_400)}

    @functools.cached_property
    def grant(self):
        return self.owner.share(self.trip)["id"]

    @functools.cached_property
    def bystander(self):
        return self.log_in("bystander")

    @functools.cached_property
    def session(self):
        return self.session_of(self.bystander)

    def session_of(self, person):
        """The session of a person's access token."""
        return next(one["id"] for one in person.get("/v1/me/sessions")["sessions"] if one["isAsking"])

    def word(self):
        """A notice of the owner, by a word of the host: all members but the host have it under one identifier."""
        owner = self.owner  # who joins before the word is said
        self.host.post(f"/v1/trips/{self.trip}/notices", {"id": f"{time.time_ns()}", "word": "Snow"})
        return next(notice["id"] for notice in owner.notices() if notice["kind"] == "hostWord")

    def complete(self, people):
        """Makes all people and things, so that nothing is new later."""
        for role in (*people, "hider"):
            self.person(role)
        for words in ((), ("event",), ("pair",)):
            self.chat(words)
        self.word()
        self.gather(self.person("traveller"), self.host)
        return (self.foreign_trip, self.trip_event, self.soon_event, self.day, self.shared_day, self.invitation, self.challenge,
                self.grant)

    # Requests

    def value(self, name, row):
        """The value of a parameter of a path."""
        shared = "shared" in row.words
        return {
            "trip": lambda: self.foreign_trip if "foreign" in row.words else self.trip,
            "user": lambda: self.person({("hider",): "hider", ("left",): "ex"}.get(row.words, "owner")).id,
            "event": lambda: {("trip",): lambda: self.trip_event, ("soon",): lambda: self.soon_event}.get(
                row.words, lambda: self.event)(),
            "chat": lambda: self.chat(row.words)[0], "position": lambda: self.chat(row.words)[1],
            "day": lambda: self.shared_day if shared else self.day, "invitation": lambda: self.invitation,
            "session": lambda: self.own_session if "own" in row.words else self.session,
            "challenge": lambda: self.challenge, "grant": lambda: self.grant, "lift": lambda: self.lift, "source": lambda: self.lift,
        }[name]()

    def target(self, row):
        """The path and query of a row."""
        path = re.sub(r"\{(\w+)\}", lambda found: quoted(self.value(found[1], row)), row.path)
        longitude, latitude = self.place
        query = {
            "GET /v1/trips/{trip}/events": f"?day={today()}", "GET /v1/trips/{trip}/events~page": "?count=10",
            "GET /v1/trips/{trip}/people": f"?place={latitude},{longitude}",
            "GET /v1/trips/{trip}/people~all": "?all=true", "GET /v1/stream": "?chats=all", "GET /v1/stream~trip": f"?trip={self.trip}",
            "GET /v1/stream~all": f"?trip={self.trip}&all=true", "DELETE /v1/lifts/{lift}/status": f"?trip={self.trip}"}
        return path + query.get(row.name, "")

    def body(self, row):
        """The body of a row; None where the route has none."""
        if row.method in ("GET", "DELETE"):
            return None
        made = BODIES.get(row.name, BODIES.get(row.route, lambda world: {}))
        return made(self)

    def prepare(self, row, person):
        """Makes what a row needs of the person who asks; what that person may not do is left out."""
        def attempt(one, method, target, value=None):
            one.status(method, target, value)
        if "loggedout" in row.words:
            self.server.open_call("POST", "/v1/login/end", {"refresh": person.refresh})
        elif "one" in row.words:
            person.delete(f"/v1/me/sessions/{self.session_of(person)}")
        elif "ended" in row.words:
            person.delete("/v1/me/sessions")
        elif "erased" in row.words:
            person.delete("/v1/me")
        elif "others" in row.words:
            self.bystander.delete("/v1/me/sessions")
        elif row.name == "DELETE /v1/me/sessions/{session}~own":
            self.own_session = self.session_of(person)
        elif row.name == "PUT /v1/friends/{user}~own":
            attempt(person, "POST", f"/v1/friends/{self.owner.id}", {})
        elif row.route == "PUT /v1/friends/{user}" or row.route == "DELETE /v1/friends/{user}":
            attempt(self.owner, "POST", f"/v1/friends/{person.id}", {})
        elif row.route == "DELETE /v1/blocks/{user}":
            attempt(person, "PUT", f"/v1/blocks/{self.owner.id}", {})
        elif row.name == "POST /v1/invitations/join~removed":
            attempt(self.host, "DELETE", f"/v1/trips/{self.trip}/members/{person.id}")
        elif row.route == "DELETE /v1/favourites/{source}":
            attempt(person, "PUT", f"/v1/favourites/{quoted(self.lift)}", {"kind": "lift"})
        elif row.route == "DELETE /v1/challenges/{challenge}/me":
            attempt(person, "PUT", f"/v1/challenges/{self.challenge}/me", {})
        elif row.route == "DELETE /v1/lifts/{lift}/status":
            attempt(self.host, "PUT", f"/v1/lifts/{quoted(self.lift)}/status", {"trip": self.trip, "state": "open"})
        elif row.route == "PUT /v1/chats/{chat}/read":
            self.chat(row.words)
        elif row.name == "POST /v1/events/{event}/progress~soon":
            attempt(self.guest, "PUT", f"/v1/events/{self.soon_event}/rsvp", {"answer": "yes"})
        elif row.route in STANDING and row.expected[self.role_of(person)] == 200:
            self.gather(person)

    def gather(self, *people):
        """Lets the owner and the guest come to the event, and shows their positions and those of other members to all."""
        for one in (self.owner, self.guest):
            one.put(f"/v1/events/{self.event}/rsvp", {"answer": "yes"})
        for one in {one.id: one for one in (self.owner, self.guest, *people)}.values():
            one.share(self.trip)
            one.stand(self.trip, self.place)

    def role_of(self, person):
        return "host" if person is self.host else next(role for role, known in self.known.items() if known is person)


BODIES = {
    "PATCH /v1/me": lambda world: {"name": "Another"},
    "POST /v1/trips": lambda world: {"name": "Own", "zone": "Europe/Paris", "areas": [], "from": stamp(time.time()),
                                     "until": stamp(time.time() + 86_400)},
    "PUT /v1/trips/chosen": lambda world: {"trip": world.trip},
    "PATCH /v1/trips/{trip}": lambda world: {"name": "Other name"},
    "PATCH /v1/trips/{trip}/members/{user}": lambda world: {"role": "host"},
    "POST /v1/trips/{trip}/invitations": lambda world: {"role": "traveller", "uses": 1, "expires": stamp(time.time() + 3600)},
    "POST /v1/invitations/preview": lambda world: {"secret": world.secret},
    "POST /v1/invitations/join": lambda world: {"secret": world.secret},
    "PUT /v1/favourites/{source}": lambda world: {"kind": "lift"},
    "PUT /v1/me/nearby": lambda world: {"metres": 500},
    "POST /v1/trips/{trip}/events": lambda world: {
        "name": "Lunch", "note": "", "start": stamp(time.time() + 600), "end": stamp(time.time() + 1200), "audience": "people",
        "people": [world.owner.id]},
    "POST /v1/trips/{trip}/events~trip": lambda world: {
        "name": "Lunch", "note": "", "start": stamp(time.time() + 600), "end": stamp(time.time() + 1200), "audience": "trip"},
    "POST /v1/trips/{trip}/suggest": lambda world: {"people": [world.owner.id], "time": stamp(tomorrow())},
    "PATCH /v1/events/{event}": lambda world: {"name": "Dinner"},
    "PUT /v1/events/{event}/rsvp": lambda world: {"answer": "maybe"},
    "POST /v1/events/{event}/progress": lambda world: {"progress": "arrived"},
    "POST /v1/chats": lambda world: {"trip": world.trip},
    "POST /v1/chats~event": lambda world: {"event": world.event},
    "POST /v1/chats~person": lambda world: {"person": world.owner.id},
    "POST /v1/chats/{chat}/messages": lambda world: {"id": f"{time.time_ns()}", "kind": "text", "body": "Hello"},
    "PUT /v1/chats/{chat}/read": lambda world: {"position": 1},
    "POST /v1/notices/read": lambda world: {"notices": [world.word()]},
    "PUT /v1/me/notices": lambda world: {"muted": ["rsvp"], "quiet": None, "zone": "Europe/Paris", "digestMinutes": None},
    "POST /v1/trips/{trip}/notices": lambda world: {"id": f"{time.time_ns()}", "word": "Snow"},
    "POST /v1/days": lambda world: {"bytes": 5, "sha256": hashlib.sha256(b"a day").hexdigest()},
    "POST /v1/days/{day}/links": lambda world: {"kind": "gpx"},
    "POST /v1/days/{day}/links~shared,recording": lambda world: {"kind": "recording"},
    "POST /v1/trips/{trip}/challenges": World.challenge_values,
    "PUT /v1/lifts/{lift}/status": lambda world: {"trip": world.trip, "state": "open"},
    "PUT /v1/lifts/{lift}/status~area": lambda world: {"area": world.areas[0], "state": "closed"},
    "PUT /v1/lifts/{lift}/status~foreign": lambda world: {"trip": world.foreign_trip, "state": "closed"},
    "POST /v1/trips/{trip}/me/location": lambda world: {"fixes": [
        {"longitude": world.place[0], "latitude": world.place[1], "time": stamp(time.time()), "accuracyMetres": 5}]},
    "POST /v1/grants": lambda world: {"trip": world.trip, "audience": "trip", "precision": "exact", "until": stamp(time.time() + 600)},
}
