"""What every planet must be, checked on small ones."""

import json
import pathlib
import sys
import tempfile

from . import template, write

SIZE = 3_000_000


def report():
    """Prints what is wrong; returns the exit code."""
    with tempfile.TemporaryDirectory() as folder:
        made = [pathlib.Path(folder) / name for name in ("one", "again", "other")]
        for path, seed in zip(made, ("1", "1", "2")):
            write.planet(path, SIZE, seed, lambda share: None)
        faults = list(_faults(*made))
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
