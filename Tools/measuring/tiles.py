"""Vector tiles beside tippecanoe and tilemaker: the same features, zooms, layers and attributes, in one run.

tippecanoe reads GeoJSON, tilemaker a .osm.pbf, ours a map that was built before; the build is measured too.
"""

import json
import multiprocessing
import os
import pathlib
import shutil
import statistics
import subprocess

from . import places, timing

ZOOMS = range(5, 15)
ATTRIBUTES = ["name", "difficulty", "liftType", "status"]
QUALITY = places.ROOT / "Tools" / "measuring" / "tile_quality.py"
JUDGES = pathlib.Path(os.environ.get("SKIROUTE_JUDGES", places.ROOT / ".build-judges")) / "bin" / "python"

PROCESS = """
node_keys = {}
function init_function() end
function exit_function() end
function node_function(node) end
function way_function(way)
  local layer = way:Find("layer")
  way:Layer(layer, false)
  way:MinZoom(5)
  for _, key in ipairs({"name", "difficulty", "liftType", "status"}) do
    local value = way:Find(key)
    if value ~= "" then way:Attribute(key, value) end
  end
end
"""


class Comparison:
    """The other programs: a folder with skigraph.py, and the Python environment with tippecanoe."""

    def __init__(self, programs, bench, peers, scratch, nodes, rounds, note):
        self.programs, self.rounds, self.note = programs, rounds, note
        self.bench, self.peers = pathlib.Path(bench).resolve(), pathlib.Path(os.path.abspath(peers))
        self.scratch = pathlib.Path(scratch).resolve()
        self.folder = self.scratch / f"tiles-{nodes}"
        self.nodes = nodes
        for path in (self.bench / "skigraph.py", self.peers / "bin" / "tippecanoe", JUDGES):
            if not path.exists():
                raise SystemExit(f"benchmark: {path} is missing")
        self.runs, self.lifts = self.folder / "runs.geojson", self.folder / "lifts.geojson"
        self.map = self.scratch / "tiles.skimap"

    def run(self):
        """{"times": rows, "quality": by archive, "single": tiles on demand}."""
        self._make()
        commands = {name: command for name, command, _ in self._sides()}
        outputs = [output for _, _, output in self._sides()]
        self.note("each in turn, after a warm-up")
        timing.time_of([self.programs.skiroute, "build", "--runs", self.runs, "--lifts", self.lifts, "-o", self.map])
        times = timing.alternate(commands, self.rounds, outputs)
        rows = [self._row(name, taken, output) for (name, taken), output in zip(times.items(), outputs)]
        self.note("vertices and shapes")
        archives = [f"{name}={output}" for name, output in zip(times, outputs) if output.suffix == ".mbtiles"]
        quality = json.loads(timing.check([JUDGES, "-B", QUALITY, self.runs, *archives]))
        self.note("single tiles")
        single = {"of the set": timing.lines([self.programs.skiroute_benchmarks, "tiles", "--map", self.map])}
        for place in places.real():
            area = self.scratch / "area.skimap"
            timing.check([self.programs.skiroute, "build", *place.arguments(), "-o", area])
            single[place.name] = timing.lines([self.programs.skiroute_benchmarks, "tiles", "--map", area])
        return {"times": rows, "quality": quality, "single": single}

    def _row(self, name, taken, output):
        wall, cpu, memory = (statistics.median(column) for column in zip(*taken))
        return {"name": name, "wallSeconds": wall, "bestWallSeconds": min(row[0] for row in taken), "cpuSeconds": cpu,
                "peakMebibytes": memory, "bytes": output.stat().st_size}

    def _sides(self):
        """(name, command, what it writes)."""
        work, first, last = self.scratch, ZOOMS[0], ZOOMS[-1]
        words = [word for name in ATTRIBUTES for word in ("-y", name)]
        tippecanoe = [self.peers / "bin" / "tippecanoe", "-q", "-f", "-Z", first, "-z", last, "--drop-densest-as-needed", *words,
                      "-L", f"runs:{self.runs}", "-L", f"lifts:{self.lifts}", "-o"]
        tiles = [self.programs.skiroute, "tiles", "--map", self.map, "--zoom", f"{first}-{last}", "--layers", "runs,lifts",
                 "--attributes", ",".join(ATTRIBUTES), "-o"]
        build = [self.programs.skiroute, "build", "--runs", self.runs, "--lifts", self.lifts, "-o"]
        sides = [
            ("ours, every feature", [*tiles, work / "all.mbtiles", "--least-pixels", 0], work / "all.mbtiles"),
            ("ours, as usual", [*tiles, work / "usual.mbtiles"], work / "usual.mbtiles"),
            ("ours, PMTiles", [*tiles, work / "all.pmtiles", "--least-pixels", 0], work / "all.pmtiles"),
            ("ours, the map's build", [*build, work / "again.skimap"], work / "again.skimap"),
            ("tippecanoe", [*tippecanoe, work / "t.mbtiles"], work / "t.mbtiles"),
            ("tippecanoe -P", [*tippecanoe, work / "tp.mbtiles", "-P"], work / "tp.mbtiles"),
            ("tippecanoe -S 2", [*tippecanoe, work / "ts.mbtiles", "-S", 2], work / "ts.mbtiles"),
        ]
        if shutil.which("tilemaker"):
            command = ["tilemaker", "--input", self.folder / "lines.osm.pbf", "--output", work / "m.mbtiles", "--config",
                       self.folder / "tilemaker.json", "--process", self.folder / "tilemaker.lua",
                       "--threads", len(os.sched_getaffinity(0))]
            sides.append(("tilemaker", command, work / "m.mbtiles"))
        return [(name, [str(word) for word in command], output) for name, command, output in sides]

    def _make(self):
        """Makes the features, and what tilemaker reads of them."""
        if not self.runs.exists():
            self.note(f"features of {self.nodes} nodes")
            timing.check([self.peers / "bin" / "python", self.bench / "skigraph.py", self.folder, "--nodes", self.nodes,
                          "--geojson", "--pairs", 10])
        if shutil.which("tilemaker") and not (self.folder / "lines.osm.pbf").exists():
            self.note("a .pbf for tilemaker")
            # In a process of its own: what is started later would count this one's memory as its own.
            writing = multiprocessing.Process(target=self._write_osm)
            writing.start()
            writing.join()
            if writing.exitcode:
                raise SystemExit("benchmark: the .pbf for tilemaker can't be made; is osmium installed?")

    def _write_osm(self):
        plain = self.folder / "lines.osm"
        numbers, ways = {}, []
        for layer, path in (("runs", self.runs), ("lifts", self.lifts)):
            for feature in json.loads(path.read_text())["features"]:
                refs = [numbers.setdefault(tuple(place[:2]), len(numbers) + 1) for place in feature["geometry"]["coordinates"]]
                tags = {"layer": layer} | {key: feature["properties"].get(key) for key in ATTRIBUTES}
                ways.append((refs, {key: value for key, value in tags.items() if value}))
        with plain.open("w") as file:
            file.write('<?xml version="1.0"?>\n<osm version="0.6">\n')
            for (longitude, latitude), number in numbers.items():
                file.write(f'<node id="{number}" version="1" lat="{latitude}" lon="{longitude}"/>\n')
            for number, (refs, tags) in enumerate(ways, 1):
                file.write(f'<way id="{number}" version="1">' + "".join(f'<nd ref="{ref}"/>' for ref in refs))
                file.write("".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items()) + "</way>\n")
            file.write("</osm>\n")
        subprocess.run(["osmium", "cat", plain, "-o", self.folder / "lines.osm.pbf", "-f", "pbf,add_metadata=false", "--overwrite"],
                       check=True)
        plain.unlink()
        # One step of a tile is what the others simplify by too.
        layer = {"minzoom": ZOOMS[0], "maxzoom": ZOOMS[-1], "simplify_below": 14, "simplify_level": 360 / (4096 << 13)}
        settings = {"minzoom": ZOOMS[0], "maxzoom": ZOOMS[-1], "basezoom": ZOOMS[-1], "include_ids": False, "name": "ski",
                    "version": "1", "description": "", "compress": "gzip"}
        (self.folder / "tilemaker.json").write_text(json.dumps({"layers": {"runs": layer, "lifts": layer}, "settings": settings}))
        (self.folder / "tilemaker.lua").write_text(PROCESS)


