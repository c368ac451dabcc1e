"""Checks of the properties of every planet, on small ones."""

import json
import pathlib
import sys
import tempfile

from . import copies, template, write

SIZE = 3_000_000


def report():
    """Prints what is wrong; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        made = [pathlib.Path(folder) / name for name in ("one", "again", "other")]
        for path, seed in zip(made, ("1", "1", "2")):
            write.planet(path, SIZE, seed, lambda share: None)
        faults = list(_faults(*made)) + list(_copy_faults(pathlib.Path(folder) / "copies"))
    for fault in faults:
        print(f"make-planet: {fault}", file=sys.stderr)
    return 1 if faults else 0


def _faults(one, again, other):
    for name in template.FILES:
        first, second, third = ((folder / f"{name}.geojson").read_bytes() for folder in (one, again, other))
        if first != second:
            yield f"{name}: two planets of one seed differ"
        if first == third:
            yield f"{name}: two seeds make the same planet"
    size = (one / "runs.geojson").stat().st_size
    if abs(size - SIZE) > SIZE / 100:
        yield f"runs: {size} bytes instead of {SIZE}"
    documents = {name: json.loads((one / f"{name}.geojson").read_text())["features"] for name in template.FILES}
    yield from _id_faults(documents)
    yield from _place_faults(documents)


def _id_faults(documents):
    """Ids are unique but for the sample's copied feature; a station's lift is there."""
    for name, features in documents.items():
        seen = {}
        for feature in features:
            seen.setdefault(feature["properties"]["id"], []).append(feature)
        if any(len({json.dumps(f) for f in group}) > 1 for group in seen.values()):
            yield f"{name}: two features have the same id"
    lifts = {lift["properties"]["id"] for lift in documents["lifts"]}
    if any(spot["properties"].get("liftId", next(iter(lifts))) not in lifts for spot in documents["spots"]):
        yield "spots: a station's lift is not there"


def _place_faults(documents):
    longitudes = [p[0] for f in documents["ski_areas"] for p in f["geometry"]["coordinates"][0]]
    if not (min(longitudes) < -179.9 and max(longitudes) > 179.9 and all(abs(x) <= 180 for x in longitudes)):
        yield "ski_areas: none stands at the antimeridian, or one beyond it"
    names = [f["properties"]["name"] for f in documents["ski_areas"]]
    if len(set(names)) != len(names):
        yield "ski_areas: two have the same name"


def _copy_faults(folder):
    """Copies of the sample have its shapes, ids of their own, and stand apart."""
    root = write.SAMPLE.parent
    originals = copies.areas(root)
    wanted = 3 * sum(area.count for area in originals)
    copies.world(root, folder, wanted, lambda share: None)
    runs = json.loads((folder / "runs.geojson").read_text())["features"]
    one = sum(len(area.features["runs"]) for area in originals)
    if len(runs) != 3 * one:
        yield f"copies: {len(runs)} runs instead of {3 * one}"
    moves = list(copies.moves(originals, wanted))
    boxes = [(a.west + east, a.east + east, a.south, a.north) for a, _, east in moves]
    if any(p[0] < q[1] and q[0] < p[1] and p[2] < q[3] and q[2] < p[3] for p in boxes for q in boxes if p is not q):
        yield "copies: two overlap"
    for first, copy in zip(runs, runs[one:]):
        if _identity(first) == _identity(copy):
            yield f"copies: {_identity(first)} is there twice"
        if not _is_moved(first, copy):
            yield f"copies: {_identity(copy)} has another shape than its original"


def _identity(feature):
    return feature["properties"].get("id") or feature["properties"].get("@id") or feature.get("id")


def _is_moved(feature, copy):
    """Returns whether a copy differs by one whole number of degrees of longitude and by nothing else."""
    here, there = (list(copies.places_of((f.get("geometry") or {}).get("coordinates"))) for f in (feature, copy))
    if len(here) != len(there) or any(a[1:] != b[1:] for a, b in zip(here, there)):
        return False
    moves = [b[0] - a[0] for a, b in zip(here, there)]
    return all(abs(move - round(moves[0])) < 1e-8 for move in moves)
