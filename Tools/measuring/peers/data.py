"""The data of both sides: made graphs and their maps, a planet, a raster, one real area; made once and kept."""

import os
import pathlib

from .. import places, timing
from .rounds import Missing

PLANET_MEGABYTES = 200
RASTER_SIZE = 10801


class Data:
    """The files in a folder, by size of the graph; a map is built again when the program is newer."""

    def __init__(self, programs, bench, peers, scratch, note):
        self.programs, self.note = programs, note
        self.bench = pathlib.Path(bench).resolve()
        # Not resolved: a virtual environment's python is a link whose place says which environment it is.
        self.python = pathlib.Path(os.path.abspath(peers)) / "bin" / "python"
        self.scratch = pathlib.Path(scratch).resolve()
        for path in (self.bench / "skigraph.py", self.python):
            if not path.exists():
                raise SystemExit(f"benchmark: {path} is missing")

    def script(self, name, *arguments):
        """Runs a script of the bench folder; its output."""
        return timing.check([self.python, self.bench / name, *arguments])

    def graph(self, nodes):
        """The folder of a made graph with its pairs, GeoJSON and, up to 100,000 nodes, OSM."""
        folder = self.scratch / str(nodes)
        if not (folder / "graph.csr").exists() or not (folder / "runs.geojson").exists():
            self.note(f"a world of {nodes} nodes")
            self.script("skigraph.py", folder, "--nodes", nodes, "--geojson", *(["--osm"] if nodes <= 100_000 else []))
        return folder

    def map(self, nodes):
        """The map of a made graph."""
        folder = self.graph(nodes)
        return self._built(folder / "table.skimap", ["--runs", folder / "runs.geojson", "--lifts", folder / "lifts.geojson"])

    def area(self, name):
        """The map of a real area."""
        found = [place for place in places.real() if place.name == name]
        if not found:
            raise Missing(f"SKIROUTE_REAL_DATA has no {name}")
        (self.scratch / "areas").mkdir(exist_ok=True)
        heights = ["--elevation", found[0].elevation] if found[0].elevation else []
        return self._built(self.scratch / "areas" / f"{name}.skimap", [*found[0].arguments(), *heights])

    def sample(self):
        """The map of the sample mountain."""
        (self.scratch / "areas").mkdir(exist_ok=True)
        return self._built(self.scratch / "areas" / "sample.skimap", places.sample()[0].arguments())

    def _built(self, path, inputs):
        if not path.exists() or path.stat().st_mtime < os.stat(self.programs.skiroute).st_mtime:
            self.note(f"the map {path.name} of {path.parent.name}")
            timing.check([self.programs.skiroute, "build", *inputs, "--output", path])
        return path

    def planet(self):
        """The arguments that name the files of a planet."""
        folder = self.scratch / f"planet-{PLANET_MEGABYTES}"
        if not (folder / "runs.geojson").exists():
            self.note(f"a planet of {PLANET_MEGABYTES} MB")
            timing.check([places.ROOT / "Tools" / "make-planet", "--megabytes", PLANET_MEGABYTES, "-o", folder])
        return places.Subject("planet", folder).arguments()

    def raster(self):
        """Elevations as a GeoTIFF, with the same samples in a .raw file beside it."""
        path = self.scratch / "mountains.tif"
        if not path.exists() or not path.with_suffix(".raw").exists():
            self.note(f"a raster of {RASTER_SIZE}² samples")
            self.script("dem_make.py", path, "--size", RASTER_SIZE)
        return path
