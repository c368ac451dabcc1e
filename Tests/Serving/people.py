"""Travellers of a trip for tests of the web map: what they share and where they are."""

import datetime
import time

from serving.process import TRIP, token


def _ask(server, user, method, path, document=None):
    status, answer = server.call(f"/v1/{path}", token(user), method, document)
    assert status < 300, (path, status, answer)
    return answer


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
