"""Travellers of a trip for tests of the web map: their tokens, what they share and where they are."""

import base64
import datetime
import hashlib
import hmac
import json
import time
import urllib.request

SECRET = bytes(range(32))
TRIP = "trip-1"
KEYS = {"issuer": "https://trips.example", "audience": "skiroute", "keys": [
    {"kid": "test", "alg": "HS256", "k": base64.urlsafe_b64encode(SECRET).rstrip(b"=").decode()}]}


def _part(content):
    return base64.urlsafe_b64encode(content).rstrip(b"=")


def token(user):
    """A token of half an hour, for one trip."""
    now = int(time.time())
    claims = {"iss": KEYS["issuer"], "aud": KEYS["audience"], "sub": user, "exp": now + 1800,
              "trips": [{"id": TRIP, "role": "traveller", "until": now + 7200}]}
    head = {"alg": "HS256", "typ": "JWT", "kid": "test"}
    signed = b".".join(_part(json.dumps(part).encode()) for part in (head, claims))
    return (signed + b"." + _part(hmac.new(SECRET, signed, hashlib.sha256).digest())).decode()


def _ask(server, user, method, path, document=None):
    request = urllib.request.Request(
        f"{server}v1/{path}", method=method, data=None if document is None else json.dumps(document).encode(),
        headers={"Authorization": f"Bearer {token(user)}", "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or b"{}")


def _time(seconds):
    # With milliseconds: a fix before the grant of the same second would not be shared.
    at = datetime.datetime.fromtimestamp(time.time() + seconds, datetime.timezone.utc)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def share(server, user):
    """Shows a traveller's exact position to the trip."""
    return _ask(server, user, "POST", "grants", {
        "trip": TRIP, "audience": "trip", "precision": "exact", "until": _time(3600)})


def stand(server, user, place):
    """Reports where a traveller is: longitude, latitude; again until it is shared, as a new grant takes a second to hold."""
    for _ in range(50):
        (outcome,) = _ask(server, user, "POST", f"trips/{TRIP}/me/location", {"fixes": [
            {"longitude": place[0], "latitude": place[1], "time": _time(0), "accuracyMetres": 8}]})["outcomes"]
        if outcome["outcome"] == "stored":
            return
        time.sleep(0.2)
    raise AssertionError(f"the position of {user} is not shared: {outcome}")


def vanish(server, user):
    """Removes a traveller's position."""
    return _ask(server, user, "DELETE", f"trips/{TRIP}/me/location")
