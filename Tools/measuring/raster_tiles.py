"""Shaded raster tiles beside gdal2tiles: the same heights, area, zooms and tile size, in one run; and how near the pictures are."""

import math
import os
import pathlib
import shlex
import sqlite3

from . import places, timing

ZOOMS = "8-14"
HALF = math.pi * 6378137
AREAS = ("andorra", "mayrhofen")


def run(programs, scratch, rounds, only=(), note=print):
    """All rows: {"name", "ours", "theirs", "alone", "ratio", "tiles", "same"}."""
    root = os.environ.get("SKIROUTE_REAL_DATA")
    if not root:
        raise SystemExit("benchmark: --raster shades the areas that SKIROUTE_REAL_DATA names; set it")
    os.environ["GDAL_PAM_ENABLED"] = "NO"
    rows = []
    for name in AREAS:
        if only and not any(text in name for text in only):
            continue
        area = Area(programs, pathlib.Path(root) / name, pathlib.Path(scratch) / name)
        for side in (256, 512):
            note(f"{name}, {side} pixels")
            rows.append(area.row(side, rounds))
        note(f"{name}, pictures")
        rows[-1]["pictures"] = [area.picture(zoom) for zoom in (11, 12, 13, 14)]
    return rows


class Area:
    """One area: its map, its heights, and the ground its tiles show."""

    def __init__(self, programs, folder, scratch):
        self.name, self.skiroute, self.scratch = folder.name, programs.skiroute, scratch
        scratch.mkdir()
        self.heights = sorted((folder / "dem").glob("*.hgt"))
        self.map, self.mosaic = scratch / "area.skimap", scratch / "heights.vrt"
        subject = places.Subject(folder.name, folder, folder / "dem")
        timing.check([self.skiroute, "build", *subject.arguments(), "--output", str(self.map)])
        timing.check(["gdalbuildvrt", "-q", str(self.mosaic), *map(str, self.heights)])
        self.archive = scratch / "ours.mbtiles"
        timing.check(self.tiles(self.archive, 256))
        self.bounds = self._bounds()

    def tiles(self, output, side, zooms=ZOOMS):
        heights = [word for path in self.heights for word in ("--elevation", str(path))]
        return [self.skiroute, "tiles", "--map", str(self.map), "--layer", "hillshade", *heights, "--zoom", zooms,
                "--tile-size", str(side), "--output", str(output)]

    def _bounds(self):
        """West, south, east, north of what our archive says it shows: ours and theirs cover the same ground."""
        with sqlite3.connect(self.archive) as archive:
            (text,) = archive.execute("SELECT value FROM metadata WHERE name = 'bounds'").fetchone()
        return [float(part) for part in text.split(",")]

    def row(self, side, rounds):
        """Times of our archive, of GDAL's way from heights to tiles, and of its last step alone."""
        ours, warped, shaded = (self.scratch / name for name in ("ours.pmtiles", "warped.tif", "shaded.tif"))
        folder = self.scratch / f"theirs-{side}"
        box = [format(number, ".7f") for number in self.bounds]
        scale = 1 / math.cos(math.radians((self.bounds[1] + self.bounds[3]) / 2))
        cut = ["gdal2tiles.py", "-q", "-w", "none", "--xyz", "-z", ZOOMS, "--processes=2", f"--tilesize={side}",
               str(shaded), str(folder)]
        steps = [
            ["gdalwarp", "-q", "-overwrite", "-t_srs", "EPSG:3857", "-te_srs", "EPSG:4326", "-te", *box, "-r", "bilinear",
             str(self.mosaic), str(warped)],
            ["gdaldem", "hillshade", "-q", "-compute_edges", "-z", format(scale, ".6f"), str(warped), str(shaded)], cut]
        commands = {"ours": self.tiles(ours, side),
                    "theirs": ["sh", "-c", " && ".join(shlex.join(step) for step in steps)], "alone": cut}
        nothing = self.scratch / "nothing"
        times = timing.alternate(commands, rounds, [ours, nothing, nothing])
        theirs = sum(1 for _ in folder.rglob("*.png"))
        tiles = self._count()
        row = timing.row(f"{self.name}, {side} px", times, tiles, "tiles/s", None)
        row["tiles"] = {"ours": tiles, "theirs": theirs}
        for side_name in ("theirs", "alone"):
            row[side_name]["rate"] = theirs / row[side_name]["wallSeconds"]
            row[side_name]["ratio"] = {
                key: row[side_name][key] / theirs / (row["ours"][key] / tiles) for key in ("wallSeconds", "cpuSeconds")}
        return row

    def _count(self):
        with sqlite3.connect(self.archive) as archive:
            return archive.execute("SELECT count(*) FROM tiles").fetchone()[0]

    def picture(self, zoom):
        """Grey levels of our tiles beside GDAL's shading of the heights on the same pixels: mean, 95th percentile, most."""
        # The two by two tiles in the middle, the outermost pixels left out.
        west, south, east, north = self.bounds
        across = 1 << zoom
        column = int(((west + east) / 2 + 180) / 360 * across - 0.5)
        middle = math.radians((south + north) / 2)
        row = int((1 - math.asinh(math.tan(middle)) / math.pi) / 2 * across - 0.5)
        pixel = 2 * HALF / across / 256
        box = [column * 256 * pixel - HALF, HALF - (row + 2) * 256 * pixel,
               (column + 2) * 256 * pixel - HALF, HALF - row * 256 * pixel]
        warped, shaded = self.scratch / "same.tif", self.scratch / "same-shaded.tif"
        timing.check(["gdalwarp", "-q", "-overwrite", "-t_srs", "EPSG:3857", "-ot", "Float32", "-r", "cubic", "-et", "0",
                      "-te", *[format(number, ".6f") for number in box], "-ts", "512", "512", str(self.mosaic), str(warped)])
        latitude = 2 * math.atan(math.exp((box[1] + box[3]) / 2 / 6378137)) - math.pi / 2
        timing.check(["gdaldem", "hillshade", "-q", "-z", format(1 / math.cos(latitude), ".8f"), str(warped), str(shaded)])
        theirs = self._levels(shaded)
        differences = [0] * 256
        with sqlite3.connect(self.archive) as archive:
            for x, y in ((0, 0), (1, 0), (0, 1), (1, 1)):
                tile = self._grey(archive, zoom, column + x, row + y)
                for line in range(1 - y, 256 - y):
                    start = (y * 256 + line) * 512 + x * 256
                    for ours, other in list(zip(tile[line * 256:line * 256 + 256], theirs[start:start + 256]))[1 - x:256 - x]:
                        if ours and other:
                            differences[abs(ours - other)] += 1
        return {"zoom": zoom} | _summary(differences)

    def _grey(self, archive, zoom, column, row):
        found = archive.execute(
            "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
            (zoom, column, (1 << zoom) - 1 - row)).fetchone()
        if not found:
            return bytes(65536)
        path = self.scratch / "tile.png"
        path.write_bytes(found[0])
        return self._levels(path)

    def _levels(self, path):
        """The grey levels of a picture, rows from the north."""
        raw = self.scratch / "levels.raw"
        timing.check(["gdal_translate", "-q", "-of", "ENVI", "-b", "1", str(path), str(raw)])
        return raw.read_bytes()


