"""The commands whose file calls are made to fail: what they read, and what they write."""

import dataclasses
import datetime
import json
import pathlib
import shutil
import subprocess

from . import shim

SAMPLE = shim.ROOT / "Data" / "Sample"


@dataclasses.dataclass
class Case:
    """A command with its arguments; outputs are names below the folder `out`."""
    name: str
    arguments: list
    outputs: list = dataclasses.field(default_factory=list)


class Workplace:
    """A folder with copies of all that is read (`in`), and one that is written to (`out`)."""

    def __init__(self, program, folder):
        self.program, self.folder = str(program), pathlib.Path(folder).resolve()
        self.read, self.out = self.folder / "in", self.folder / "out"
        shutil.copytree(SAMPLE, self.read / "sample")
        self.out.mkdir()
        self.map = self.read / "sample.skimap"
        self._command("build", *self._sources(), "-o", self.map)
        self._write_track()
        self._write_questions()

    @property
    def environment(self):
        return {"SKIROUTE_MAP": str(self.map)}

    def cases(self):
        """All commands that write files, and `match`, which reads two."""
        out, ground = self.out, [str(self.read / "sample" / "elevation")]
        tiles = ["tiles", "--zoom", "10-13"]
        return [
            Case("build", ["build", *self._sources(), "-o", str(out / "x.skimap"), "--report", str(out / "r.json")],
                 ["x.skimap", "r.json"]),
            Case("tiles-pmtiles", [*tiles, "-o", str(out / "x.pmtiles")], ["x.pmtiles"]),
            Case("tiles-mbtiles", [*tiles, "-o", str(out / "x.mbtiles")], ["x.mbtiles"]),
            Case("tiles-relief", ["tiles", "--zoom", "11", "--tile-size", "256", "--layer", "relief", "--elevation", *ground,
                                  "-o", str(out / "x.pmtiles")], ["x.pmtiles"]),
            Case("export", ["export", "-o", str(out)], ["nodes.csv", "edges.csv"]),
            Case("contours", ["terrain", "contours", *ground, "--interval", "100", "-o", str(out / "c.geojson")], ["c.geojson"]),
            Case("hillshade", ["terrain", "hillshade", *ground, "--world-file", "-o", str(out / "h.png")],
                 ["h.png", "h.pgw", "h.png.aux.xml"]),
            Case("slope", ["terrain", "slope", *ground, "--compress", "deflate", "-o", str(out / "s.tif")], ["s.tif"]),
            Case("match", ["match", str(self.read / "day.gpx"), "--picture", str(out / "m.svg")], ["m.svg"]),
            Case("batch", ["batch", str(self.read / "questions.jsonl"), "-o", str(out / "a.jsonl")], ["a.jsonl"]),
            Case("match-tell", ["match", str(self.read / "day.gpx"), "--format", "json"]),
        ]

    def _sources(self):
        files = self.read / "sample" / "openskimap"
        named = zip(("runs", "lifts", "areas", "spots"), ("runs", "lifts", "ski_areas", "spots"))
        words = [w for option, name in named for w in ("--" + option, str(files / f"{name}.geojson"))]
        return words + ["--elevation", str(self.read / "sample" / "elevation")]

    def _command(self, *arguments):
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, env=None, check=False)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, arguments))}: {done.stderr.decode(errors='replace')}")
        return done.stdout

    def _write_questions(self):
        """Writes three questions for `batch`."""
        lines = [{"from": "Montsoleil", "to": "Crête"}, {"question": "places", "query": "noir"},
                 {"question": "whatif", "close": "Aurore", "home": "Crête"}]
        (self.read / "questions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))

    def _write_track(self):
        """Writes a recorded track: along a route from the lowest lift's bottom to the highest place, a point each 5 s."""
        lifts = json.loads((self.read / "sample" / "openskimap" / "lifts.geojson").read_text())["features"]
        lines = [f["geometry"]["coordinates"] for f in lifts if f["geometry"]["type"] == "LineString"]
        ends = sorted((c[2], c[1], c[0]) for line in lines for c in (line[0], line[-1]) if len(c) > 2)
        low, high = ends[0], ends[-1]
        answer = json.loads(self._command("route", f"{low[1]},{low[2]}", f"{high[1]},{high[2]}", "--map", self.map, "--format",
                                          "geojson"))
        places = [c for f in answer["features"] if f["geometry"]["type"] == "LineString" for c in f["geometry"]["coordinates"]]
        begin = datetime.datetime(2026, 1, 5, 9)
        points = "".join(
            f'<trkpt lat="{c[1]}" lon="{c[0]}"><time>{begin + datetime.timedelta(seconds=5 * i):%FT%TZ}</time></trkpt>'
            for i, c in enumerate(places))
        (self.read / "day.gpx").write_text(
            '<gpx version="1.1" creator="sweep" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
            + points + "</trkseg></trk></gpx>")
