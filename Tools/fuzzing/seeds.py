"""Cuts Data/Sample into inputs that are small enough to be changed byte by byte a thousand times a second."""

import json
import struct

from . import archives, pngs, recorders, tiffs, tracks

POSITIONS = 5  # kept of each line or ring
TILES = ("10/497/363", "12/1991/1455", "13/3984/2911")


def geojson(sample):
    """Each feature alone, shortened; and some collections as they stand in files."""
    heads = [{"type": "FeatureCollection"},
             {"type": "FeatureCollection", "license": "CC0-1.0", "attribution": "SkiRoute sample", "generator": "none"}]
    for path in sorted(sample.glob("*/*.geojson")):
        features = [_shortened(f) for f in json.loads(path.read_text(encoding="utf-8"))["features"]]
        for number, feature in enumerate(features):
            name = f"{path.parent.name}-{path.stem}-{number:03}"
            if number % 3 == 0:
                yield f"{name}-bare", _json(feature)
            else:
                yield name, _json({**heads[number % 2], "features": [feature]})
        trio = features[:3]
        yield f"{path.parent.name}-{path.stem}-lines", b"\n".join(_json(f) for f in trio)
        yield f"{path.parent.name}-{path.stem}-sequence", b"".join(b"\x1e" + _json(f) + b"\n" for f in trio)
        yield f"{path.parent.name}-{path.stem}-twice", _json({"features": trio + trio[:1], "type": heads[0]["type"]})
        escaped = json.dumps({**heads[1], "features": trio}, ensure_ascii=True, indent=1)
        yield f"{path.parent.name}-{path.stem}-escaped", b"\xef\xbb\xbf" + escaped.encode()
    for depth in (500, 509, 520):
        nest = "[" * depth + "]" * depth
        yield f"deep-{depth}", f'{{"type":"FeatureCollection","features":[{{"a":{nest}}}]}}'.encode()
        yield f"deep-outside-{depth}", f'{{"a":{nest},"features":[],"type":"FeatureCollection"}}'.encode()


def _json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _shortened(value):
    """The same value with short lists: first and last elements stay, so that rings stay closed."""
    if isinstance(value, dict):
        return {key: _shortened(member) for key, member in value.items()}
    if isinstance(value, list):
        kept = value if len(value) <= POSITIONS else value[:POSITIONS - 1] + value[-1:]
        return [_shortened(member) for member in kept]
    return value


def png(sample):
    """Squares of 64 pixels in all forms of PNG, as good encoders write them and with stored picture data."""
    for tile in TILES:
        pixels = pngs.decoded((sample / f"elevation/terrarium/{tile}.png").read_bytes())
        rows = [row[96:160] for row in pixels[96:160]]
        label = tile.replace("/", "-")
        for name, data in pngs.forms(rows):
            yield f"{label}-{name}", data
        yield f"{label}-rgb-as-terrain-rgb", pngs.rgb([[_terrain_rgb(p) for p in row] for row in rows], 9)
    whole = (sample / f"elevation/terrarium/{TILES[0]}.png").read_bytes()
    yield "whole", whole


def _metres(pixel):
    return pixel[0] * 256 + pixel[1] + pixel[2] / 256 - 32768


def _terrain_rgb(pixel):
    value = round((_metres(pixel) + 10000) * 10)
    return value >> 16, value >> 8 & 255, value & 255


def hgt(sample):
    """A byte for the side, then the samples; see Tests/Fuzz/HGT."""
    yield "name", b"N46E008.hgt"
    yield "name-south-west", b"s34w118.HGT"
    for tile in TILES:
        pixels = pngs.decoded((sample / f"elevation/terrarium/{tile}.png").read_bytes())
        for side in (2, 3, 8, 17, 33):
            heights = [round(_metres(pixels[y][x])) for y in range(side) for x in range(side)]
            data = struct.pack(f">{side * side}h", *heights)
            yield f"{tile.replace('/', '-')}-{side}", bytes((side - 2,)) + data
            yield f"{tile.replace('/', '-')}-{side}-exact", bytes((side - 2 | 0x80,)) + data
    voids = struct.pack(">9h", 1200, -32768, 1300, 9001, 9000, -501, -500, 32767, 0)
    yield "voids", bytes((1,)) + voids
    yield "voids-exact", bytes((0x81,)) + voids