def _summary(differences):
    count = sum(differences)
    if not count:
        raise SystemExit("benchmark: no pixel has a grey level on both sides")
    seen = 0
    for percentile, number in enumerate(differences):
        seen += number
        if seen >= 0.95 * count:
            break
    return {"pixels": count, "mean": sum(grey * number for grey, number in enumerate(differences)) / count,
            "percentile95": percentile, "most": max(grey for grey, number in enumerate(differences) if number)}


def table(rows):
    """The summary of all rows."""
    lines = []
    for row in rows:
        ours, tiles = row["ours"], row["tiles"]
        lines.append(f"{row['name']}: ours {tiles['ours']} tiles, {ours['wallSeconds']:.3f} s, {ours['cpuSeconds']:.3f} CPU s, "
                     f"{ours['peakMebibytes']:.0f} MiB")
        for key, name in (("theirs", "gdalwarp, gdaldem, gdal2tiles"), ("alone", "gdal2tiles alone")):
            side = row[key]
            lines.append(f"  {name}: {tiles['theirs']} tiles, {side['wallSeconds']:.3f} s, {side['cpuSeconds']:.3f} CPU s; "
                         f"a tile takes {side['ratio']['wallSeconds']:.1f} × our time, {side['ratio']['cpuSeconds']:.1f} × our CPU")
        for found in row.get("pictures", []):
            lines.append(f"  zoom {found['zoom']}: grey levels differ from GDAL's by {found['mean']:.2f} in the mean, "
                         f"{found['percentile95']} at the 95th percentile, {found['most']} at most, of {found['pixels']} pixels")
    return "\n".join(lines)
