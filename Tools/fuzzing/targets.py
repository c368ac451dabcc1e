"""The fuzz targets and their build."""

import dataclasses
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / ".build-fuzz"
# Testing is enabled for the harnesses that call decoders directly. lld, since gold fails on libFuzzer's debug data. The harnesses call
# libFuzzer's driver themselves: its own main, which nothing calls, is removed with the other unused sections.
FLAGS = ["--scratch-path", str(BUILD), "-Xswiftc", "-enable-testing", "-Xswiftc", "-sanitize=fuzzer,address", "-Xswiftc",
         "-use-ld=lld", "-Xlinker", "--gc-sections"]


@dataclasses.dataclass(frozen=True)
class Target:
    """One parser: the program, the longest input, a dictionary if it has one."""

    name: str
    product: str
    longest: int
    dictionary: pathlib.Path | None = None
    maker: str | None = None  # the program that makes the seeds; Tools/fuzzing/seeds.py makes the others'
    configuration: str = "release"  # SwiftPM's, of both programs

    @property
    def program(self):
        return BUILD / self.configuration / self.product

    @property
    def maker_program(self):
        return BUILD / self.configuration / self.maker

    @property
    def regressions(self):
        """The inputs that once were findings, in order of their names."""
        folder = ROOT / "Tests" / "Fuzz" / "Regressions" / self.name
        return sorted(p for p in folder.glob("*") if p.is_file())

    @property
    def kept(self):
        """The folder with the part of the corpus that is kept in git."""
        return ROOT / "Tests" / "Fuzz" / "Corpus" / self.name


ALL = (
    Target("geojson", "FuzzGeoJSON", 4096, ROOT / "Tools" / "fuzzing" / "geojson.dict"),
    Target("png", "FuzzPNG", 17_000),
    Target("hgt", "FuzzHGT", 2300),
    Target("tiff", "FuzzTIFF", 6000),
    Target("grids", "FuzzGrids", 400),
    Target("pmtiles", "FuzzPMTiles", 12_000),
    Target("skimap", "FuzzSkiMap", 30_000, maker="FuzzSeeds"),
    Target("gpx", "FuzzGPX", 4096, ROOT / "Tools" / "fuzzing" / "gpx.dict"),
    Target("nmea", "FuzzNMEA", 2048, ROOT / "Tools" / "fuzzing" / "nmea.dict"),
    Target("csv", "FuzzCSV", 2048, ROOT / "Tools" / "fuzzing" / "csv.dict"),
    Target("fit", "FuzzFIT", 4096),
    Target("tcx", "FuzzTCX", 4096, ROOT / "Tools" / "fuzzing" / "tcx.dict"),
    Target("kml", "FuzzKML", 4096, ROOT / "Tools" / "fuzzing" / "kml.dict"),
    Target("trackjson", "FuzzTrackJSON", 4096, ROOT / "Tools" / "fuzzing" / "trackjson.dict"),
    Target("igc", "FuzzIGC", 2048, ROOT / "Tools" / "fuzzing" / "igc.dict"),
    Target("packed", "FuzzPacked", 4096),
    Target("hours", "FuzzHours", 300, ROOT / "Tools" / "fuzzing" / "hours.dict"),
    Target("journal", "FuzzJournal", 8192, ROOT / "Tools" / "fuzzing" / "journal.dict"),
)


def build(targets):
    """Builds the programs of targets of one configuration; says why not on standard error and returns False when one can't be."""
    environment = {**os.environ, "SKIROUTE_FUZZ": "1"}
    products = [name for t in targets for name in (t.product, t.maker) if name]
    # With SKIROUTE_FUZZ the package has nothing else: one build of everything keeps all cores at work.
    for choice in [[]] if len(targets) == len(ALL) else [["--product", name] for name in products]:
        made = subprocess.run(["swift", "build", "-c", targets[0].configuration, *FLAGS, *choice], cwd=ROOT, env=environment,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if made.returncode != 0:
            print(made.stdout, file=sys.stderr)
            print(f"fuzz: {' '.join(choice[1:] or products)} can't be built", file=sys.stderr)
            return False
    return True
