"""Cutting one ski area out of the planet files, as a stream: features are copied byte for byte."""

import math
import os
import re

from . import geojson
from .bounds import Box, box_of
from .status import disk_error, note

MARGIN_METRES = 1000.0
_EXPONENT = rb"-?\d[\d.]*[eE]"


class Sieve:
    """Tells from the raw bytes which features are worth parsing: none that meets the box is missed.

    A feature is worth it where it holds the id, or a position in one of the whole degrees around the box, or a number
    with an exponent. Features of which no vertex is within half a degree of the box are passed over.
    """

    def __init__(self, box, identity):
        self._id = identity.encode() if identity else None
        wide = Box(max(-90, box.south - 0.5), box.west, min(90, box.north + 0.5), box.east)
        latitudes = _degrees(wide.south, wide.north)
        longitudes = {word for west, east in wide.widened(55_000).spans() for word in _degrees(west, east)}
        self._near = re.compile(rb"\[\s*(?:(?:%s)(?:\.\d*)?\s*,\s*(?:%s)[\s.,\]]|%s|-?[\d.]+\s*,\s*%s)" % (
            b"|".join(sorted(longitudes)), b"|".join(sorted(latitudes)), _EXPONENT, _EXPONENT))

    def takes(self, raw):
        return (self._id is not None and self._id in raw) or self._near.search(raw) is not None


def _degrees(low, high):
    """The spellings of the integer parts of the numbers between two; -0.5 is spelled with -0."""
    words = set()
    for cell in range(math.floor(low), math.floor(high) + 1):
        words |= {str(cell), f"-{-cell - 1}"} if cell < 0 else {str(cell)}
    return {word.encode() for word in words}


def belongs(value, identity):
    """Returns whether a feature is the area, or names it among its ski areas."""
    properties = value.get("properties")
    if identity is None or not isinstance(properties, dict):
        return False
    if properties.get("id") == identity and properties.get("type") == "skiArea":
        return True
    areas = properties.get("skiAreas")
    return isinstance(areas, list) and any(
        isinstance(area, dict) and isinstance(area.get("properties"), dict)
        and area["properties"].get("id") == identity for area in areas)


def member_box(paths, identity):
    """The box around all features that name an area: for areas that are mapped as a point only."""
    boxes = []
    for path in paths:
        with open(path, "rb") as file:
            for raw in geojson.Scanner(file).features():
                value = _parsed(raw) if identity.encode() in raw else None
                if value and belongs(value, identity):
                    boxes.append(box_of(value.get("geometry")))
    return around([box for box in boxes if box])


def around(boxes):
    """The box around boxes, None for none; across the antimeridian where that is shorter."""
    if not boxes:
        return None
    south, north = min(box.south for box in boxes), max(box.north for box in boxes)
    west, east = boxes[0].west, boxes[0].east
    for box in boxes[1:]:
        west, east = _joined((west, east), (box.west, box.east))
    return Box(south, west, north, east)


def _joined(one, other):
    """The shorter of the two spans of longitude that hold both."""
    def width(span):
        return (span[1] - span[0]) % 360 if span[1] != span[0] + 360 else 360

    def holds(span, inner):
        return (inner[0] - span[0]) % 360 + width(inner) <= width(span) + 1e-9
    spans = [one, other, (one[0], other[1]), (other[0], one[1])]
    return min((span for span in spans if holds(span, one) and holds(span, other)), key=width, default=(-180.0, 180.0))


def cut(source, target, box, identity, progress):
    """Copies what belongs to an area or meets a box into a new file; returns how many features.

    The target is written beside its place; the caller renames it in. Time: linear in the source; memory: a window.
    """
    sieve, count, spoilt = Sieve(box, identity), 0, 0
    try:
        with open(source, "rb") as file, open(target, "wb") as out:
            scanner, size = geojson.Scanner(file), os.fstat(file.fileno()).st_size
            out.write(b'{"type":"FeatureCollection","features":[')
            for raw in scanner.features():
                if scanner.count % 256 == 0:
                    progress(file.tell(), size)
                if not sieve.takes(raw):
                    continue
                value = _parsed(raw)
                spoilt += value is None
                if value is not None and _is_wanted(value, box, identity):
                    out.write((b",\n" if count else b"\n") + raw)
                    count += 1
            out.write(b"\n]}\n")
            out.flush()
            os.fsync(out.fileno())
    except OSError as error:
        raise disk_error(error, target) from error
    finally:
        progress.end()
    if spoilt:
        note(f"{os.path.basename(source)}: {spoilt} features are not JSON and were left out")
    return count


def _is_wanted(value, box, identity):
    if belongs(value, identity):
        return True
    mine = box_of(value.get("geometry"))
    return mine is not None and mine.meets(box)


def _parsed(raw):
    try:
        return geojson.parse(raw)
    except ValueError:
        return None
