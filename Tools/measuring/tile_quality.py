"""Counts vertices and measures shapes of several MBTiles with one decoder; runs in the judges' Python.

  tile_quality.py runs.geojson NAME=FILE.mbtiles ...

Runs are told apart by name. At each zoom those that are in every archive are compared: vertices over all tiles, and how far
the vertices of the source lie from the line that is drawn, of one run in ten, in pixels of tiles 512 wide.
"""

import contextlib
import gzip
import json
import math
import pathlib
import sqlite3
import sys

import numpy
import shapely

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from mapbox_vector_tile.Mapbox import vector_tile_pb2  # noqa: E402

from judging.shapes import parsed  # noqa: E402

EXTENT, PIXEL = 4096, 8
SAMPLED = 10


def drawn(path, zoom):
    """{name: lines in steps from the world's corner} of the layer of runs."""
    found = {}
    with contextlib.closing(sqlite3.connect(path)) as database:
        rows = database.execute("select tile_column, tile_row, tile_data from tiles where zoom_level = ?", (zoom,))
        for column, row, content in rows:
            corner = numpy.array([column * EXTENT, ((1 << zoom) - 1 - row) * EXTENT])
            tile = vector_tile_pb2.tile()
            tile.ParseFromString(gzip.decompress(content))
            for layer in tile.layers:
                if layer.name == "runs":
                    for feature in layer.features:
                        parts = found.setdefault(name_of(layer, feature), [])
                        parts += [numpy.array(points) * (EXTENT / layer.extent) + corner for points, _, _ in
                                  parsed(list(feature.geometry))]
    return found


def name_of(layer, feature):
    for key, value in zip(feature.tags[::2], feature.tags[1::2]):
        if layer.keys[key] == "name":
            return layer.values[value].string_value
    return None


def steps(places, zoom):
    side = EXTENT << zoom
    latitudes = numpy.radians(places[:, 1])
    return numpy.stack([(places[:, 0] + 180) / 360 * side, (1 - numpy.arcsinh(numpy.tan(latitudes)) / math.pi) / 2 * side], 1)


def stray_pixels(places, lines):
    """The greatest distance of places from lines."""
    line = shapely.multilinestrings([shapely.linestrings(points) for points in lines if len(points) > 1])
    return float(shapely.distance(shapely.points(places), line).max()) / PIXEL


def main():
    source = {feature["properties"]["name"]: numpy.array([place[:2] for place in feature["geometry"]["coordinates"]])
              for feature in json.loads(pathlib.Path(sys.argv[1]).read_text())["features"]}
    archives = [word.rsplit("=", 1) for word in sys.argv[2:]]
    zooms, largest = [], []
    for _, path in archives:
        with contextlib.closing(sqlite3.connect(path)) as database:
            largest.append(database.execute("select max(length(tile_data)) from tiles").fetchone()[0])
    for zoom in range(5, 15):
        sides = [drawn(path, zoom) for _, path in archives]
        # The usual archive leaves small runs out on purpose: the others are compared without it where it has none.
        common = sorted(set.intersection(*(set(side) for side in sides if len(side) > len(source) / 2)) & set(source))
        row = {"zoom": zoom, "runs": len(common), "present": [len(side) for side in sides],
               "verticesPerRun": [], "straysPixels": [], "vertices": []}
        for side in sides:
            names = [name for name in common if name in side]
            count = sum(len(points) for name in names for points in side[name])
            row["vertices"].append(sum(len(points) for parts in side.values() for points in parts))
            row["verticesPerRun"].append(count / max(1, len(names)))
            strays = [stray_pixels(steps(source[name], zoom), side[name]) for name in names[::SAMPLED]]
            row["straysPixels"].append(float(numpy.percentile(strays, 99)) if strays else 0.0)
        zooms.append(row)
    print(json.dumps({"archives": [name for name, _ in archives], "largest": largest, "zooms": zooms}))


if __name__ == "__main__":
    main()
