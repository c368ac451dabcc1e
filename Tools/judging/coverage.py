"""Checks that all runs and lifts of a map are in its tiles of the highest zoom, complete and with their attributes."""

import collections
import csv
import json
import math

from shapely import STRtree
from shapely.geometry import LineString, MultiLineString, Point, box, shape

EXTENT = 4096
EQUATOR_METRES = 40_075_016.686
LAYERS = {"run": "runs", "lift": "lifts"}
GRADES = ["novice", "easy", "intermediate", "advanced", "expert", "freeride", "extreme"]
# A line drawn in whole steps is a little longer or shorter than it was, and so is one without the vertices that
# matter least; a map measures on the ellipsoid, a tile on the sphere.
LENGTH_SHARE, LENGTH_METRES = 0.015, 6
# The tolerance between a place and a line through it: a step for rounding, one for simplifying, one for the corner.
STRAY_STEPS = 3


class Feature:
    """The row of a run or lift in a map's tables."""

    def __init__(self):
        self.links, self.nodes, self.names, self.grades, self.lifts = {}, set(), set(), set(), set()

    def ground_metres(self, layer):
        """The least and the greatest length its line can have on a map: tables tell it along the slope, with the climbs.

        A lift's edges are rides from station to station, the longest is the whole.
        """
        links = [max(self.links.values())] if layer == "lifts" else self.links.values()
        return (sum(max(0, slope - climb) for slope, climb in links),
                sum(math.sqrt(max(0, slope * slope - climb * climb)) for slope, climb in links))


def read_tables(folder):
    """{(layer, source id): Feature} and [(longitude, latitude)] of `skiroute export`'s tables."""
    with open(folder / "nodes.csv", newline="", encoding="utf-8") as file:
        nodes = [(float(row["lon"]), float(row["lat"])) for row in csv.DictReader(file)]
    features = collections.defaultdict(Feature)
    with open(folder / "edges.csv", newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["kind"] not in LAYERS or not row["source_id"]:
                continue
            feature = features[LAYERS[row["kind"]], row["source_id"]]
            start, end, metres = int(row["from"]), int(row["to"]), float(row["length_m"])
            # A link that may be travelled both ways is two edges of one length.
            climb = float(row["ascent_m"] or 0) + float(row["descent_m"] or 0)
            feature.links[min(start, end), max(start, end), round(metres, 1)] = metres, climb
            feature.nodes |= {start, end}
            feature.names.add(row["name"])
            feature.grades.add(row["difficulty"])
            feature.lifts.add(row["lift_type"])
    return dict(features), nodes


class Drawn:
    """The lines of a layer's features at one zoom, put together from all tiles, in steps from the world's corner."""

    def __init__(self, zoom):
        self.zoom = zoom
        self.side = EXTENT << zoom
        self.inside = collections.defaultdict(list)  # within each tile's own square: nothing twice
        self.whole = collections.defaultdict(list)
        self.properties = collections.defaultdict(dict)
        self.faults = []

    def add(self, place, layers):
        _, column, row = place
        square = box(0, 0, EXTENT, EXTENT)
        for layer in LAYERS.values():
            for feature in layers.get(layer, {"features": []})["features"]:
                key = layer, feature["properties"].get("id")
                self._describe(key, feature["properties"], place)
                lines = shape(feature["geometry"])
                parts = list(getattr(lines, "geoms", [lines]))
                corner = column * EXTENT, row * EXTENT
                self.whole[key] += [moved(part, corner) for part in parts]
                for part in parts:
                    cut = part.intersection(square)
                    pieces = [piece for piece in getattr(cut, "geoms", [cut]) if piece.geom_type == "LineString"]
                    self.inside[key] += [moved(piece, corner) for piece in pieces if piece.length > 0]

    def _describe(self, key, properties, place):
        known = self.properties.setdefault(key, properties)
        if known != properties:
            self.faults.append(f"{key[0]} {key[1]} is described in tile {place} otherwise than in another")

    def steps(self, longitude, latitude):
        share = (1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2
        return (longitude + 180) / 360 * self.side, share * self.side

    def latitude(self, y):
        return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * y / self.side))))

    def metres(self, key):
        """The length within the tiles; where a line goes along an edge two tiles have it, and it counts once."""
        pieces = {tuple(sorted([piece.coords[0], piece.coords[-1]])) + (round(piece.length, 3),): piece
                  for piece in self.inside[key]}
        return sum(piece.length * EQUATOR_METRES / self.side * math.cos(math.radians(self.latitude(piece.centroid.y)))
                   for piece in pieces.values())

    def strays(self, key, places):
        """The places that don't lie on a feature's line, as (place, steps off)."""
        tree = STRtree(self.whole[key])
        for place in places:
            point = Point(self.steps(*place))
            steps = point.distance(tree.geometries[tree.nearest(point)])
            if steps > STRAY_STEPS:
                yield place, steps


