"""Map matching beside other matchers: the same noisy days, the same scoring, in one run."""

import json
import os
import pathlib
import subprocess

from . import timing

TAGS = ["s5_i1", "s10_i5", "s20_i15"]
PEERS = {"nearest": "nearest edge", "osrm": "OSRM", "valhalla": "meili", "fmm": "FMM"}
FIGURES = ["point_accuracy_tolerant", "point_accuracy", "RMF_sequence"]

# Runs in the peers' Python: loads the comparison as it is and has it score an answer that is in a file.
SCORE = """
import runpy, sys
script, folder, tag, answer = sys.argv[1:]
sys.path.insert(0, script.rsplit("/", 1)[0])
sys.argv = [script, folder, "--tag", tag, "--only", "none", "--budget", "1e9"]
lines = iter(open(answer))
def ours(fixes):
    per, sequence = next(lines).split(), next(lines).split()
    return [int(e) for e in sequence], [None if e == "-" else int(e) for e in per]
runpy.run_path(script)["score"]("skiroute", ours)
"""


class Comparison:
    """The other matchers: a folder with their scripts, and the Python environment they are installed in."""

    def __init__(self, programs, bench, peers, scratch, nodes, rounds, note):
        self.programs, self.rounds, self.note = programs, rounds, note
        self.bench = pathlib.Path(bench).resolve()
        # Not resolved: a virtual environment's python is a link whose place says which environment it is.
        self.python = pathlib.Path(os.path.abspath(peers)) / "bin" / "python"
        for path in (self.bench / "peers_match.py", self.python):
            if not path.exists():
                raise SystemExit(f"benchmark: {path} is missing")
        self.folder = pathlib.Path(scratch).resolve() / f"days-{nodes}"
        self.nodes = nodes

    def run(self, only=()):
        """All rows, one a setting and matcher."""
        self._make()
        rows = []
        for tag in TAGS:
            rows.append(self._ours(tag))
            for peer in PEERS:
                if only and not any(text in peer for text in only):
                    continue
                self.note(f"{tag}: {PEERS[peer]}")
                rows.append(self._peer(tag, peer))
        return rows

    def _script(self, name, *arguments):
        return timing.check([self.python, self.bench / name, *arguments])

    def _make(self):
        """Makes the map and the days, and has OSRM and Valhalla prepare it; what is there already stays."""
        if not (self.folder / "graph.csr").exists():
            self.note(f"a map of {self.nodes} nodes")
            self._script("skigraph.py", self.folder, "--nodes", self.nodes, "--osm")
        for tag in TAGS:
            if not (self.folder / f"traces_{tag}.csv").exists():
                sigma, interval = tag[1:].split("_i")
                self.note(f"days, {tag}")
                self._script("traces.py", self.folder, "--sigma", sigma, "--interval", interval)
        if not (self.folder / "valhalla" / "valhalla.json").exists():
            self.note("OSRM and Valhalla prepare the map")
            self._script("peers_osrm_valhalla.py", self.folder, "--budget", "0.05")

    def _ours(self, tag):
        self.note(f"{tag}: SkiRoute")
        answer = self.folder / f"answer_{tag}.txt"
        found = json.loads(timing.check([
            self.programs.skiroute_benchmarks, "match", "--graph", self.folder, "--tag", tag, "--rounds", self.rounds,
            "--output", answer]))
        scored = _row(timing.check([self.python, "-c", SCORE, self.bench / "peers_match.py", self.folder, tag, answer]))
        answer.unlink()
        for name in FIGURES:
            if abs(found[name] - scored[name]) > 1e-4:
                raise SystemExit(f"benchmark: {name} of {tag} is {found[name]} by our count, {scored[name]} by theirs")
        return {"peer": "SkiRoute", "tag": tag, "load": os.getloadavg()[0]} | {
            name: found[name] for name in FIGURES + ["wrong", "points", "points_per_s", "points_per_cpu_s"]}

    def _peer(self, tag, peer):
        row = _row(self._script("peers_match.py", self.folder, "--tag", tag, "--only", peer))
        return {"peer": PEERS[peer], "tag": tag, "load": row["load"], "points": row["points"],
                "points_per_s": row["points_per_s"]} | {name: row[name] for name in FIGURES}


def _row(text):
    rows = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    rows = [row for row in rows if "point_accuracy" in row]
    if not rows:
        raise SystemExit(f"benchmark: a matcher gave no figures: {text.strip()[-400:]}")
    return rows[-1]


def table(rows):
    """A line for each row."""
    head = ["", "", "right within tolerance", "right", "mismatch", "points/s", "load"]
    cells = [head] + [[
        row["tag"] if index == 0 or rows[index - 1]["tag"] != row["tag"] else "", row["peer"],
        f"{row['point_accuracy_tolerant'] * 100:.2f} %", f"{row['point_accuracy'] * 100:.2f} %",
        f"{row['RMF_sequence']:.4f}", f"{row['points_per_s']:,.0f}", f"{row['load']:.1f}",
    ] for index, row in enumerate(rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    return "\n".join("  ".join(c.ljust(w) if i < 2 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths)))
                     .rstrip() for row in cells)
