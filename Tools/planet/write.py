"""Writes a planet: four files, each put in place by rename when all are complete."""

import os
import pathlib
import random
import shutil
import tempfile

from . import mountain, places, shapes, template

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Data" / "Sample" / "openskimap"
HEAD = ('{"type":"FeatureCollection","name":"A planet of invented mountains","license":"CC0-1.0",'
        '"attribution":"SkiRoute sample, CC0","features":[\n')
TAIL = "\n]}\n"
DRAWINGS = ((0.0, 1), (2.5, 2), (5.0, 3), (9.0, 4))  # metres of thinning, and how often
ODD_EVERY = 8  # the sample's odd features are in one mountain of so many
BESIDE = 0.35  # lifts, areas and spots take less than this share of the runs' bytes


class NoRoom(Exception):
    """The disk is too full."""


class _File:
    def __init__(self, path):
        self.path = path
        self.handle = open(path, "wb", buffering=1 << 20)
        self.count = 0
        self.bytes = self.handle.write(HEAD.encode())

    def add(self, text):
        if self.count:
            self.bytes += self.handle.write(b",\n")
        self.bytes += self.handle.write(text.encode())
        self.count += 1

    def finish(self):
        self.bytes += self.handle.write(TAIL.encode())
        self.handle.flush()
        os.fsync(self.handle.fileno())
        self.handle.close()


def planet(folder, size, seed, note, linked=None):
    """Makes the files of a planet whose runs take `size` bytes. Returns {file: (features, bytes)} and the mountains."""
    folder.mkdir(parents=True, exist_ok=True)
    need = int(size * (1 + BESIDE)) + (64 << 20)
    free = shutil.disk_usage(folder).free
    if free < need:
        raise NoRoom(f"{folder} has {free >> 20} MiB left, {need >> 20} MiB are needed; choose another folder")
    work = tempfile.mkdtemp(prefix=".make-planet-", dir=folder)
    try:
        files = {name: _File(os.path.join(work, f"{name}.geojson")) for name in template.FILES}
        count = _fill(files, _drawings(), size, seed, note, linked)
        for file in files.values():
            file.finish()
        for name, file in files.items():
            os.replace(file.path, folder / f"{name}.geojson")
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return {name: (file.count, file.bytes) for name, file in files.items()}, count


def _drawings():
    """The mountain drawn coarsely and finely, once with its odd features and once without, and how often each is used."""
    documents = template.load(SAMPLE)
    plain = dict(documents, runs=[f for f in documents["runs"] if not template.is_odd(f)])
    plain["runs"] = _without_copies(plain["runs"])
    west, south, east, north = _box(documents["ski_areas"][0]["geometry"]["coordinates"][0])
    flat = shapes.FlatMap((west + east) / 2, (south + north) / 2)
    made = [[template.Template(d, flat, metres) for metres, _ in DRAWINGS] for d in (plain, documents)]
    return made[0], made[1], [often for _, often in DRAWINGS]


def _without_copies(features):
    seen = set()
    return [f for f in features if not (f["properties"]["id"] in seen or seen.add(f["properties"]["id"]))]


def _box(line):
    return (min(p[0] for p in line), min(p[1] for p in line), max(p[0] for p in line), max(p[1] for p in line))


def _fill(files, drawings, size, seed, note, linked):
    """Writes mountain after mountain until the runs are large enough; the last one may lack some of its runs."""
    plain, odd, often = drawings
    runs = files["runs"]
    for place in places.all_places(seed, linked):
        choice = random.Random(f"{seed}/{place.number}/drawing").choices(range(len(often)), often)[0]
        drawing = (odd if place.number % ODD_EVERY == ODD_EVERY - 1 else plain)[choice]
        values = mountain.values(drawing, place, seed)
        for name in ("ski_areas", "lifts", "spots"):
            for fill in drawing.features[name]:
                files[name].add(fill(values))
        for fill in drawing.features["runs"]:
            runs.add(fill(values))
            if runs.bytes + len(TAIL) >= size:
                return place.number + 1
        note(runs.bytes / size)
    raise NoRoom("no more mountains fit on the Earth; request fewer megabytes")
