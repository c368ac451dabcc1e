"""Reads the boundaries of time zones from timezonefinder's data and rasterises them row by row."""

import dataclasses
import importlib.metadata

import numpy
import timezonefinder
import timezonefinder_data

PACKAGES = ("timezonefinder", "timezonefinder-data", "numpy")
UNITS = 10_000_000  # the data counts in units of 1e-7 degrees
SEA = "Etc/GMT"  # the prefix of zones of the high seas


@dataclasses.dataclass
class Runs:
    """Cells of a grid that lie in zones: row, first column, column after the last, index of the zone. Rows begin in the south."""

    rows: numpy.ndarray
    begins: numpy.ndarray
    ends: numpy.ndarray
    zones: numpy.ndarray

    def of_rows(self, first, last):
        """The runs of the rows first ..< last, which must be sorted by row."""
        low, high = numpy.searchsorted(self.rows, [first, last])
        return Runs(self.rows[low:high], self.begins[low:high], self.ends[low:high], self.zones[low:high])


def release():
    """The release of timezone-boundary-builder that the data was made from, for example 2026c."""
    return (timezonefinder_data.DATA_DIR / "data_version.txt").read_text(encoding="utf-8").strip()


def versions():
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)


def crossings(ring, cells_per_degree):
    """Rows whose middle the ring crosses, and where, in units of 1e-7 degrees."""
    x, y = (numpy.asarray(part, dtype=numpy.float64) for part in ring)
    next_x, next_y = numpy.roll(x, -1), numpy.roll(y, -1)
    cell = UNITS / cells_per_degree
    low, high = numpy.minimum(y, next_y), numpy.maximum(y, next_y)
    first = numpy.ceil((low + 90 * UNITS) / cell - 0.5).astype(numpy.int64)
    last = numpy.ceil((high + 90 * UNITS) / cell - 0.5).astype(numpy.int64)
    counts = last - first
    edges = numpy.flatnonzero(counts)
    edges = numpy.repeat(edges, counts[edges])
    if edges.size == 0:
        return numpy.empty(0, numpy.int64), numpy.empty(0)
    begins = numpy.flatnonzero(numpy.r_[True, edges[1:] != edges[:-1]])
    step = numpy.arange(edges.size) - numpy.repeat(begins, numpy.diff(numpy.r_[begins, edges.size]))
    rows = first[edges] + step
    middle = (rows + 0.5) * cell - 90 * UNITS
    x0, y0 = x[edges], y[edges]
    return rows, x0 + (middle - y0) * (next_x[edges] - x0) / (next_y[edges] - y0)


def polygon_runs(rings, cells_per_degree):
    """(rows, begins, ends) of the cells whose middle lies within an odd number of the rings."""
    parts = [crossings(ring, cells_per_degree) for ring in rings]
    rows, places = (numpy.concatenate(part) for part in zip(*parts))
    order = numpy.lexsort((places, rows))
    rows = rows[order]
    columns = numpy.ceil((places[order] + 180 * UNITS) * cells_per_degree / UNITS - 0.5).astype(numpy.int64)
    columns = numpy.clip(columns, 0, 360 * cells_per_degree)
    rows, begins, ends = rows[::2], columns[::2], columns[1::2]
    inside = begins < ends
    return rows[inside], begins[inside], ends[inside]


def land_runs(cells_per_degree):
    """The names of the zones on land, and the runs of all their polygons, sorted by row; of equal rows, later runs lie above earlier ones.

    Zones overlap where states disagree: the smaller zone lies above the larger one.
    """
    finder = timezonefinder.TimezoneFinder(in_memory=True)
    names = finder.timezone_names
    land = sorted(name for name in names if not name.startswith(SEA))
    found = []
    for zone, name in enumerate(land):
        pieces = []
        for boundary in finder._iter_boundary_ids_of_zone(names.index(name)):
            rings = [finder.coords_of(boundary), *finder._holes_of_poly(boundary)]
            pieces.append(polygon_runs(rings, cells_per_degree))
        rows, begins, ends = (numpy.concatenate(part) for part in zip(*pieces))
        found.append((int((ends - begins).sum()), zone, rows, begins, ends))
    found.sort(key=lambda item: (-item[0], item[1]))
    rows, begins, ends = (numpy.concatenate([item[place] for item in found]) for place in (2, 3, 4))
    zones = numpy.concatenate([numpy.full(item[2].size, item[1], numpy.int64) for item in found])
    order = numpy.argsort(rows, kind="stable")
    return land, Runs(rows[order], begins[order], ends[order], zones[order])
