"""The list of what the sample hides and what a good reader makes of it, for people (README) and for tests."""

from . import odd, plan, spec
from .terrain import to_degrees


class _Book:
    def __init__(self, run_ways, lift_ways, points):
        self.by_key = {way.key: way for way in run_ways}
        self.by_key.update({f"lift {way.key}": way for way in lift_ways})
        self.by_key.update({spot.key: spot for spot in points})
        self.traps = []

    def ids(self, *keys):
        features = [f for key in keys for f in self._features(key)]
        return {"osm": [f.osm_id for f in features], "openskimap": [f.map_id for f in features]}

    def _features(self, key):
        """The feature of a key, or all parts of a run that is split."""
        found = self.by_key.get(key)
        return [found] if found else [f for k, f in self.by_key.items() if k.startswith(f"{key}.")]

    def add(self, trap, keys, expect, note, at=None, forms=("osm", "openskimap")):
        ids = self.ids(*keys)
        entry = {"trap": trap, "forms": list(forms), "ids": {form: ids[form] for form in forms},
                 "expect": expect, "note": note}
        if at:
            entry["at"] = list(to_degrees(*at))
        self.traps.append(entry)

    def add_odd(self, trap, number, expect, note):
        self.traps.append({"trap": trap, "forms": ["osm", "openskimap"], "expect": expect, "note": note,
                           "ids": {"osm": [f"way/{number}"], "openskimap": [odd.map_id(number)]}})


def book(net, run_ways, lift_ways, points):
    """Everything of traps.json."""
    b = _Book(run_ways, lift_ways, points)
    _meetings(b, net)
    _levels(b, net)
    _lifts(b, net)
    _shapes(b)
    _words(b)
    _odd(b)
    return {"version": 1, "name": spec.AREA_NAME, "attribution": spec.ATTRIBUTION, "license": "CC0-1.0",
            "traps": b.traps, "routes": _routes()}


def _crossing(net, one, two):
    (where, _, _), = plan.crossings(net.runs[one], net.runs[two])
    return where


def _meetings(b, net):
    for one, two in [("traversee", "liaison"), ("solaire", "couloir"), ("melezes", "bois"), ("plateau", "marmotte"), ("retour", "noire"),
                     ("fond", "est"), ("noir", "epicea"), ("brun", "lune"), ("cachee", "vnoir"), ("ouest", "solaire")]:
        places = plan.crossings(net.runs[one], net.runs[two])
        if len(places) == 1:
            b.add("crossing-without-vertex", [one, two], {"join": True},
                  "two runs cross in mid-run and share no vertex", places[0][0])
    for one, two, gap in [("terrier", "sifflet", 6), ("edelweiss", "ruisseau", 7), ("arete", "crouge", 9),
                          ("bretelle", "gentianes", 8), ("eclipse", "vent", 9), ("blanc", "brun", 9)]:
        b.add("ends-short-of-run", [one, two], {"join": True, "gapMetres": gap},
              "a run ends a few metres beside the middle of another", net.runs[one][-1])
    b.add("shared-vertex-in-mid-run", ["bois", "fond"], {"join": True},
          "a run ends at a vertex in the middle of another", net.runs["bois"][-1])
    b.add("starts-in-mid-run", ["vnoir", "perdu"], {"join": True},
          "a run leaves another at a vertex in its middle", net.runs["vnoir"][0])
    b.add("drawn-uphill", ["sifflet"], {"turned": True}, "a run drawn from its foot to its top")
    b.add("two-runs-under-one-lift", ["gentianes", "stade", "lift montsoleil"], {"joinLiftSpan": False},
          "two runs lie under the cables of a gondola: skiers neither board nor alight there")
    b.add("flat-traverse", ["chemin"], {"downhill": True, "maxMeanGradient": 0.02},
          "over a kilometre with less than 2 % of fall: pushing")
    b.add("connection", ["lien"], {"twoWay": True}, "a run that connects, nearly level: skied both ways")
    b.add("connection-two-way-tag", ["lien2"], {"twoWay": True}, "a connection with oneway=no")
    b.add("overlap-harder-counts", ["enfants", "pre"], {"difficulty": "easy"},
          "a green run is drawn beside a blue one, within 8 m for over 200 m: the harder grade counts there")


