"""Copies of real areas, moved east by whole degrees until the world is as large as wanted."""

import json
import math
import os
import pathlib
import re
import shutil
import tempfile

from .write import NoRoom

FILES = {"runs": "runs", "lifts": "lifts", "ski_areas": "ski_areas", "spots": "spots", "streets": "roads"}
COUNTED = ("runs", "lifts", "ski_areas", "spots")
GAP_DEGREES = 0.1  # between the boxes of two areas
HEAD = ('{"type":"FeatureCollection","name":"Copies of real areas","license":"ODbL 1.0",'
        '"attribution":"© OpenStreetMap contributors","features":[\n')
TAIL = "\n]}\n"
HEIGHTS = re.compile(r"([NS]\d\d)([EW])(\d{3})\.hgt")


class Area:
    """One real area: its features as Python values, its box, its height tiles."""

    def __init__(self, folder):
        self.folder = folder
        self.features = {}
        for name, stem in FILES.items():
            path = folder / f"{stem}.geojson"
            self.features[name] = json.loads(path.read_text())["features"] if path.is_file() else []
        shapes = [(f.get("geometry") or {}).get("coordinates") for name in COUNTED for f in self.features[name]]
        places = [p for shape in shapes for p in places_of(shape) if abs(p[0]) <= 180 and abs(p[1]) <= 90]
        self.west, self.east = min(p[0] for p in places), max(p[0] for p in places)
        self.south, self.north = min(p[1] for p in places), max(p[1] for p in places)
        own = folder / "dem"
        old = folder.with_name(re.sub(r"-\d{4}$", "", folder.name)) / "dem"  # the same area as mapped in another year
        self.heights = sorted(own.glob("*.hgt")) or sorted(old.glob("*.hgt"))

    @property
    def count(self):
        return sum(len(self.features[name]) for name in COUNTED)


def places_of(coordinates):
    if not isinstance(coordinates, list) or not coordinates:
        return
    if isinstance(coordinates[0], (int, float)):
        yield coordinates
        return
    for inner in coordinates:
        yield from places_of(inner)


def areas(root):
    """Every folder below a root, one or two levels down, that has runs and lifts."""
    found = sorted(root.glob("*/runs.geojson")) + sorted(root.glob("*/*/runs.geojson"))
    return [Area(path.parent) for path in found if (path.parent / "lifts.geojson").is_file()]


def moves(originals, wanted):
    """Yields (area, copy number, degrees east) until the copies hold enough features.

    The first copy of an area stands where it is, unless another one does already; no two boxes come near each other.
    """
    taken = []
    count = copy = 0
    while count < wanted:
        before = count
        for area in originals:
            if count >= wanted:
                return
            degrees = _free(area, taken)
            if degrees is None:
                continue
            taken.append((area.west + degrees, area.east + degrees, area.south, area.north))
            count += area.count
            yield area, copy, degrees
        if count == before:
            raise NoRoom(f"the Earth holds {count} features at most; request fewer")
        copy += 1


def _free(area, taken):
    beside = [box for box in taken if box[2] < area.north + GAP_DEGREES and area.south < box[3] + GAP_DEGREES]
    for step in range(360):
        degrees = step if area.west + step < 180 else step - 360
        west, east = area.west + degrees, area.east + degrees
        if west <= -180 + GAP_DEGREES or east >= 180 - GAP_DEGREES:
            continue
        if all(box[1] + GAP_DEGREES < west or east + GAP_DEGREES < box[0] for box in beside):
            return degrees
    return None


class Mover:
    """Moves features east and gives them ids of their own: a copy's number stands behind every id."""

    def __init__(self, copy, degrees):
        self.copy, self.degrees = copy, degrees

    def moved(self, value, key=None):
        if isinstance(value, dict):
            return {k: self.moved(v, k) for k, v in value.items()}
        if key == "coordinates" and isinstance(value, list) and value:
            if isinstance(value[0], (int, float)):
                return [round(value[0] + self.degrees, 9), *value[1:]]
            return [self.moved(inner, key) for inner in value]
        if key in ("@nodes", "nodes") and isinstance(value, list):
            return [v * 1000 + self.copy if isinstance(v, int) else v for v in value]
        if isinstance(value, list):
            return [self.moved(inner) for inner in value]
        if key in ("id", "@id", "liftId") and self.copy and isinstance(value, (str, int)):
            return f"{value}{self.copy:03d}"
        return value


def world(root, folder, wanted, note):
    """Writes the files of a world and links its height tiles. Returns {file: (features, bytes)} and the copies made."""
    originals = areas(root)
    if not originals:
        raise NoRoom(f"{root} holds no area with runs.geojson and lifts.geojson; name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp(prefix=".make-planet-", dir=folder))
    try:
        sizes, copies = _write(originals, work, wanted, note)
        shutil.rmtree(folder / "dem", ignore_errors=True)
        for made in sorted(work.iterdir()):
            os.replace(made, folder / made.name)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return sizes, copies


def _write(originals, work, wanted, note):
    handles = {name: open(work / f"{name}.geojson", "w", encoding="utf-8") for name in FILES}
    counts = dict.fromkeys(FILES, 0)
    (work / "dem").mkdir()
    copies = 0
    try:
        for handle in handles.values():
            handle.write(HEAD)
        for area, copy, degrees in moves(originals, wanted):
            mover = Mover(copy, degrees)
            for name, features in area.features.items():
                for feature in features:
                    text = json.dumps(mover.moved(feature), ensure_ascii=False, separators=(",", ":"))
                    handles[name].write(",\n" + text if counts[name] else text)
                    counts[name] += 1
            _link_heights(area, degrees, work / "dem")
            copies += 1
            note(sum(counts[name] for name in COUNTED) / wanted)
        for handle in handles.values():
            handle.write(TAIL)
    finally:
        for handle in handles.values():
            handle.close()
    return {name: (counts[name], (work / f"{name}.geojson").stat().st_size) for name in FILES}, copies


def _link_heights(area, degrees, folder):
    for tile in area.heights:
        match = HEIGHTS.fullmatch(tile.name)
        if not match:
            continue
        latitude, side, number = match.groups()
        west = int(number) * (1 if side == "E" else -1) + degrees
        west = (west + 180) % 360 - 180
        link = folder / f"{latitude}{'E' if west >= 0 else 'W'}{abs(math.floor(west)):03d}.hgt"
        if not link.exists():
            link.symlink_to(tile.resolve())
