"""Our side of the table: skiroute and skiroute-benchmarks, by the lines of JSON they print."""

import json
import os
import re
import statistics
import subprocess
import time

from .. import timing
from .rounds import Missing, Probe

START_COUNT = 100


class Ours:
    """The probes of our programs; each is one process a round."""

    def __init__(self, data):
        self.data, self.programs = data, data.programs
        self._known = {}

    def _probe(self, name, measure):
        if name not in self._known:
            self._known[name] = Probe(name, measure)
        return self._known[name]

    def _lines(self, *arguments):
        """The output of a benchmark: its lines of JSON, and the whole text."""
        command = [str(word) for word in [self.programs.skiroute_benchmarks, *arguments]]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == os.EX_USAGE:
            raise Missing(f"this build has no {arguments[0]}")
        if done.returncode:
            raise SystemExit(f"benchmark: {' '.join(command[:4])} failed: {done.stderr.strip()[-400:]}")
        text = done.stdout
        return [json.loads(line) for line in text.splitlines() if line.startswith("{")], text

    def _timed(self, *arguments):
        """{what: {member: number}} of a benchmark; of two lines about the same thing the later one."""
        return {line["what"]: line for line in self._lines(*arguments)[0] if "what" in line}

    def paths(self, nodes):
        """Distances, trees and matrices on a made graph: {"NAME CLASS": µs}, "one to all", "matrix" in ns."""
        def measure():
            rows, text = self._lines("paths", "--graph", self.data.graph(nodes))
            figures = {f"{row['algorithm']} {row['class']}": row["median_us"] for row in rows if "algorithm" in row}
            wrong = [row for row in rows if row.get("wrong")]
            if wrong:
                raise SystemExit(f"benchmark: distances are wrong: {wrong}")
            for kind in ("local", "far"):
                # The fastest that is exact for costs known before: all here are compared with the true times.
                known = [value for name, value in figures.items()
                         if name.endswith(f" {kind}") and not re.match("dijkstra|aStar", name)]
                if known:
                    figures[f"known {kind}"] = min(known)
            for name, pattern in (("one to all", r"one to all: ([\d.]+) ns"), ("matrix", r"matrix of [^:]*: ([\d.]+) ns")):
                found = re.search(pattern, text)
                if found:
                    figures[name] = float(found.group(1))
            return figures
        return self._probe(f"distances, {nodes} nodes", measure)

    def limits(self, nodes):
        """Distances on a made graph under limits that come with the question: {"far", "far, mean", "far, p99"} µs, local too."""
        def measure():
            rows, _ = self._lines("limits", "--graph", self.data.graph(nodes))
            kinds = (("", "median_us"), (", mean", "mean_us"), (", p99", "p99_us"))
            return {row["class"] + kind: row[key] for row in rows for kind, key in kinds}
        return self._probe(f"distances under limits, {nodes} nodes", measure)

    def requests(self, nodes, count=1000):
        """Coordinates to routes over the local pairs of a made world: {"route", "json", "document", "unseen", "none", "closing"}, µs."""
        def measure():
            found = self._timed("requests", "--map", self.data.map(nodes), "--graph", self.data.graph(nodes), "--count", count)
            figures = {}
            for figure, name in (("route", "route, limits same"), ("json", "its JSON, limits same"),
                                 ("unseen", "route, limits other"), ("unseen closures", "route, limits closures"),
                                 ("none", "no route, limits tooLow")):
                # Without "timed" a line is of random ends, with and without a route.
                if "timed" in found.get(name, ()):
                    figures[figure] = found[name]["medianMicroseconds"]
                    figures[f"{figure} p99"] = found[name]["p99Microseconds"]
            if "route" in figures and "json" in figures:
                figures["document"] = figures["route"] + figures["json"]
            if "closing a lift, untimed" in found:
                figures["closing"] = (found["closing a lift, untimed"]["medianMicroseconds"]
                                      + found["first route less the route again, untimed"]["medianMicroseconds"])
            return figures
        return self._probe(f"requests, {nodes} nodes", measure)

    def question(self, area, name, rounds):
        """A question about a day on a real area: {"median", "p99"} in ms, "gap" as a share."""
        def measure():
            lines = self._timed("questions", "--map", self.data.area(area), "--only", name, "--rounds", rounds)
            if name not in lines:
                raise Missing(f"there is no question {name}")
            line = lines[name]
            figures = {"median": line["medianMicroseconds"] / 1e3, "p99": line["p99Microseconds"] / 1e3}
            if "possibleGainMedian" in line:
                figures["gap"] = line["possibleGainMedian"] * 100
            return figures
        return self._probe(f"{name}, {area}", measure)

    def reach(self, nodes):
        """Reach of 30 and 60 min with polygons as GeoJSON, in ms."""
        def measure():
            lines = self._timed("reach", "--map", self.data.map(nodes), "--graph", self.data.graph(nodes))
            (line,) = lines.values()
            return {"median": line["medianMicroseconds"] / 1e3, "p99": line["p99Microseconds"] / 1e3}
        return self._probe("reach with polygons", measure)

    def nearest(self, nodes):
        """Nearest edges of a whole map, in millions a second."""
        def measure():
            (line,) = self._timed("nearest", "--map", self.data.map(nodes)).values()
            return {"rate": line["perSecond"] / 1e6}
        return self._probe("nearest edges", measure)

    def read(self, nodes):
        """Runs to features: MB a CPU second, and MB a second on all cores."""
        def measure():
            (line,) = self._timed("read", "--runs", self.data.graph(nodes) / "runs.geojson", "--rounds", 3).values()
            return {"cpu": line["megabytesPerCPUSecond"], "clock": line["megabytes"] / line["wallSeconds"]}
        return self._probe("reading GeoJSON", measure)

    def planet(self):
        """A planet to a map: CPU seconds, MiB."""
        def measure():
            output = self.data.scratch / "planet.skimap"
            _, cpu, memory = timing.time_of([str(word) for word in [
                self.programs.skiroute, "build", *self.data.planet(), "--output", output]])
            output.unlink()
            return {"cpu": cpu, "memory": memory}
        return self._probe("a planet to a map", measure)

    def tiles(self, area):
        """Single vector tiles: the first of a source, by its median; of one that is ready, the 99th percentile; ms."""
        def measure():
            lines = self._timed("tiles", "--map", self.data.area(area))
            return {"first": lines["cold"]["medianMicroseconds"] / 1e3, "warm": lines["warm"]["p99Microseconds"] / 1e3}
        return self._probe(f"single tiles, {area}", measure)

    def samples(self):
        """Elevations at random places of a GeoTIFF, in millions a second."""
        def measure():
            lines = self._timed("samples", "--raster", self.data.raster(), "--points", 2_000_000)
            rates = {name: line["pointsPerSecond"] / 1e6 for name, line in lines.items() if "pointsPerSecond" in line}
            return {"nearest": rates["sample random nearest"], "bilinear": rates["sample random bilinear"]}
        return self._probe("elevations at random places", measure)

    def start(self):
        """Process start: --version, and a route on the sample mountain, in ms."""
        def measure():
            route = ["Montsoleil", "Crête", "--map", str(self.data.sample())]
            return {"version": started([self.programs.skiroute, "--version"]), "route": started([self.programs.skiroute, *route])}
        return self._probe("process start", measure)


def started(command):
    """The median of a command's whole life in ms, its start by this process included."""
    words = [str(word) for word in command]
    nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    taken = []
    for _ in range(START_COUNT):
        begin = time.perf_counter()
        process = os.posix_spawn(words[0], words, os.environ, file_actions=nowhere)
        _, status = os.waitpid(process, 0)
        taken.append((time.perf_counter() - begin) * 1e3)
        if status:
            raise SystemExit(f"benchmark: {' '.join(words)} failed")
    return statistics.median(taken)
