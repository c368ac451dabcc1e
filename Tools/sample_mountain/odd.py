"""Features that no builder should ever draw and every reader will meet; they are added to both forms."""


def runs(osm, form):
    """Odd runs for the end of a runs file; `form` is "osm" or "openskimap"."""
    make = _osm if form == "osm" else _map
    west = [[-4.9681, 46.0788], [-4.9690, 46.0795], [-4.9701, 46.0801]]
    return [
        make(9000000901, "Sans Géométrie", None),
        osm,  # the same feature a second time
        make(9000000902, "Nulle Part", {"type": "LineString", "coordinates": [[360, 360], [360, 360]]}),
        make(9000000903, "Un Seul Point", {"type": "LineString", "coordinates": west[:1]}),
        make(9000000904, "Clés Inconnues", {"type": "LineString", "coordinates": west},
             {"futureKey": {"depth": [1, [2, {"three": None}]]}, "x:y": True}),
        make(9000000905, "Vide", {"type": "LineString", "coordinates": []}),
    ]


def _osm(number, name, geometry, extra=None):
    tags = {"piste:type": "downhill", "piste:difficulty": "easy", "name": name, "@id": f"way/{number}", **(extra or {})}
    return {"type": "Feature", "id": f"way/{number}", "properties": tags, "geometry": geometry}


def map_id(number):
    """The 40 digits an odd feature goes by in the OpenSkiMap form."""
    return f"{number:040x}"


def _map(number, name, geometry, extra=None):
    properties = {"type": "run", "uses": ["downhill"], "name": name, "difficulty": "easy", "status": "operating",
                  "sources": [{"type": "openstreetmap", "id": f"way/{number}"}], "id": map_id(number), **(extra or {})}
    return {"type": "Feature", "properties": properties, "geometry": geometry}
