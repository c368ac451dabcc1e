"""The runs, lifts and streets of an area as its GeoJSON files state them, in a plane of metres, with elevations where there are any.

Nothing here comes from the engine: what it reads and how it decides is written again from the formats alone.
"""

import array
import csv
import gzip
import io
import json
import math
import pathlib
import sys

LIFECYCLES = {"disused", "abandoned", "construction", "proposed", "planned", "razed", "demolished"}
NOT_RIDDEN = {"goods", "zip_line", "station", "pylon"}
GRADES = ("novice", "easy", "intermediate", "advanced", "expert")
OFF_SCALE = ("freeride", "extreme")
NEARBY_METRES = 25
VOID = -32768


class Plane:
    """Metres east and north of a place, on a plane that touches the Earth there; good over the width of a ski area."""

    def __init__(self, longitude, latitude):
        radians = math.radians(latitude)
        self.longitude, self.latitude = longitude, latitude
        self.east = 111412.84 * math.cos(radians) - 93.5 * math.cos(3 * radians)
        self.north = 111132.92 - 559.82 * math.cos(2 * radians)

    def place(self, coordinate):
        return (coordinate[0] - self.longitude) * self.east, (coordinate[1] - self.latitude) * self.north


class Feature:
    """A run, lift or street: its lines and polygons in metres, elevations beside the vertices of its lines, and its tags."""

    def __init__(self, kind, identifier, tags):
        self.kind, self.id, self.tags = kind, identifier, tags
        self.lines, self.elevations, self.polygons = [], [], []

    def tag(self, *keys):
        return next((self.tags[key] for key in keys if self.tags.get(key) not in (None, "")), None)

    @property
    def names(self):
        return [str(self.tags[key]) for key in ("name", "piste:name") if self.tags.get(key)]

    @property
    def lift_kind(self):
        kind = str(self.tag("liftType", "aerialway", "railway") or "unknown")
        return "drag_lift" if kind == "drag lift" else kind

    @property
    def uses(self):
        uses = self.tag("uses", "piste:type")
        return set(uses) if isinstance(uses, list) else set(str(uses).split(";")) if uses else set()

    @property
    def grade(self):
        """The easiest grade that is stated; None where none is."""
        words = [word.strip() for word in str(self.tag("difficulty", "piste:difficulty") or "").split(";")]
        known = [word for word in GRADES + OFF_SCALE if word in words]
        return known[0] if known else None

    @property
    def oneway(self):
        """+1 as drawn, -1 against it, 0 both ways, None where nothing is stated."""
        keys = ("piste:oneway", "oneway") if self.kind == "run" else ("oneway",)
        value = self.tag(*keys)
        if value in (True, "yes", "true", "1"):
            return 1
        if value in ("-1", "reverse"):
            return -1
        return 0 if value in (False, "no", "false", "0", "reversible") else None

    @property
    def is_in_use(self):
        if self.tags.get("status") not in (None, "operating") or self.kind == "lift" and self.lift_kind in NOT_RIDDEN:
            return False
        return not any(part in LIFECYCLES and value not in (False, None, "no")
                       for key, value in self.tags.items() for part in key.split(":"))

    def drop(self, index):
        """Metres that a line falls as drawn; None where an end has no elevation."""
        first, last = self.elevations[index][0], self.elevations[index][-1]
        return None if first is None or last is None else first - last


def length(line):
    return sum(math.dist(a, b) for a, b in zip(line, line[1:]))


