"""The two forms of the one mountain: raw OSM GeoJSON, and the four OpenSkiMap downloads."""

import json

from . import plan, spec
from .terrain import to_degrees, to_metres

STATUS_KEYS = ["proposed", "planned", "construction", "disused", "abandoned", "razed"]
AREA_ID = "5ca1ab1e0000000000000000000000000000501e"
JUNK_HEIGHTS = {"pre": -8000.0, "gentianes": -3.4028234663852886e38}


class Nodes:
    """Ids for places: two ways share a node where they share a place to the last decimal."""

    def __init__(self):
        self.ids = {}

    def at(self, place):
        """The node id of a place in degrees."""
        return self.ids.setdefault(place, 9100000001 + len(self.ids))


def collection(features):
    """A FeatureCollection with one feature a line."""
    head = {"type": "FeatureCollection", "name": spec.AREA_NAME, "license": "CC0-1.0", "attribution": spec.ATTRIBUTION}
    text = json.dumps(head, ensure_ascii=False, separators=(",", ":"))[:-1]
    lines = ",\n".join(json.dumps(f, ensure_ascii=False, separators=(",", ":")) for f in features)
    return f'{text},"features":[\n{lines}\n]}}\n'.encode()


def osm_feature(way, nodes):
    """A way as OSM tags with its node ids."""
    lines = way.coordinates()
    ids = [[nodes.at(place) for place in line] for line in lines]
    properties = {**way.tags, "@id": way.osm_id, "@nodes": ids[0] if len(ids) == 1 else ids}
    geometry = {"type": "Polygon" if way.area else "LineString", "coordinates": lines if way.area else lines[0]}
    return {"type": "Feature", "id": way.osm_id, "properties": properties, "geometry": geometry}


def osm_spot(spot):
    """A spot as OSM tags."""
    return {"type": "Feature", "id": spot.osm_id, "properties": {**spot.tags, "@id": spot.osm_id},
            "geometry": {"type": "Point", "coordinates": list(to_degrees(*spot.place))}}


