"""The network as ways: split where a bridge or tunnel begins, turned where a mapper drew it backwards."""

import hashlib

from . import plan, spec
from .terrain import to_degrees

# Run above or below, kind of level, the run it crosses.
LEVELS = [("est", {"bridge": "yes", "layer": "1"}, "bois"), ("lune", {"tunnel": "yes", "layer": "-1"}, "noir")]
DRAWN_BACKWARDS = {"sifflet", "ours"}
HALF_LEVEL = 22.0  # metres of bridge or tunnel to each side of the crossing


class Way:
    """One feature of both forms: an OSM id, OSM tags, and lines in metres (rings of an area, else one line)."""

    def __init__(self, number, key, tags, lines, area=False, kind="run"):
        self.osm_id, self.key, self.tags = f"way/{number}", key, tags
        self.lines, self.area, self.kind = lines, area, kind
        self.map_id = hashlib.sha1(f"SkiRoute sample {self.osm_id}".encode()).hexdigest()

    def coordinates(self):
        """The lines in degrees."""
        return [[to_degrees(*place) for place in line] for line in self.lines]


def build(network, streets):
    """All ways by kind: runs, lifts, streets."""
    return _runs(network), _lifts(network), [
        Way(9000002000 + n, key, tags, [line], kind="street") for n, (key, tags, line) in enumerate(streets)]


def _run_tags(name, ref, grade, tags):
    result = {} if "disused:piste:type" in tags else {"piste:type": "downhill"}
    if grade:
        result["piste:difficulty"] = grade
    if name:
        result["name"] = name
    if ref:
        result["ref"] = ref
    if "piste:type" not in tags and "disused:piste:type" not in tags:
        result["piste:grooming"] = "classic"
    result.update(tags)
    return result


def _runs(network):
    result = []
    for n, (key, name, ref, grade, _, _, _, tags) in enumerate(spec.RUNS):
        line = network.runs[key]
        tags = _run_tags(name, ref, grade, tags)
        number = 9000000000 + 10 * (n + 1)
        level = next((item for item in LEVELS if item[0] == key), None)
        if key in DRAWN_BACKWARDS:
            line = line[::-1]
        if level:
            for part, (extra, piece) in enumerate(_split(line, network.runs[level[2]], level[1])):
                result.append(Way(number + part + 1, f"{key}.{part + 1}", {**tags, **extra}, [piece]))
        else:
            result.append(Way(number + 1, key, tags, [line]))
    areas = network.areas
    area = {"piste:type": "downhill", "area": "yes"}
    result += [
        Way(9000000801, "front", {**area, "piste:difficulty": "novice", "name": "Front de neige"}, areas["front"], True),
        Way(9000000802, "stade-area", {**area, "piste:difficulty": "intermediate"}, areas["stade"], True),
        Way(9000000803, "plateau-area", {**area, "piste:difficulty": "easy", "name": "Grand Plateau"},
            areas["plateau"], True),
        Way(9000000804, "clairiere", {"piste:type": "downhill", "name": "Clairière"}, areas["clairiere"]),
        Way(9000000805, "nordic", {"piste:type": "nordic", "piste:difficulty": "easy", "name": "Boucle de la Rivière",
                                   "piste:grooming": "classic+skating"}, areas["nordic"]),
    ]
    return result


def _split(line, other, tags):
    """Three pieces sharing their ends: before, over or under the other line, after."""
    places = plan.crossings(line, other)
    if len(places) != 1:
        raise ValueError(f"a bridge or tunnel needs one crossing, not {len(places)}")
    where, segment, _ = places[0]
    at = plan.length(line[:segment + 1] + [where])
    first, i = plan.along(line, at - HALF_LEVEL)
    last, j = plan.along(line, at + HALF_LEVEL)
    yield {}, line[:i + 1] + [first]
    yield tags, [first] + line[i + 1:j + 1] + [last]
    yield {}, [last] + line[j + 1:]


def _lifts(network):
    result = []
    for n, (key, name, kind, _, _, _, _, tags) in enumerate(spec.LIFTS):
        base = {"name": name}
        if kind == "funicular":
            base["railway"] = "funicular"
        elif "construction:aerialway" not in tags:
            base["aerialway"] = kind
        line = network.lifts[key]
        result.append(Way(9000001001 + n, key, {**base, **tags},
                          [line[::-1] if key in DRAWN_BACKWARDS else line], kind="lift"))
    a, b = network.lifts["soleil"]
    beside = [(a[0] + 60, a[1] + 25), (b[0] + 40, b[1] - 15)]
    result.append(Way(9000001101, "service", {"aerialway": "goods", "name": "Monte-charge du Refuge"}, [beside], kind="lift"))
    a = network.lifts["crete"][1]
    result.append(Way(9000001102, "tyrolienne", {"aerialway": "zip_line", "name": "Tyrolienne"},
                      [[(a[0] + 30, a[1] - 20), (a[0] + 420, a[1] - 700)]], kind="lift"))
    return result
