"""A recorded day on the sample: fixes of an invented skier along lifts and runs, with the errors of a receiver."""

import datetime
import math
import random

# Lifts and runs in order; a number is a rest in minutes.
COURSE = (("lift", "Montsoleil"), ("run", "Grande Liaison"), ("run", "Les Mélèzes"), 12, ("lift", "Funiculaire du Village"),
          ("run", "Les Mélèzes"), ("run", "Liaison du Front"), ("lift", "Montsoleil"), ("run", "Le Plateau"), ("lift", "Marmottes"), 25,
          ("run", "Marmotte"), ("run", "Ruisseau"))
START = datetime.datetime(2026, 2, 1, 9, 5, tzinfo=datetime.timezone.utc)
SECONDS = 3  # between fixes
SPEEDS = {"gondola": 5.0, "chair_lift": 2.4, "funicular": 7.0, "run": 7.5, "walk": 0.9}  # metres a second
ERROR_METRES, ERROR_SECONDS = 2.5, 40  # standard deviation, and how long an error lasts
METRES_OF_DEGREE = 111_195


class Recorder:
    """The receiver: a fix every few seconds, with errors that change slowly."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.fixes, self.seconds, self.place, self.error = [], 0, None, [0.0, 0.0]

    def fix(self, place):
        """Records a place: longitude, latitude, elevation."""
        kept = math.exp(-SECONDS / ERROR_SECONDS)
        for axis in (0, 1):
            self.error[axis] = kept * self.error[axis] + math.sqrt(1 - kept * kept) * self.random.gauss(0, ERROR_METRES)
        longitude, latitude, elevation = place
        east = METRES_OF_DEGREE * math.cos(math.radians(latitude))
        moment = START + datetime.timedelta(seconds=self.seconds)
        self.fixes.append((latitude + self.error[1] / METRES_OF_DEGREE, longitude + self.error[0] / east, elevation, moment))
        self.seconds += SECONDS
        self.place = place

    def rest(self, minutes):
        """Stays where the skier is."""
        for _ in range(minutes * 60 // SECONDS):
            self.fix(self.place)

    def travel(self, line, speed, varies):
        """Moves along a line, at a speed that varies as that of a skier or not at all."""
        lengths = [metres(a, b) for a, b in zip(line, line[1:])]
        along, now = 0.0, speed
        while along < sum(lengths):
            self.fix(at(line, lengths, along))
            if varies:
                now = min(max(now + self.random.gauss(0, 0.6), 0.5 * speed), 1.5 * speed)
            along += now * SECONDS
        self.fix(line[-1])


def metres(a, b):
    """The distance between two near places."""
    east = math.cos(math.radians((a[1] + b[1]) / 2)) * (b[0] - a[0])
    return METRES_OF_DEGREE * math.hypot(east, b[1] - a[1])


def at(line, lengths, along):
    """The place so many metres along a line."""
    for start, end, length in zip(line, line[1:], lengths):
        if along <= length and length:
            return tuple(p + (q - p) * along / length for p, q in zip(start, end))
        along -= length
    return line[-1]


def whole(line, ground):
    """A line with the elevations that its feature leaves out."""
    return [tuple(point) if len(point) == 3 else (*point, ground(*point)) for point in line]


def gpx(runs, lifts, ground):
    """The day as a GPX file; `ground` is the elevation at a longitude and latitude."""
    lines = {("run", f["properties"]["name"]): ("run", f) for f in reversed(runs)
             if f["geometry"] and f["geometry"]["type"] == "LineString"}
    lines |= {("lift", f["properties"]["name"]): (f["properties"]["liftType"], f) for f in lifts if f["geometry"]}
    recorder = Recorder(20260201)
    for step in COURSE:
        if isinstance(step, int):
            recorder.rest(step)
            continue
        kind, feature = lines[step]
        line = whole(feature["geometry"]["coordinates"], ground)
        if recorder.place:
            recorder.travel([recorder.place, line[0]], SPEEDS["walk"], False)
        recorder.travel(line, SPEEDS[kind], kind == "run")
    points = "".join(
        f'<trkpt lat="{latitude:.6f}" lon="{longitude:.6f}"><ele>{elevation:.1f}</ele><time>{moment:%Y-%m-%dT%H:%M:%SZ}</time></trkpt>\n'
        for latitude, longitude, elevation, moment in recorder.fixes)
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="SkiRoute sample" '
            'xmlns="http://www.topografix.com/GPX/1/1">\n<trk><name>A day on the sample</name><trkseg>\n'
            f"{points}</trkseg></trk>\n</gpx>\n").encode()