def tiff(sample):
    """Squares of 24 samples in the forms of GeoTIFF that are read."""
    pixels = pngs.decoded((sample / f"elevation/terrarium/{TILES[2]}.png").read_bytes())
    yield from tiffs.forms([[round(_metres(p)) for p in row[100:124]] for row in pixels[100:124]])


def grids(sample):
    """One to three small grids over each other: sizes, step, place, tiles, a missing tile and a pattern of heights for each."""
    heights = bytes((sample / f"elevation/terrarium/{TILES[2]}.png").read_bytes()[200:263])
    fine, coarse = bytes((38, 38, 1, 40, 40, 9, 13, 200)), bytes((12, 9, 6, 20, 30, 7, 4, 1))
    yield "one", bytes((0,)) + fine + bytes((0, 63)) + heights
    yield "two", bytes((1,)) + fine + bytes((0, 40)) + heights[:41] + coarse + bytes((0, 20)) + heights[:21]
    holes = bytes(0x80 if n % 3 else value for n, value in enumerate(heights))
    three = coarse + bytes((1, 30)) + holes[:31] + fine + bytes((0, 63)) + holes + fine + bytes((1, 0, 9))
    yield "holes", bytes((2,)) + three + bytes(range(20))


def pmtiles(sample):
    """Archives of a square of 64 pixels, and .hgt files packed as zip and gzip."""
    pixels = pngs.decoded((sample / f"elevation/terrarium/{TILES[0]}.png").read_bytes())
    yield from archives.forms(pngs.rgb([row[96:160] for row in pixels[96:160]], 9))


def gpx(sample):
    """A way down a run of the sample, in the dialects of GPX."""
    yield from tracks.gpx(_way(sample))


def nmea(sample):
    """The same as sentences."""
    yield from tracks.nmea(_way(sample))


def csv(sample):
    """The same as tables."""
    yield from tracks.csv(_way(sample))


def fit(sample):
    """The same in messages of FIT."""
    yield from recorders.fit(_way(sample))


def tcx(sample):
    """The same as laps of TCX."""
    yield from recorders.tcx(_way(sample))


def kml(sample):
    """The same as tracks, lines and placemarks of KML."""
    yield from recorders.kml(_way(sample))


def trackjson(sample):
    """The same as GeoJSON with times."""
    yield from recorders.trackjson(_way(sample))


def igc(sample):
    """The same as a flight."""
    yield from recorders.igc(_way(sample))


def packed(sample):
    """Recordings packed by gzip and zip."""
    yield from recorders.packed(_way(sample))


def hours(_):
    """Values of opening_hours, one for each part of its grammar."""
    values = ("24/7", "Dec-Apr Mo-Su 08:30-16:30", "2025 Dec 6-2026 Apr 12 9:00-16:00; Dec 24,25 off",
              "week 50-10 We[2],Su[-1] +1 day",
              "easter -2 days-easter +1 day sunrise-(sunset-00:30)", "Mo-Fr,PH 22:00-26:00 unknown \"wind\"",
              "PH Mo-Fr off || \"by request\"",
              "2024-2030/2 Oct 26+ dawn-dusk,09:00-12:00+", "Mar Su[-1]-Oct 31 09:00-16:00/30, SH 18:00+", "winter: 10:00\u201316:00")
    for number, value in enumerate(values):
        yield str(number), value.encode()


def journal(sample):
    """The same, followed by navigation."""
    yield from tracks.journal(_way(sample))


def _way(sample):
    runs = json.loads((sample / "openskimap" / "runs.geojson").read_text(encoding="utf-8"))["features"]
    line = next(f for f in runs if f["geometry"]["type"] == "LineString")
    return [(lon, lat, rest[0] if rest else 1500.0) for lon, lat, *rest in line["geometry"]["coordinates"][:POSITIONS]]


MAKERS = {"geojson": geojson, "png": png, "hgt": hgt, "tiff": tiff, "grids": grids, "pmtiles": pmtiles, "gpx": gpx, "nmea": nmea,
          "csv": csv, "fit": fit, "tcx": tcx, "kml": kml, "trackjson": trackjson, "igc": igc, "packed": packed, "hours": hours,
          "journal": journal}
