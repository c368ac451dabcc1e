"""The trip services of a running server, as people use them: logging in, trips, and requests as one of them."""

import contextlib
import datetime
import hashlib
import http.client
import json
import pathlib
import tempfile
import time
import urllib.parse

from .load import stamp
from .process import Server

DAY = 86_400


class Refused(AssertionError):
    """An answer with another status than expected."""


class TripServer(Server):
    """A server with the trip services over a store, and the login for development."""

    def __init__(self, store, *arguments, trips=None, development=True, **options):
        self.configuration = tempfile.TemporaryDirectory(prefix="skiroute-trips-")
        words = ["--store", store.option, *arguments]
        if development:
            words.append("--development-login")
        if trips is not None:
            path = pathlib.Path(self.configuration.name) / "trips.json"
            path.write_text(json.dumps(trips))
            path.chmod(0o600)
            words += ["--trips", path]
        super().__init__(*words, signing="a", **options)

    def __exit__(self, *_):
        super().__exit__()
        self.configuration.cleanup()

    def open_call(self, method, target, value=None, expected=(200, 201, 202, 204)):
        """The document of a request without a token."""
        status, document = self.call(target, None, method, value)
        if status not in expected:
            raise Refused(f"{method} {target}: {status} {document}")
        return document

    def log_in(self, name):
        """The person with a name, who exists from the first time on."""
        return Person(self, self.open_call("POST", "/v1/login/development", {"name": name}))