def _levels(b, net):
    b.add("bridge", ["est.2", "bois"], {"join": False}, "a run passes over another on a bridge",
          _crossing(net, "est", "bois"), ["osm"])
    b.add("tunnel", ["lune.2", "noir"], {"join": False}, "a run passes under another in a tunnel",
          _crossing(net, "lune", "noir"), ["osm"])
    for one, two in [("est.2", "bois"), ("lune.2", "noir")]:
        where = _crossing(net, one.split(".")[0], two)
        b.add("level-unknown", [one, two], {"join": True, "confidence": "lower"},
              "heights draped on the ground cannot show the bridge or tunnel", where, ["openskimap"])


def _lifts(b, net):
    for key, _, kind, _, _, foot, top, tags in spec.LIFTS:
        if foot and "construction:aerialway" not in tags:
            b.add("lift-touches-nothing", [f"lift {key}"],
                  {"footMetresToRun": foot, "topMetresToRun": top, "join": True},
                  "the ends of the lift lie beside the runs, not on them")
    b.add("lift-shares-vertex", ["lift marmottes", "marmotte"], {"join": True},
          "the one lift top that is a vertex of a run", net.lifts["marmottes"][1])
    b.add("lift-drawn-downhill", ["lift ours"], {"turned": True}, "a chair drawn from its top to its foot")
    b.add("mid-station", ["lift montsoleil", "station montsoleil mid"], {"boarding": True, "alighting": True},
          "a gondola with a station on its way", net.lifts["montsoleil"][3])
    b.add("under-construction", ["lift avenir"], {"used": False, "findable": True, "status": "construction"},
          "a lift that is being built is never ridden")
    b.add("goods-lift", ["lift service"], {"used": False}, "a goods lift carries no skiers", forms=["osm"])
    b.add("zip-line", ["lift tyrolienne"], {"used": False}, "a zip line carries no skiers", forms=["osm"])


def _shapes(b):
    b.add("area-needed-for-linking", ["front", "retour", "lift montsoleil"], {"area": True, "links": True},
          "four runs end on a snow field; the gondola starts at its other side")
    b.add("area-outlines-line", ["stade-area", "stade"], {"area": True, "samePiste": True},
          "an area that only draws the outline of a mapped line")
    b.add("area-with-hole", ["plateau-area"], {"area": True, "holes": 1}, "an area around a lake")
    b.add("closed-ring-without-area-tag", ["clairiere"], {"area": True}, "a closed ring that is an area")
    b.add("nordic-loop", ["nordic"], {"area": False, "downhill": False}, "a closed ring that is a loop, for nordic skis")


def _words(b):
    for key in ("petit", "blanc", "bretelle", "clairiere"):
        b.add("ungraded", [key], {"difficulty": None}, "no grade in the data")
    b.add("list-of-types", ["noire"], {"uses": ["downhill", "skitour"]}, "piste:type is a list")
    b.add("type-yes", ["passage"], {"kept": True}, "piste:type=yes says nothing", forms=["osm"])
    b.add("placeholder-name", ["bretelle"], {"name": None}, "\"Ski run\" is no name")
    b.add("disused", ["ancienne"], {"used": False}, "a run that is no longer one")
    b.add("sled", ["luge"], {"downhill": False}, "for sledges")
    b.add("hike", ["raquettes"], {"downhill": False}, "for walkers")
    b.add("junk-heights", ["pre", "gentianes"], {"sane": False},
          "heights of -8000 and -3.4e38 among sane ones", forms=["openskimap"])
    b.add("no-heights", ["vers"], {"heights": False}, "no vertex has a height", forms=["openskimap"])
    b.add("some-heights", ["milieu"], {"heights": "some"}, "every ninth vertex has no height", forms=["openskimap"])
    b.add("other-scripts", ["neige", "lift neige"], {"names": ["雪だるま", "Снегурочка"]}, "names in other scripts")
    b.add("blue-trap", ["perdu", "lift vallon", "lune.1", "eclipse", "cachee", "vent"],
          {"enter": "easy", "leave": "intermediate", "convention": "europe"},
          "the Vallon Perdu: a blue run leads in, its chair leads to red and black runs only, the pass back is red")


