"""Reads tiles by GDAL's drivers of vector tiles and MBTiles; before GDAL 3.8 there is none of vector PMTiles, so tiles are cut out."""

import pathlib
import re
import shutil
import subprocess
import tempfile

TILES_ASKED = 25


def is_there():
    return shutil.which("ogrinfo") is not None


def features_of(path, *options):
    """{layer: features} by ogrinfo, or the words it fails with."""
    done = subprocess.run(["ogrinfo", "-ro", "-al", "-so", *options, str(path)], capture_output=True, text=True)
    words = (done.stderr + done.stdout).strip()
    if done.returncode or "ERROR" in done.stderr or "Warning" in done.stderr:
        return words[:200]
    return {name: int(count) for name, count in re.findall(r"^Layer name: (\S+).*?^Feature Count: (\d+)", words, re.M | re.S)}


def check_tiles(decoded):
    """Faults of some tiles of a decoded archive {place: (content, layers)}, spread over it."""
    places = sorted(decoded)
    with tempfile.TemporaryDirectory() as scratch:
        for place in places[::max(1, len(places) // TILES_ASKED)]:
            content, layers = decoded[place]
            path = pathlib.Path(scratch) / "{}-{}-{}.pbf".format(*place)
            path.write_bytes(content)
            expected = {name: len(layer["features"]) for name, layer in layers.items()}
            found = features_of(path)
            if found != expected:
                yield f"tile {place}: GDAL finds {found}, mapbox-vector-tile {expected}"


def check_mbtiles(path, layers):
    """Faults of an MBTiles archive."""
    found = features_of(path, "-oo", "CLIP=NO")
    if not isinstance(found, dict) or set(found) != set(layers):
        yield f"GDAL finds {found}, the archive says {layers}"
