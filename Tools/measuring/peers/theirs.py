"""The peers' side of the table: their programs and bindings on the same files and pairs, answers checked by their scripts."""

import json
import re
import subprocess

from . import ours
from .rounds import Missing, Probe

ORJSON = """
import sys, time, statistics, orjson
data = open(sys.argv[1], "rb").read()
times = []
for _ in range(5):
    begin = time.process_time(); tree = orjson.loads(data); times.append(time.process_time() - begin); del tree
print(len(data) / 1e6 / statistics.median(times))
"""
NUMPY = """
import sys, time, statistics, numpy as np
side = int(sys.argv[2]); z = np.fromfile(sys.argv[1], "<i2").reshape(side, side)
chance = np.random.default_rng(3); count = 2_000_000
times = []
for _ in range(5):
    r, c = chance.uniform(10, side - 10, count), chance.uniform(10, side - 10, count)
    begin = time.perf_counter()
    i, j = r.astype(np.int64), c.astype(np.int64); a, b = r - i, c - j
    v = (z[i, j] * (1 - b) + z[i, j + 1] * b) * (1 - a) + (z[i + 1, j] * (1 - b) + z[i + 1, j + 1] * b) * a
    times.append(time.perf_counter() - begin)
print(count / 1e6 / statistics.median(times))
"""


class Theirs:
    """The probes of the peers."""

    def __init__(self, data, programs, budget):
        self.data, self.programs, self.budget = data, programs, budget
        self._known = {}

    def _probe(self, name, measure):
        if name not in self._known:
            self._known[name] = Probe(name, measure)
        return self._known[name]

    def _text(self, command):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if done.returncode:
            raise Missing(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-160:]}")
        return done.stdout

    def _rows(self, command):
        return [json.loads(line) for line in self._text(command).splitlines() if line.startswith("{")]

    def routingkit(self, nodes, what):
        """RoutingKit, native: {"local", "far", "local again", ...} µs; trees and matrices ns; building, customising in s, µs."""
        def measure():
            rows = self._rows([self.programs.routingkit(), self.data.graph(nodes), what])
            wrong = [row for row in rows if row.get("wrong")]
            if wrong:
                raise SystemExit(f"benchmark: RoutingKit's distances are wrong: {wrong}")
            figures = {}
            for row in rows:
                if "cls" in row and "+path" not in row["peer"]:
                    figures[row["cls"]], figures[row["cls"] + " again"] = row["first_median_us"], row["median_us"]
                for name, key, factor in (("one-to-all", "ns_per_node", 1), ("matrix 1000x1000", "ns_per_pair", 1),
                                          ("build", "cpu_s", 1), ("constraint: customize all", "cpu_s", 1e6),
                                          ("close 1 lifts (partial)", "cpu_s", 1e6)):
                    if row.get("step") == name:
                        figures[name] = row[key] * factor
            return figures
        return self._probe(f"RoutingKit {what.upper()}, {nodes} nodes", measure)

    def masked(self, nodes, pairs):
        """Dijkstra in C++ that tests masks of kinds and closed edges: {"median", "p99"} µs of local pairs."""
        def measure():
            # It goes on to slower methods; what is compared comes before, and the rest is not waited for.
            process = subprocess.Popen(["stdbuf", "-oL", str(self.programs.paths()), str(self.data.graph(nodes)), str(pairs)],
                                       stdout=subprocess.PIPE, text=True)
            try:
                for line in process.stdout:
                    found = re.match(r"constrained dijkstra local: median ([\d.]+) us p99 ([\d.]+)", line)
                    if found:
                        return {"median": float(found.group(1)), "p99": float(found.group(2))}
            finally:
                process.kill()
                process.wait()
            raise Missing("the reference printed no constrained row")
        return self._probe(f"masked C++, {nodes} nodes", measure)

    def roads(self, nodes, peer):
        """OSRM or Valhalla by their Python bindings: {"route"} µs, {"isochrone"} ms."""
        def measure():
            folder = self.data.graph(nodes)
            ready = folder / ("osrm_ch/map.osrm.hsgr" if peer == "osrm" else "valhalla/valhalla.json")
            extra = ["--skip-build"] if ready.exists() else []
            rows = self._rows([self.data.python, self.data.bench / "peers_osrm_valhalla.py", folder, "--only", peer,
                               "--budget", self.budget, *extra])
            figures = {}
            for row in rows:
                if row.get("cls") == "local" and row.get("mode") == "full geometry+steps" and "MLD" not in row["peer"]:
                    figures["route"] = row["median_us"]
                if str(row.get("step", "")).startswith("isochrone") and "median_us" in row:
                    figures["isochrone"] = row["median_us"] / 1e3
                if row.get("step") == "table 1000x1000" and row["peer"] == "osrm-CH":
                    figures["matrix"] = row["ns_per_pair"]
            return figures
        return self._probe({"osrm": "OSRM", "valhalla": "Valhalla"}[peer], measure)

    def nearest(self, nodes):
        """Nearest segments of the same runs: millions a second."""
        def measure():
            rows = self._rows([self.data.python, self.data.bench / "peers_nearest.py", self.data.graph(nodes)])
            rates = {(row["peer"].split()[0], row.get("step", "")): row["q_per_s"] / 1e6 for row in rows if "q_per_s" in row}
            names = {"tree": ("shapely", "nearest, bulk call"), "flatbush": ("geo-index", "nearest box, one call per point")}
            return {name: rates[key] for name, key in names.items() if key in rates}
        return self._probe("STRtree and Flatbush", measure)

    def grid(self, segments):
        """A uniform grid in C++ over as many segments of random walks: millions a second."""
        def measure():
            found = re.search(r"([\d.]+) M queries/s", self._text([self.programs.nearest(), segments]))
            return {"rate": float(found.group(1))}
        return self._probe("grid in C++", measure)

    def read(self, nodes):
        """GeoJSON to flat arrays by simdjson, to a Python tree by orjson: MB/s of one core."""
        def measure():
            path = self.data.graph(nodes) / "runs.geojson"
            found = re.search(r"flat coordinate arrays: median ([\d.]+) MB/s", self._text([self.programs.simdjson(), path]))
            return {"simdjson": float(found.group(1)), "orjson": float(self._text([self.data.python, "-c", ORJSON, path]))}
        return self._probe("simdjson and orjson", measure)

    def samples(self, side):
        """Bilinear elevations at random places of an array in memory: millions a second."""
        def measure():
            raw = self.data.raster().with_suffix(".raw")
            plain = re.search(r"bilinear random: ([\d.]+) Mpts/s", self._text([self.programs.elevations(), raw, side]))
            return {"numpy": float(self._text([self.data.python, "-c", NUMPY, raw, side])), "C": float(plain.group(1))}
        return self._probe("elevations by numpy and C", measure)

    def start(self):
        """A C program that does nothing, in ms."""
        return self._probe("an empty C program", lambda: {"empty": ours.started([self.programs.nothing()])})
