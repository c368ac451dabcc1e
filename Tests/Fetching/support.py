"""Shared parts of the tests: a small planet, scratch folders, and the commands run as a user runs them."""

import dataclasses
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from hostile_server import HostileServer, serving

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = ROOT / "Tools"
sys.path.insert(0, str(TOOLS))
FILES = ("ski_areas.geojson", "lifts.geojson", "spots.geojson", "runs.geojson")
FIRST = FILES[0]
QUICK = ["--timeout", "4", "--pause", "0.02", "--tries", "2"]
# Without the packages of the machine: nothing but the standard library is used, and it starts in half the time.
PYTHON = [sys.executable, "-S"]
PATIENT = ["--timeout", "20", "--pause", "0.02", "--tries", "3"]


def interruptible():
    """Run in a new process before its program: whoever started the tests may have had Ctrl-C ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def collection(features, between=",\n"):
    """A FeatureCollection with one feature a line."""
    texts = [json.dumps(each, ensure_ascii=False) for each in features]
    return ('{"type":"FeatureCollection","features":[\n' + between.join(texts) + "\n]}\n").encode()


def feature(name, coordinates, kind="run", areas=(), geometry="LineString", **more):
    """A feature as OpenSkiMap has it, as far as it matters here."""
    named = [{"type": "Feature", "properties": {"type": "skiArea", "id": area, "name": area}, "geometry": {
        "type": "Point", "coordinates": [0, 0]}} for area in areas]
    return {"type": "Feature", "properties": {"type": kind, "id": f"id-{name}", "name": name, "skiAreas": named, **more},
            "geometry": {"type": geometry, "coordinates": coordinates}}


def area(name, identity, coordinates, geometry="Polygon", status="operating", country="Nowhere"):
    """A ski area."""
    return {"type": "Feature", "properties": {
        "type": "skiArea", "id": identity, "name": name, "status": status,
        "places": [{"localized": {"en": {"country": country}}}]},
        "geometry": {"type": geometry, "coordinates": coordinates}}


def square(west, south, size=0.1):
    """The outline of a square, as a polygon's coordinates."""
    return [[[west, south], [west + size, south], [west + size, south + size], [west, south + size], [west, south]]]


def planet(seed=1, runs=400):
    """Four small files; the runs are a few hundred kilobytes."""
    dice = random.Random(seed)
    lines = [feature(f"run {n} {dice.randbytes(300).hex()}", [[6 + n / 1000, 45.0], [6 + n / 1000, 45.01]])
             for n in range(runs)]
    return {
        "ski_areas.geojson": collection([area(f"Area {dice.random()}", f"a{n}", square(6 + n, 45)) for n in range(20)]),
        "lifts.geojson": collection([feature("lift", [[6, 45], [6.01, 45]], "lift")]),
        "spots.geojson": collection([feature("spot", [6, 45], "spot", geometry="Point")]),
        "runs.geojson": collection(lines),
    }


@dataclasses.dataclass
class Ran:
    """The result of a command."""

    code: int
    out: str
    err: str


def environment():
    """The surroundings of a command under test: no proxies, no mirrors."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith("SKIROUTE_") and not name.lower().endswith("_proxy")}
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1"}


def run(tool, *arguments, limit=60, extra=None):
    """Runs a command to its end."""
    done = subprocess.run([*PYTHON, str(TOOLS / tool), *map(str, arguments)], capture_output=True, timeout=limit,
                          env={**environment(), **(extra or {})}, stdin=subprocess.DEVNULL)
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


class Case(unittest.TestCase):
    """A test with a server and a scratch folder of its own."""

    def setUp(self):
        self.server = HostileServer()
        self.addCleanup(self.server.close)
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="fetching-"))
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.data = self.home / "data"

    def serve(self, files, **how):
        """Serves files honestly."""
        for name, data in files.items():
            self.server.routes[f"/{name}"] = serving(data, **how)

    def fetch(self, *arguments, net=PATIENT, **more):
        """Runs fetch-openskimap into the scratch folder."""
        return run("fetch-openskimap", "-o", self.data, "--base-url", self.server.address, *net, *arguments, **more)

    def put_old(self, name, data=b'{"type":"FeatureCollection","features":[]}'):
        """Puts an old file in place, as of an earlier download of which nothing is known."""
        self.data.mkdir(exist_ok=True)
        (self.data / name).write_bytes(data)
        return data

    def names(self):
        """The names in the folder, without the lock."""
        return sorted(str(path.relative_to(self.data)) for path in self.data.rglob("*")
                      if path.is_file() and path.name != ".fetch.lock")

    def source(self, folder=None):
        """The sidecar of a folder."""
        return json.loads(((folder or self.data) / "SOURCE.json").read_text())

    def age(self, hours):
        """Sets the times of all requests in the sidecar to some hours ago."""
        from fetching.status import now, stamp
        import datetime
        value = self.source()
        for entry in value["files"].values():
            entry["checkedAt"] = stamp(now() - datetime.timedelta(hours=hours))
        (self.data / "SOURCE.json").write_text(json.dumps(value))