def table(result):
    """All of it as text."""
    theirs = next(row for row in result["times"] if row["name"] == "tippecanoe")
    lines = [f"{'':24}{'s':>8}{'best':>8}{'CPU s':>8}{'MiB':>7}{'MB':>7}  tippecanoe's time / this"]
    for row in result["times"]:
        lines.append(f"{row['name']:24}{row['wallSeconds']:8.2f}{row['bestWallSeconds']:8.2f}{row['cpuSeconds']:8.2f}"
                     f"{row['peakMebibytes']:7.0f}{row['bytes'] / 1e6:7.1f}{theirs['wallSeconds'] / row['wallSeconds']:8.1f} ×")
    lines += ["", "runs that are in all of: " + ", ".join(result["quality"]["archives"]),
              "zoom   runs   vertices a run                    farthest a vertex of the source lies off, pixels (p99 of runs)"]
    for row in result["quality"]["zooms"]:
        counts = "".join(f"{count:8.2f}" for count in row["verticesPerRun"])
        lines.append(f"{row['zoom']:4}{row['runs']:7}{counts}      " + "".join(f"{off:8.2f}" for off in row["straysPixels"]))
    lines += ["largest tiles, bytes: " + ", ".join(f"{size:,}" for size in result["quality"]["largest"]), ""]
    for name, rows in result["single"].items():
        warm, cold = rows[-2], rows[-1]
        lines.append(f"{name:20}{warm['tiles']:7.0f} tiles, ready: median {warm['medianMicroseconds']:.0f} µs, p99 "
                     f"{warm['p99Microseconds']:.0f} (of a core {warm['p99ProcessorMicroseconds']:.0f}, most "
                     f"{warm['mostProcessorMicroseconds']:.0f}); first: median {cold['medianMicroseconds']:.0f}, "
                     f"p99 {cold['p99Microseconds']:.0f}")
    return "\n".join(lines)