def _odd(b):
    b.add_odd("null-geometry", 9000000901, {"used": False}, "a feature without a place")
    b.add("duplicate", ["tete"], {"once": True}, "the same feature twice in one file")
    b.add_odd("impossible-coordinates", 9000000902, {"used": False}, "360, 360")
    b.add_odd("one-point-line", 9000000903, {"used": False}, "a line of one point")
    b.add_odd("unknown-keys", 9000000904, {"used": True}, "unknown keys, deep and odd")
    b.add_odd("empty-line", 9000000905, {"used": False}, "a line of no points")


def _routes():
    rows = [
        ("Montsoleil", "Crête", "red", True, "from town to the foot of the Crête chair"),
        ("Montsoleil", "Refuge du Grand Soleil", "red", True, "two lifts, then a steep walk of 45 m down to the hut"),
        ("Refuge du Grand Soleil", "Gare du Bas", "red", True, "from the highest place to the lowest"),
        ("Funiculaire du Village", "lift:Tête Noire", "blue", True, "from town to the far east, all on blue"),
        ("lift:Tête Noire@top", "Montsoleil", "blue", True, "home from the far east, the flat traverse included"),
        ("Marmottes@top", "Funiculaire du Village", "blue", True, "from the far west to the east of town"),
        ("Montsoleil", "Chalet du Vallon Perdu", "blue", True, "into the valley that has no blue way out"),
        ("Chalet du Vallon Perdu", "Montsoleil", "red", True, "and out of it on red"),
        ("Chalet du Vallon Perdu", "Montsoleil", "blue", False, "but not on blue; the least ceiling is red"),
        ("lift:Vallon Perdu", "Crête", "red", True, "over the pass by the Lune Rousse and its tunnel"),
    ]
    return [{"from": a, "to": z, "maxDifficulty": c, "exists": e, "note": n} for a, z, c, e, n in rows]


_HEAD = """# The sample mountain

**{name}** does not exist. Its mountain, town, runs, lifts and names were invented for SkiRoute; on the real
globe there is nothing but the water of the Bay of Biscay there (around 46.07° N, 4.92° W). Do not ski it.

`Tools/make-sample` makes every file here, the same bytes each time; `Tools/make-sample --check` compares.
Change the generator, never the files. All of it is our own making: CC0 1.0, "{attribution}".

| | |
| --- | --- |
| `openskimap/` | the mountain as the four OpenSkiMap downloads; elevations on most vertices |
| `osm/` | the same mountain as raw OSM tags, with `@id` and `@nodes`, 2D; the streets of the town |
| `elevation/terrarium/` | elevations as Terrarium PNG, zooms 10 to 13, to a sixteenth of a metre; 0 is the sea around |
| `elevation/SOURCE.json` | the source of the elevations and its terms, as [source.md](../Formats/source.md) says |
| `day.gpx` | a day that an invented skier recorded on it: fixes of 3 s with errors of 2.5 m |
| `traps.json` | the list below for programs, and pairs of places with a route between them, or none |

A feature has the same number in both forms: `sources` of the OpenSkiMap form names the OSM way. Two things no real
OpenSkiMap file has: huts among the spots (`spotType` `hut`), and the members `name`, `license` and `attribution`
beside `features`. The region's convention is the European one.

## What is hidden in it

| what | where (OSM id) | what should become of it |
| --- | --- | --- |
"""


def readme(content):
    """README.md of the sample."""
    text = _HEAD.format(**content)
    for trap in content["traps"]:
        ids = ", ".join(trap["ids"].get("osm") or trap["ids"]["openskimap"])
        only = "" if len(trap["forms"]) == 2 else f" ({trap['forms'][0]} form only)"
        expect = ", ".join(f"{k} {_say(v)}" for k, v in trap["expect"].items())
        text += f"| {trap['trap']}: {trap['note']}{only} | {ids} | {expect} |\n"
    text += "\n## Routes that exist, and one that does not\n\n| from | to | ceiling | exists | |\n| --- | --- | --- | --- | --- |\n"
    for route in content["routes"]:
        text += (f"| {route['from']} | {route['to']} | {route['maxDifficulty']} | "
                 f"{'yes' if route['exists'] else 'no'} | {route['note']} |\n")
    return text


def _say(value):
    return {True: "yes", False: "no", None: "none"}.get(value, value) if not isinstance(value, list) else " and ".join(value)
