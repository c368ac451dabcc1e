"""Recordings for tests of the web map: a route, as a phone would have recorded it, and the drop of a file on the page."""

import datetime
import json
import math
import urllib.parse
import urllib.request

START = datetime.datetime(2026, 2, 2, 9, tzinfo=datetime.timezone.utc)
PAUSE = 3  # seconds between fixes


def of_route(server, start, end):
    """A GPX of the fastest route, each step at its own pace."""
    query = urllib.parse.urlencode({"from": start, "to": end})
    with urllib.request.urlopen(f"{server}v1/route?{query}", timeout=30) as answer:
        steps = json.load(answer)["steps"]
    fixes = [fix for step in steps for fix in _fixes(step)]
    points = "".join(
        f'<trkpt lat="{latitude:.7f}" lon="{longitude:.7f}"><ele>{height:.1f}</ele>'
        f"<time>{START + datetime.timedelta(seconds=at * PAUSE):%Y-%m-%dT%H:%M:%SZ}</time></trkpt>"
        for at, (longitude, latitude, height) in enumerate(fixes))
    return ('<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">'
            f"<trk><trkseg>{points}</trkseg></trk></gpx>")


def _fixes(step):
    line = step["coordinates"]
    ends = [0.0]
    for one, next_one in zip(line, line[1:]):
        narrow = math.cos(math.radians(one[1]))
        ends.append(ends[-1] + math.hypot((next_one[0] - one[0]) * narrow, next_one[1] - one[1]))
    count = max(1, int(step["seconds"] // PAUSE))
    at = 0
    for number in range(count):
        along = ends[-1] * number / count
        while at < len(line) - 2 and ends[at + 1] < along:
            at += 1
        share = (along - ends[at]) / ((ends[at + 1] - ends[at]) or 1)
        yield [a + (b - a) * share for a, b in zip(line[at], line[at + 1])]


def drop(name, content):
    """A script that drops a file on the page."""
    return (f"const data = new DataTransfer(); data.items.add(new File([{json.dumps(content)}], {json.dumps(name)}));"
            "for (const kind of ['dragenter', 'dragover', 'drop'])"
            "dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));")