def moved(line, corner):
    return LineString([(x + corner[0], y + corner[1]) for x, y in line.coords])


def check_map(drawn, features, nodes):
    """Faults of tiles beside a map's tables."""
    yield from drawn.faults
    for key, feature in sorted(features.items()):
        if key not in drawn.whole:
            yield f"{key[0]} {key[1]} is in no tile of zoom {drawn.zoom}"
            continue
        yield from describe_faults(key, feature, drawn.properties[key])
        (least, greatest), found = feature.ground_metres(key[0]), drawn.metres(key)
        said = drawn.properties[key].get("length")
        if said is not None:
            least, greatest = max(least, said - 1), min(greatest, said + 1)
        slack = LENGTH_METRES + LENGTH_SHARE * greatest
        if not least - slack <= found <= greatest + slack:
            yield f"{key[0]} {key[1]} is {found:.0f} m long in the tiles, {least:.0f} to {greatest:.0f} m on the map"
        for place, steps in drawn.strays(key, [nodes[node] for node in sorted(feature.nodes)]):
            yield f"{key[0]} {key[1]} passes {steps:.0f} steps beside its end or meeting at {place}"


def describe_faults(key, feature, properties):
    grade = properties.get("difficulty", properties.get("estimatedDifficulty", ""))
    for name, found, expected in (("name", properties.get("name", ""), feature.names),
                                  ("liftType", properties.get("liftType", ""), feature.lifts),
                                  ("difficulty", grade, feature.grades)):
        # The map counts the harder grade of overlapping runs; tiles show each run's own.
        is_eased = name == "difficulty" and found in GRADES and all(
            other in GRADES[GRADES.index(found):] for other in expected)
        if found not in expected and not is_eased:
            yield f"{key[0]} {key[1]} has {name} {found!r} in the tiles, {sorted(expected)} on the map"


def check_bounds(drawn, bounds):
    """Faults of an archive's bounds: all that is drawn lies within, and no side is farther away than a tile."""
    lines = [line for key in drawn.inside for line in drawn.inside[key]]
    if not lines:
        return
    west, north, east, south = MultiLineString(lines).bounds
    left, top = drawn.steps(bounds[0], bounds[3])
    right, bottom = drawn.steps(bounds[2], bounds[1])
    for name, gap in (("west", west - left), ("north", north - top), ("east", right - east), ("south", bottom - south)):
        if gap < -2 or gap > EXTENT:
            yield f"bounds end {gap:.0f} steps {name} of what is drawn"


def read_source(paths):
    """{(layer, id): [(longitude, latitude)]} of the lines of GeoJSON, OpenSkiMap's or OpenStreetMap's."""
    found = collections.defaultdict(list)
    for path in paths:
        for feature in json.loads(path.read_text(encoding="utf-8"))["features"]:
            key, geometry = source_key(feature), feature.get("geometry") or {}
            lines = {"LineString": lambda c: [c], "MultiLineString": list}.get(geometry.get("type"), lambda c: [])
            if key:
                found[key] += [tuple(place[:2]) for line in lines(geometry.get("coordinates")) for place in line]
    return found


def source_key(feature):
    """The layer and id of a run or lift, else None."""
    tags = feature.get("properties") or {}
    if "piste:type" in tags or "aerialway" in tags or "railway" in tags:
        return "runs" if "piste:type" in tags else "lifts", str(tags.get("@id") or feature.get("id"))
    return (LAYERS[tags["type"]], str(tags.get("id"))) if tags.get("type") in LAYERS else None


def check_source(drawn, source, known):
    """Faults of tiles beside the data the map was built from: lines of features the map has, vertex by vertex."""
    for key, places in source.items():
        if key in known and key in drawn.whole:
            strays = list(drawn.strays(key, places))
            if strays:
                place, steps = max(strays, key=lambda stray: stray[1])
                yield f"{key[0]} {key[1]}: {len(strays)} of {len(places)} vertices off its line, one by {steps:.0f} steps at {place}"
