"""Recordings: routes, as a phone would have recorded them, step by step at their own pace."""

import datetime
import json
import math
import urllib.parse
import urllib.request

START = datetime.datetime(2026, 2, 2, 9, tzinfo=datetime.timezone.utc)
PAUSE = 3  # seconds between fixes


def of_route(server, start, end, began=START):
    """A GPX of the fastest route, each step at its own pace."""
    return gpx(fixes(server, start, end, PAUSE), began, PAUSE)


def gpx(found, began, pause):
    """A GPX of fixes (longitude, latitude, height) with a pause in seconds between them."""
    points = "".join(
        f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}"><ele>{height:.1f}</ele>'
        f"<time>{began + datetime.timedelta(seconds=at * pause):%Y-%m-%dT%H:%M:%SZ}</time></trkpt>"
        for at, (longitude, latitude, height) in enumerate(found))
    return ('<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">'
            f"<trk><trkseg>{points}</trkseg></trk></gpx>")


def fixes(server, start, end, pause):
    """The fixes along the fastest route between two places of the map that a server has."""
    query = urllib.parse.urlencode({"from": start, "to": end})
    with urllib.request.urlopen(f"{server}v1/route?{query}", timeout=30) as answer:
        steps = json.load(answer)["steps"]
    return [fix for step in steps for fix in _fixes(step, pause)]


def _fixes(step, pause):
    line = step["coordinates"]
    ends = [0.0]
    for one, next_one in zip(line, line[1:]):
        narrow = math.cos(math.radians(one[1]))
        ends.append(ends[-1] + math.hypot((next_one[0] - one[0]) * narrow, next_one[1] - one[1]))
    count = max(1, int(step["seconds"] // pause))
    at = 0
    for number in range(count):
        along = ends[-1] * number / count
        while at < len(line) - 2 and ends[at + 1] < along:
            at += 1
        share = (along - ends[at]) / ((ends[at + 1] - ends[at]) or 1)
        yield [a + (b - a) * share for a, b in zip(line[at], line[at + 1])]