def off_segment(point, a, b):
    """Metres between a point and a segment, and how far along the segment its foot lies, 0 to 1."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = 0 if square == 0 else max(0, min(1, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square))
    return math.hypot(a[0] + share * dx - point[0], a[1] + share * dy - point[1]), share


def is_inside(point, rings):
    """Indicates whether an odd number of sides of the rings lies to the east of a point."""
    x, y = point
    sides = ((a, b) for ring in rings for a, b in zip(ring, ring[1:]))
    return sum((a[1] > y) != (b[1] > y) and x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0] for a, b in sides) % 2 == 1


class Elevations:
    """Elevations beside the files: SRTM .hgt by bilinear interpolation, and points of tables with lat, lon, elevation."""

    def __init__(self, paths):
        self.tiles, self.points = {}, {}
        for path in map(pathlib.Path, paths):
            for file in sorted(path.rglob("*.hgt")) if path.is_dir() else [path]:
                self._read_tile(file) if file.suffix == ".hgt" else self._read_points(file)

    def _read_tile(self, path):
        samples = array.array("h", path.read_bytes())
        if sys.byteorder == "little":
            samples.byteswap()
        name = path.stem.upper()
        south, west = int(name[1:3]) * (1 if name[0] == "N" else -1), int(name[4:7]) * (1 if name[3] == "E" else -1)
        self.tiles[south, west] = math.isqrt(len(samples)), samples

    def _read_points(self, path):
        data = path.read_bytes()
        text = gzip.decompress(data) if path.suffix == ".gz" else data
        for row in csv.DictReader(io.StringIO(text.decode())):
            if row.get("elevation") not in (None, "", "nan"):
                place = float(row["lon"]), float(row["lat"])
                self.points.setdefault(self._cell(place), []).append((*place, float(row["elevation"])))

    @staticmethod
    def _cell(place):
        return math.floor(place[0] * 2000), math.floor(place[1] * 2000)

    def at(self, coordinate):
        """Metres above sea level; None where nothing is known."""
        if len(coordinate) > 2 and -500 < coordinate[2] < 9000:
            return coordinate[2]
        found = self._near(coordinate)
        return self._sampled(coordinate) if found is None else found

    def _near(self, coordinate):
        column, row = self._cell(coordinate)
        best = NEARBY_METRES, None
        for cell in ((column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            for x, y, elevation in self.points.get(cell, ()):
                off = 111320 * math.hypot((x - coordinate[0]) * math.cos(math.radians(y)), y - coordinate[1])
                best = min(best, (off, elevation), key=lambda found: found[0])
        return best[1]

    def _sampled(self, coordinate):
        south, west = math.floor(coordinate[1]), math.floor(coordinate[0])
        if (south, west) not in self.tiles:
            return None
        side, samples = self.tiles[south, west]
        x, y = (coordinate[0] - west) * (side - 1), (south + 1 - coordinate[1]) * (side - 1)
        column, row = min(int(x), side - 2), min(int(y), side - 2)
        around = [samples[(row + j) * side + column + i] for j in (0, 1) for i in (0, 1)]
        if VOID in around:
            return None
        a, b = x - column, y - row
        return (around[0] * (1 - a) + around[1] * a) * (1 - b) + (around[2] * (1 - a) + around[3] * a) * b


class Area:
    """All features of some files by kind and id; parts with one id are one feature."""

    def __init__(self, runs=(), lifts=(), streets=(), elevations=()):
        self.elevations = Elevations(elevations)
        raw = [(kind, feature) for kind, paths in (("run", runs), ("lift", lifts), ("street", streets))
               for path in paths for feature in _features(path)]
        # The middle of runs and lifts: streets may be those of a whole country.
        places = [place for kind, feature in raw if kind != "street" for part in _parts(feature) for place in part[1][0]]
        if not places:
            raise ValueError("there is no run and no lift in these files")
        self.plane = Plane(*(sum(place[axis] for place in places) / len(places) for axis in (0, 1)))
        self.features = {"run": {}, "lift": {}, "street": {}}
        for kind, feature in raw:
            self._add(kind, feature)
        self.stations = [(line[end], feature) for feature in self.features["lift"].values() for line in feature.lines for end in (0, -1)]

    def _add(self, kind, raw):
        tags = raw.get("properties") or {}
        identifier = next((value for value in (tags.get("@id"), tags.get("id"), raw.get("id")) if value is not None), None)
        if identifier is None:
            return
        feature = self.features[kind].setdefault(str(identifier), Feature(kind, str(identifier), tags))
        for is_polygon, rings in _parts(raw):
            placed = [[self.plane.place(place) for place in ring] for ring in rings]
            is_closed = len(rings[0]) > 3 and tuple(rings[0][0][:2]) == tuple(rings[0][-1][:2])
            if is_polygon or (kind == "run" and is_closed):
                feature.polygons.append(placed)
            if not is_polygon:
                feature.lines.append(placed[0])
                feature.elevations.append([self.elevations.at(place) for place in rings[0]] if kind != "street" else [])

    def is_at_station(self, point, metres):
        return any(math.dist(point, place) <= metres for place, _ in self.stations)

    def has_run_near(self, point, metres):
        """Indicates whether a run in use lies so near a point."""
        for run in self.features["run"].values():
            lines = run.lines + [ring for rings in run.polygons for ring in rings]
            if run.is_in_use and any(off_segment(point, a, b)[0] <= metres for line in lines for a, b in zip(line, line[1:])):
                return True
        return False


def _features(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    try:
        return json.loads(text).get("features", [])
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def _parts(feature):
    """(is it a polygon, its rings or the one line) of each part of a geometry."""
    geometry = feature.get("geometry") or {}
    kind, coordinates = geometry.get("type"), geometry.get("coordinates") or []
    if kind == "LineString":
        return [(False, [coordinates])] if len(coordinates) > 1 else []
    if kind == "MultiLineString":
        return [(False, [line]) for line in coordinates if len(line) > 1]
    if kind == "Polygon":
        return [(True, coordinates)] if coordinates else []
    return [(True, rings) for rings in coordinates if rings] if kind == "MultiPolygon" else []
