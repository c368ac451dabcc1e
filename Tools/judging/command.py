"""The judge as a command."""

import argparse
import pathlib
import subprocess
import sys
import tempfile

from . import containers, coverage, gdal, shapes

SHOWN = 20
BUFFER = 64
ROOT = pathlib.Path(__file__).resolve().parents[2]


def options(words):
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=pathlib.Path, metavar="ARCHIVE", help="a .pmtiles or .mbtiles")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--map", type=pathlib.Path, metavar="M", help="the map the tiles were made of")
    what.add_argument("--tables", type=pathlib.Path, metavar="DIR", help="its tables instead, from skiroute export")
    parser.add_argument("--source", type=pathlib.Path, action="append", default=[], metavar="FILE",
                        help="GeoJSON in OpenSkiMap's form the map was built from; needs --map or --tables")
    parser.add_argument("--skiroute", type=pathlib.Path, default=ROOT / ".build" / "release" / "skiroute", metavar="FILE",
                        help="the command that exports the map's tables (.build/release/skiroute)")
    parser.add_argument("--buffer", type=int, default=BUFFER, metavar="N",
                        help=f"how many steps around a tile may be drawn ({BUFFER})")
    return parser.parse_args()


class Judgement:
    """Faults, counted by what they are about."""

    def __init__(self):
        self.faults = []

    def note(self, faults):
        self.faults += list(faults)

    def show(self):
        for fault in self.faults[:SHOWN]:
            print(fault)
        if len(self.faults) > SHOWN:
            print(f"and {len(self.faults) - SHOWN} more")
        return 1 if self.faults else 0


def judge(chosen):
    verdict = Judgement()
    archive = containers.open_archive(chosen.archive)
    verdict.note(archive.faults)
    verdict.note(containers.check_frame(archive))
    deepest = archive.zooms[1]
    drawn, decoded, counts = coverage.Drawn(deepest), {}, {"features": 0, "vertices": 0}
    for place, content in sorted(archive.tiles.items()):
        tile = shapes.Tile(content, chosen.buffer)
        verdict.note(f"tile {place}: {fault}" for fault in tile.faults)
        verdict.note(f"tile {place}: layer {name} is not said to be there" for name in tile.layers if name not in archive.layers)
        decoded[place] = content, tile.layers
        counts["features"] += sum(len(layer["features"]) for layer in tile.layers.values())
        counts["vertices"] += tile.vertices
        if place[0] == deepest:
            drawn.add(place, tile.layers)
    verdict.note(coverage.check_bounds(drawn, archive.bounds))
    with_map = compare(chosen, drawn, verdict)
    if gdal.is_there():
        verdict.note(gdal.check_tiles(decoded))
        if archive.kind == "MBTiles":
            verdict.note(gdal.check_mbtiles(chosen.archive, archive.layers))
    largest = max(map(len, archive.tiles.values()), default=0)
    print(f"{archive.kind}: {len(archive.tiles)} tiles of zooms {archive.zooms[0]} to {deepest}, {counts['features']} features, "
          f"{counts['vertices']} vertices, largest tile {largest} bytes{with_map}{', GDAL agrees' * gdal.is_there()}"
          if not verdict.faults else f"{archive.kind}: {len(verdict.faults)} faults")
    return verdict.show()


def compare(chosen, drawn, verdict):
    """Compares the deepest zoom with the map, and the source; returns what to say of it."""
    if not (chosen.map or chosen.tables):
        return ""
    with tempfile.TemporaryDirectory() as scratch:
        tables = chosen.tables or pathlib.Path(scratch)
        if chosen.map:
            subprocess.run([chosen.skiroute, "export", "--map", chosen.map, "-o", tables], check=True)
        features, nodes = coverage.read_tables(tables)
    if not features:
        verdict.note(["the map has neither runs nor lifts"])
    verdict.note(coverage.check_map(drawn, features, nodes))
    words = f", {len(features)} runs and lifts of the map whole"
    if chosen.source:
        source = coverage.read_source(chosen.source)
        verdict.note(coverage.check_source(drawn, source, features))
        words += f", {sum(len(source[key]) for key in source if key in features)} vertices of the source on their lines"
    return words


def main(words):
    chosen = options(words)
    try:
        return judge(chosen)
    except containers.Unreadable as error:
        print(f"{chosen.archive.name}: {error}")
        return 1
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"judge-tiles: {error}", file=sys.stderr)
        return 66
