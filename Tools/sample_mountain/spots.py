"""Points of the mountain: stations, pylons, huts, a crossing, a place to practise with transceivers."""

import hashlib

from . import plan, spec

# lift, index of the vertex, position, name, who may board or leave.
STATIONS = [
    ("montsoleil", 0, "bottom", "Gare du Bas", "entry"), ("montsoleil", 3, "mid", "Plan Soleil", "both"),
    ("montsoleil", -1, "top", "Grand Plateau", "both"), ("soleil", 0, "bottom", None, None),
    ("soleil", -1, "top", "Sommet du Grand Soleil", "both"), ("funi", 0, "bottom", "Gare du Funiculaire", "both"),
    ("funi", -1, "top", "Les Mélèzes", "both"),
]


class Spot:
    """A point: OSM node id, OSM tags, a place in metres, the lift it belongs to."""

    def __init__(self, number, key, tags, place, lift=None):
        self.osm_id, self.key, self.tags, self.place, self.lift = f"node/{number}", key, tags, place, lift
        self.map_id = hashlib.sha1(f"SkiRoute sample {self.osm_id}".encode()).hexdigest()


def build(network, node_of):
    """All spots; `node_of` gives the node id of a place on a way."""
    result = []
    for lift, index, position, name, access in STATIONS:
        place = network.lifts[lift][index]
        tags = {"aerialway": "station", "aerialway:station": position}
        if name:
            tags["name"] = name
        if access:
            tags["aerialway:access"] = access
        if lift == "funi":
            tags["railway"] = "station"
        result.append(Spot(node_of(place), f"station {lift} {position}", tags, place, lift))
    for place in network.lifts["montsoleil"][1:3]:
        result.append(Spot(node_of(place), "pylon", {"aerialway": "pylon"}, place))
    for n, (key, name, place) in enumerate(spec.HUTS):
        tags = {"tourism": "alpine_hut", "name": name} if n < 2 else {"amenity": "restaurant", "name": name}
        result.append(Spot(9200000001 + n, f"hut {key}", tags, place))
    result.append(Spot(9200000101, "training", {"amenity": "avalanche_transceiver", "avalanche_transceiver": "training",
                                                "name": "Parc DVA"}, (-1020, 60)))
    place, _ = plan.along(network.runs["chemin"], 60)
    result.append(Spot(9200000102, "crossing", {"piste:dismount": "yes", "highway": "crossing"}, place))
    return result