class MapForm:
    """Features as OpenSkiMap writes them, with heights from the terrain on every vertex."""

    def __init__(self, terrain):
        self.terrain = terrain
        self.area = None

    def height(self, lon, lat):
        """The height of a place in degrees, to a tenth of a metre."""
        return round(self.terrain.height(*to_metres(lon, lat)), 1)

    def _raised(self, line, key):
        result = [[lon, lat, self.height(lon, lat)] for lon, lat in line]
        if key in JUNK_HEIGHTS:
            for point in result[4:7]:
                point[2] = JUNK_HEIGHTS[key]
        if key == "vers":
            return [point[:2] for point in result]
        if key == "milieu":
            return [point if n % 9 else point[:2] for n, point in enumerate(result)]
        return result

    def _common(self, way):
        return {"sources": [{"type": "openstreetmap", "id": way.osm_id}], "websites": [], "wikidataID": None,
                "places": [], "id": way.map_id}

    def run(self, way):
        """A run; a polygon has no profile."""
        tags = way.tags
        status, kind = _status(tags, "piste:type")
        closed = way.lines[0][0] == way.lines[0][-1]
        oneway = {"yes": True, "no": False}.get(tags.get("oneway"))
        if oneway is None and "downhill" in kind and not closed:
            oneway = True
        geometry = {"type": "Polygon" if way.area else "LineString"}
        lines = [self._raised(line, way.key) for line in way.coordinates()]
        geometry["coordinates"] = lines if way.area else lines[0]
        properties = {
            "type": "run", "uses": kind.split(";"), "name": tags.get("name"), "ref": tags.get("ref"),
            "description": None, "difficulty": tags.get("piste:difficulty"), "difficultyConvention": "europe",
            "oneway": oneway, "gladed": {"yes": True, "no": False}.get(tags.get("gladed")), "patrolled": None,
            "lit": True if tags.get("lit") == "yes" else None, "snowmaking": None, "snowfarming": None,
            "grooming": tags.get("piste:grooming") if tags.get("piste:grooming") != "no" else None,
            "skiAreas": [self.area], "status": status, **self._common(way),
            "elevationProfile": None if closed or way.key in ("vers", "pre") else self._profile(way.lines[0]),
        }
        return {"type": "Feature", "properties": properties, "geometry": geometry}

    def _profile(self, line):
        total, step = plan.length(line), 25
        heights = [round(self.terrain.height(*plan.along(line, at)[0]), 1) for at in range(0, int(total) + 1, step)]
        return {"heights": heights, "resolution": step}

    def lift(self, way, stations):
        """A lift with its stations."""
        tags = way.tags
        status, kind = _status(tags, "aerialway")
        kind = "funicular" if tags.get("railway") == "funicular" else kind
        number = lambda key: int(tags[key]) if key in tags else None
        flag = lambda key: {"yes": True, "no": False}.get(tags.get(key))
        properties = {
            "type": "lift", "liftType": kind, "status": status, "name": tags.get("name"), "oneway": flag("oneway"),
            "ref": None, "refFRCAIRN": None, "description": None, "access": None,
            "occupancy": number("aerialway:occupancy"), "capacity": number("aerialway:capacity"),
            "duration": _seconds(tags.get("aerialway:duration")), "bubble": flag("aerialway:bubble"),
            "heating": flag("aerialway:heating"), "detachable": flag("aerialway:detachable"),
            "skiAreas": [self.area], "stations": stations, **self._common(way),
        }
        line = [[lon, lat, self.height(lon, lat)] for lon, lat in way.coordinates()[0]]
        return {"type": "Feature", "properties": properties, "geometry": {"type": "LineString", "coordinates": line}}

    def spot(self, spot, lift_ids):
        """A spot, or None for what OpenSkiMap leaves out."""
        tags, kind = spot.tags, None
        own = {}
        if tags.get("aerialway") == "station":
            access = tags.get("aerialway:access")
            kind = "lift_station"
            own = {"name": tags.get("name"), "position": tags.get("aerialway:station"),
                   "entry": access in ("entry", "both") if access else None,
                   "exit": access in ("exit", "both") if access else None, "liftId": lift_ids[spot.lift]}
        elif spot.key == "training":
            kind = "avalanche_transceiver_training"
        elif spot.key == "crossing":
            kind, own = "crossing", {"dismount": "yes"}
        elif spot.key.startswith("hut"):
            kind, own = "hut", {"name": tags["name"]}
        if kind is None:
            return None
        lon, lat = to_degrees(*spot.place)
        properties = {"type": "spot", "spotType": kind, **own, "id": spot.map_id, "skiAreas": [self.area],
                      "sources": [{"type": "openstreetmap", "id": spot.osm_id}], "places": []}
        return {"type": "Feature", "properties": properties,
                "geometry": {"type": "Point", "coordinates": [lon, lat, self.height(lon, lat)]}}

    def ski_area(self, ways, lifts):
        """The one ski area: a hull around everything, as a full feature and as the short one features carry."""
        hull = _hull([place for way in ways + lifts for line in way.coordinates() for place in line])
        geometry = {"type": "Polygon", "coordinates": [[list(place) for place in hull]]}
        self.area = {"type": "Feature", "properties": {
            "type": "skiArea", "id": AREA_ID, "name": spec.AREA_NAME, "activities": ["downhill", "nordic"],
            "status": "operating"}, "geometry": {"type": "Point", "coordinates": list(to_degrees(0, -400))}}
        properties = {
            "type": "skiArea", "id": AREA_ID, "name": spec.AREA_NAME, "status": "operating",
            "activities": ["downhill", "nordic"], "runConvention": "europe", "websites": [], "wikidataID": None,
            "sources": [{"type": "openstreetmap", "id": "relation/9000000000"}], "places": [],
            "statistics": {"minElevation": 1150.0, "maxElevation": round(self.terrain.height(-1480, 1500), 1)},
        }
        return {"type": "Feature", "properties": properties, "geometry": geometry}


def _status(tags, key):
    for word in STATUS_KEYS:
        if f"{word}:{key}" in tags:
            return word, tags[f"{word}:{key}"]
    return "operating", tags.get(key)


def _seconds(text):
    if text is None:
        return None
    minutes, _, seconds = text.partition(":")
    return int(minutes) * 60 + int(seconds or 0)


def _hull(points):
    """The convex hull, counter-clockwise and closed (Andrew's chain)."""
    points = sorted(set(points))
    chains = []
    for order in (points, points[::-1]):
        chain = []
        for p in order:
            while len(chain) > 1 and ((chain[-1][0] - chain[-2][0]) * (p[1] - chain[-2][1])
                                      - (chain[-1][1] - chain[-2][1]) * (p[0] - chain[-2][0])) <= 0:
                chain.pop()
            chain.append(p)
        chains.append(chain[:-1])
    return chains[0] + chains[1] + chains[0][:1]