class Person:
    """A person who is logged in."""

    def __init__(self, server, tokens):
        self.server, self.tokens = server, tokens
        self.id, self.access, self.refresh = tokens["user"], tokens["access"], tokens["refresh"]

    def status(self, method, target, value=None):
        """The status of a request."""
        return self.server.call(target, self.access, method, value)[0]

    def ask(self, method, target, value=None, expected=(200, 201, 202, 204)):
        """The document of a request, which must succeed, or have an expected status."""
        status, document = self.server.call(target, self.access, method, value)
        if status not in expected:
            raise Refused(f"{method} {target}: {status} {document}")
        return document

    def get(self, target):
        return self.ask("GET", target)

    def post(self, target, value=None):
        return self.ask("POST", target, {} if value is None else value)

    def put(self, target, value=None):
        return self.ask("PUT", target, {} if value is None else value)

    def patch(self, target, value):
        return self.ask("PATCH", target, value)

    def delete(self, target):
        return self.ask("DELETE", target)

    def move(self, server):
        """The same person at another process of the server, over the same store."""
        return Person(server, self.tokens)

    # Trips

    def create_trip(self, name="Week", days_before=2, days_after=7, **values):
        """A trip that this person hosts, with some days before and after now."""
        now = time.time()
        return self.post("/v1/trips", {"name": name, "zone": "Europe/Paris", "areas": [], "from": stamp(now - days_before * DAY),
                                       "until": stamp(now + days_after * DAY), **values})

    def invite(self, trip, uses=100, role="traveller"):
        """The secret of an invitation."""
        return self.post(f"/v1/trips/{trip}/invitations",
                         {"role": role, "uses": uses, "expires": stamp(time.time() + DAY)})["secret"]

    def join(self, secret):
        return self.post("/v1/invitations/join", {"secret": secret})

    def share(self, trip, **values):
        """Shows this person's exact position to the trip."""
        return self.post("/v1/grants", {"trip": trip, "audience": "trip", "precision": "exact", "until": stamp(time.time() + 3600),
                                        "onlyInsideSkiArea": False, **values})

    def stand(self, trip, place):
        """Reports a position (longitude, latitude) until it is stored: a new grant takes a moment to hold."""
        def is_stored():
            fix = {"longitude": place[0], "latitude": place[1], "time": stamp(time.time()), "accuracyMetres": 5}
            outcome = self.post(f"/v1/trips/{trip}/me/location", {"fixes": [fix]})["outcomes"][0]["outcome"]
            return outcome in ("stored", "unchanged")
        until(is_stored, "a position is stored")

    def create_event(self, trip, start=None, **values):
        """An event of an hour, which begins in two hours unless told otherwise; for the whole trip unless told otherwise."""
        start = start or time.time() + 7200
        return self.post(f"/v1/trips/{trip}/events", {
            "name": "Meeting", "note": "", "start": stamp(start), "end": stamp(start + 3600), "audience": "trip", **values})

    def chat(self, **subject):
        """The chat of a trip, an event or with a person."""
        return self.post("/v1/chats", subject)

    def say(self, chat, text, name=None, kind="text"):
        """Sends a message; its identifier is the client's."""
        return self.post(f"/v1/chats/{chat}/messages", {"id": name or f"{time.time_ns()}", "kind": kind, "body": text})

    def messages(self, chat):
        """All messages of a chat in their order, by pages from the end."""
        found, before = [], None
        while True:
            query = "count=100" + (f"&before={before}" if before is not None else "")
            page = self.get(f"/v1/chats/{chat}/messages?{query}")["messages"]
            if not page:
                return found
            page = sorted(page, key=lambda message: message["position"])
            found, before = page + found, page[0]["position"]
            if before <= 1:
                return found

    def notices(self):
        """All notices, the latest first."""
        found, before = [], None
        while True:
            page = self.get("/v1/notices?count=100" + (f"&before={quoted(before)}" if before else ""))
            found, before = found + page["notices"], page.get("next")
            if not before:
                return found

    # Recorded days

    def upload(self, recording):
        """Uploads the bytes of a recording; the day."""
        permission = self.post("/v1/days", {"bytes": len(recording), "sha256": hashlib.sha256(recording).hexdigest()})
        status, _, body = self.server.ask(permission["upload"], "PUT", recording, {"Content-Type": "application/octet-stream"})
        if status != 202:
            raise Refused(f"PUT {permission['upload']}: {status} {body[:300]}")
        return json.loads(body)["day"]

    def matched(self, day, seconds=60):
        """The day when it is matched."""
        found = until(lambda: next(iter([one for one in [self.get(f"/v1/days/{day}")] if one["state"] != "waiting"]), None),
                      "a day is matched", seconds)
        if found["state"] != "matched":
            raise AssertionError(f"a day is not matched: {found}")
        return found

    def file(self, day, kind):
        """The link to a file of a day, and its content."""
        link = self.post(f"/v1/days/{day}/links", {"kind": kind})["link"]
        status, _, body = self.server.ask(link)
        if status != 200:
            raise Refused(f"GET {link}: {status}")
        return link, body


def quoted(text):
    """A text as one part of a path or a value of a query."""
    return urllib.parse.quote(str(text), safe="")


def until(found, what, seconds=15, pause=0.05):
    """The first true value of a function; it must come within some seconds."""
    end = time.monotonic() + seconds
    while True:
        if value := found():
            return value
        if time.monotonic() > end:
            raise AssertionError(f"never came: {what}")
        time.sleep(pause)


def members(document):
    """The names of an object's members that have a value."""
    return {name for name, value in document.items() if value is not None}


def lifts(server):
    """The lifts of the map with a name and a place."""
    return [lift for lift in json.loads(server.ask("/v1/lifts")[2])["lifts"] if lift["name"] and lift["place"]]


def tomorrow():
    """Ten o'clock UTC of the next day, when lifts run whatever the time is now."""
    day = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
    return day.replace(hour=10, minute=0, second=0, microsecond=0).timestamp()


def today(zone_hours=1):
    """The date in a zone, some hours from UTC."""
    return f"{datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=zone_hours):%Y-%m-%d}"


@contextlib.contextmanager
def running(kind, *arguments, **options):
    """A server over a new store of a kind; both."""
    store = kind()
    try:
        with TripServer(store, *arguments, **options) as server:
            yield server, store
    finally:
        store.close()


def kept(server, address="127.0.0.1"):
    """A connection that is kept for many requests."""
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(address, 0))
