"""Terrain beside GDAL: the same raster, the same products, file to file, in one run; answers are compared before times."""

import json
import os
import pathlib
import random

from . import timing

SIZE = 10801
ROUNDS = 5
COLOURS = "300 40 90 40\n1200 160 180 90\n2200 190 160 110\n3000 150 140 130\n4300 255 255 255\n"
GDAL_CREATION = ["-co", "TILED=YES", "-q"]


class Product:
    """One product, as each side is asked for it, and how near the answers must be."""

    def __init__(self, name, ours, theirs, pixel, limit, share, period=None):
        self.name, self.ours, self.theirs = name, ours, theirs
        self.pixel, self.limit, self.share, self.period = pixel, limit, share, period


def products(colours):
    """The work of both sides on the projected raster, where the answers must be the same."""
    return [
        Product("hillshade", ["hillshade"], ["hillshade"], "grey", 1, 0.999),
        Product("multidirectional", ["hillshade", "--multidirectional"], ["hillshade", "-multidirectional"],
                "grey", 1, 0.999),
        Product("slope", ["slope"], ["slope"], "float", 0.01, 0.999),
        Product("aspect", ["aspect"], ["aspect"], "float", 0.05, 0.98, 360),
        Product("relief", ["relief", "--ramp", str(colours)], ["color-relief", "-alpha"], "grey", 1, 0.999),
    ]


def products_in_degrees():
    """The same work on the raster in degrees, for which GDAL gets one scale and we use the true ones: times only."""
    scale = ["-s", "111120"]
    return [Product("hillshade, in degrees", ["hillshade"], ["hillshade", *scale], "grey", 1, None),
            Product("slope, in degrees", ["slope"], ["slope", *scale], "float", 0.01, None)]


def run(programs, scratch, dem=None, size=SIZE, rounds=ROUNDS, note=print):
    """All rows: {"name", "ours": {...}, "theirs": {...}, "ratio"}."""
    os.environ["GDAL_CACHEMAX"] = "1024"
    os.environ["GDAL_PAM_ENABLED"] = "NO"
    scratch = pathlib.Path(scratch)
    source = _projected(programs, scratch, dem, size)
    width, height = _size(source)
    colours = scratch / "colours.txt"
    colours.write_text(COLOURS)
    rows = []
    geographic = _geographic(programs, scratch, dem, size)
    plan = [(product, source) for product in products(colours)]
    for product, raster in plan + [(product, geographic) for product in products_in_degrees()]:
        note(product.name)
        rows.append(_product(programs, scratch, raster, product, colours, width, height, rounds))
    for interval in (100, 20):
        note(f"contours every {interval} m")
        rows.append(_contours(programs, scratch, geographic, interval, width * height, rounds))
    note("sampling")
    rows += _samples(programs, scratch, geographic)
    note("in memory")
    rows += _memory(programs, source, rounds)
    return {"size": [width, height], "rows": rows}


def _make(programs, scratch, size):
    raw = scratch / "mountains.raw"
    if not raw.exists():
        timing.check([programs.skiroute_benchmarks, "mountains", "--size", str(size), "--output", str(raw)])
    return raw


def _translate(programs, scratch, dem, size, name, place):
    path = scratch / name
    source = dem or _make(programs, scratch, size)
    timing.check(["gdal_translate", "-q", "-co", "TILED=YES", "-co", "BLOCKXSIZE=512", "-co", "BLOCKYSIZE=512", *place,
            str(source), str(path)])
    return path


def _geographic(programs, scratch, dem, size):
    """The raster in degrees, a third of a second of arc a sample."""
    edge = size / 10800
    place = ["-a_srs", "EPSG:4326", "-a_ullr", "7", "47", str(7 + edge), str(47 - edge)]
    return _translate(programs, scratch, dem, size, "geographic.tif", [] if dem else place)


def _projected(programs, scratch, dem, size):
    """The same samples on a metric grid, 10 m apart: there both sides must find the same slopes."""
    width, height = _size(dem) if dem else (size, size)
    place = ["-a_srs", "EPSG:32632", "-a_ullr", "300000", "5300000", str(300000 + 10 * width), str(5300000 - 10 * height)]
    return _translate(programs, scratch, dem, size, "projected.tif", place)


def _size(path):
    about = json.loads(timing.check(["gdalinfo", "-json", str(path)]))
    return about["size"]


