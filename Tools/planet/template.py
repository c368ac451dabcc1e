"""The sample mountain as text with holes: what differs from mountain to mountain is filled in later."""

import json
import operator
import re

from . import shapes

OPEN, CLOSE = "\ue000", "\ue001"
FILES = ("ski_areas", "runs", "lifts", "spots")
KINDS = ("point", "vertex", "height", "id", "source", "name", "grade", "convention", "place")


class Template:
    """One way of drawing the mountain. `features[file]` is a list of functions from a mountain's values to text."""

    def __init__(self, documents, flat, metres):
        self.flat = flat
        self.holes = {kind: {} for kind in KINDS}
        everything = [f for name in FILES for f in documents[name]]
        self.kept = shapes.shared_places(everything)
        self.metres = metres
        outline = shapes.thinned(documents["ski_areas"][0]["geometry"]["coordinates"][0], flat, 12)
        self.outline = {"type": "Polygon", "coordinates": [outline]}
        marked = {name: [self._feature(f) for f in documents[name]] for name in FILES}
        starts, count = {}, 0
        for kind in KINDS:
            starts[kind] = count
            count += len(self.holes[kind])
        self.features = {name: [_filler(f, starts) for f in marked[name]] for name in FILES}

    def _hole(self, kind, key):
        number = self.holes[kind].setdefault(key, len(self.holes[kind]))
        return f"{OPEN}{kind}:{number}{CLOSE}"

    def _feature(self, feature):
        """A feature with holes for all that varies; it and the features inside it are treated alike."""
        made = dict(feature, properties=self._properties(feature["properties"]))
        if feature["properties"]["type"] == "skiArea" and feature["geometry"]["type"] == "Point":
            made["geometry"] = self._geometry(self.outline)  # as OpenSkiMap has it, unlike the sample
        else:
            made["geometry"] = self._geometry(feature["geometry"])
        return made

    def _properties(self, properties):
        made = {}
        for key, value in properties.items():
            if key in ("id", "liftId"):
                value = self._hole("id", value)
            elif key == "name" and value is not None:
                value = self._hole("name", (properties["type"], value))
            elif key == "sources":
                value = [dict(s, id=self._hole("source", s["id"])) for s in value]
            elif key == "difficulty" and value is not None:
                value = self._hole("grade", (properties["id"], value))
            elif key in ("difficultyConvention", "runConvention"):
                value = self._hole("convention", None)
            elif key == "places":
                value = self._hole("place", None)
            elif key in ("skiAreas", "stations"):
                value = [self._feature(f) for f in value]
            elif key == "elevationProfile" and value is not None:
                value = dict(value, heights=[self._hole("height", h) for h in value["heights"]])
            made[key] = value
        return made

    def _geometry(self, geometry):
        if geometry is None:
            return None
        if geometry["type"] == "Point":
            return dict(geometry, coordinates=self._position(geometry["coordinates"]))
        lines = [[self._position(p) for p in shapes.thinned(line, self.flat, self.metres, self.kept)]
                 for line in shapes.lines_of(geometry)]
        return dict(geometry, coordinates=lines[0] if geometry["type"] == "LineString" else lines)

    def _position(self, position):
        if not self.flat.holds(position):
            return position
        kind = "vertex" if len(position) > 2 and isinstance(position[2], (int, float)) else "point"
        return self._hole(kind, tuple(position))


def _filler(feature, starts):
    """A function from all values of a mountain to the feature's text."""
    text = json.dumps(feature, ensure_ascii=False, separators=(",", ":")).replace("%", "%%")
    pattern = re.compile(f'"{OPEN}([a-z]+):([0-9]+){CLOSE}"')
    places = [starts[kind] + int(number) for kind, number in pattern.findall(text)]
    form = pattern.sub("%s", text)
    if not places:
        return lambda values: form % ()
    pick = operator.itemgetter(*places)
    return lambda values: form % pick(values)


def load(folder):
    """The features of the sample's four files."""
    return {name: json.loads((folder / f"{name}.geojson").read_text())["features"] for name in FILES}


def is_odd(feature):
    """Returns whether a feature of the sample is one of those that no builder should draw."""
    return "oneway" not in feature["properties"] and feature["properties"]["type"] == "run"