def _product(programs, scratch, source, product, colours, width, height, rounds):
    ours, theirs = scratch / "ours.tif", scratch / "theirs.tif"
    words = list(product.theirs)
    extra = [str(colours)] if words[0] == "color-relief" else []
    commands = {
        "ours": [programs.skiroute, "terrain", *product.ours, str(source), "-o", str(ours)],
        "theirs": ["gdaldem", words[0], str(source), *extra, str(theirs), *words[1:], *GDAL_CREATION],
    }
    times = timing.alternate(commands, rounds, [ours, theirs])
    same = _same(programs, scratch, product, ours, theirs, width) if product.share else None
    for path in (ours, theirs):
        path.unlink()
    return timing.row(product.name, times, width * height / 1e6, "Mpx/s", same)


def _same(programs, scratch, product, ours, theirs, width):
    plain = []
    for path in (ours, theirs):
        raw = path.with_suffix(".raw")
        timing.check(["gdal_translate", "-q", "-of", "ENVI", str(path), str(raw)])
        plain.append(str(raw))
    command = [programs.skiroute_benchmarks, "same", "--pixel", product.pixel, "--columns", str(width),
               "--limit", str(product.limit), *plain]
    if product.period:
        command += ["--period", str(product.period)]
    found = json.loads(timing.check(command))
    for path in plain:
        os.unlink(path)
    if found["shareWithin"] < product.share:
        raise SystemExit(f"benchmark: {product.name} is not GDAL's: {found}")
    return found["shareWithin"]


def _contours(programs, scratch, source, interval, pixels, rounds):
    ours, theirs = scratch / "ours.geojsonl", scratch / "theirs.geojsonl"
    commands = {
        "ours": [programs.skiroute, "terrain", "contours", str(source), "--interval", str(interval), "-o", str(ours)],
        "theirs": ["gdal_contour", "-q", "-i", str(interval), "-a", "ele", "-f", "GeoJSONSeq", str(source), str(theirs)],
    }
    times = timing.alternate(commands, min(rounds, 3) if interval < 100 else rounds, [ours, theirs])
    a, b = (json.loads(timing.check([programs.skiroute_benchmarks, "lines", "--file", str(path)])) for path in (ours, theirs))
    for path in (ours, theirs):
        path.unlink()
    # GDAL's lines go on for half a pixel beyond the outermost samples.
    ratio = a["length"] / b["length"]
    if a["levels"] != b["levels"] or not 0.999 < ratio < 1.001:
        raise SystemExit(f"benchmark: contours are not GDAL's: {a} for {b}")
    row = timing.row(f"contours {interval} m", times, pixels / 1e6, "Mpx/s", ratio)
    row["ours"]["megabytes"], row["theirs"]["megabytes"] = a["megabytes"], b["megabytes"]
    return row


def _samples(programs, scratch, source):
    about = json.loads(timing.check(["gdalinfo", "-json", str(source)]))
    corners = about["cornerCoordinates"]
    (west, north), (east, south) = corners["upperLeft"], corners["lowerRight"]
    chance = random.Random(3)
    inset = 0.01
    places = [(chance.uniform(west + inset, east - inset), chance.uniform(south + inset, north - inset))
              for _ in range(20000)]
    theirs = "".join(f"{x:.9f} {y:.9f}\n" for x, y in places)
    ours = "".join(f"{y:.9f} {x:.9f}\n" for x, y in places)
    commands = {"ours": [programs.skiroute, "terrain", "sample", str(source), "--sampling", "nearest"],
                "theirs": ["gdallocationinfo", "-valonly", "-wgs84", str(source)]}
    times = {"ours": [], "theirs": []}
    for _ in range(3):
        for side, text in (("ours", ours), ("theirs", theirs)):
            times[side].append(timing.time_of(commands[side], text))
    heights = [timing.check(commands[side], text).split("\n") for side, text in (("ours", ours), ("theirs", theirs))]
    pairs = [(float(a.split()[-1]), float(b)) for a, b in zip(*heights) if a and b]
    same = sum(abs(a - b) < 0.001 for a, b in pairs) / len(places)
    if same < 0.999:
        raise SystemExit(f"benchmark: heights are not GDAL's: only {same:.4f} of {len(places)} agree")
    rows = [timing.row("samples, by the command", times, len(places) / 1e6, "M points/s", same)]
    for line in timing.lines([programs.skiroute_benchmarks, "samples", "--raster", str(source), "--points", "2000000"]):
        name = line["what"]
        if "pointsPerSecond" in line:
            rows.append({"name": name, "unit": "M points/s", "ours": {"rate": line["pointsPerSecond"] / 1e6}})
    return rows


def _memory(programs, source, rounds):
    command = [programs.skiroute_benchmarks, "terrain", "--raster", str(source), "--rounds", str(rounds)]
    return [{"name": f"{line['what']}, {line['cores']} core{'s' if line['cores'] > 1 else ''}", "unit": "Mpx/s",
             "ours": {"rate": line["megapixelsPerSecond"]}} for line in timing.lines(command)]
