"""Boxes of latitude and longitude, across the antimeridian too."""

import dataclasses
import math
import re

from .status import USAGE, FetchError, shown

_METRES_A_DEGREE = 111_195.0
_FOUR = re.compile(r"\s*[-+]?[\d.][-+\d.eE]*\s*(,\s*[-+]?[\d.][-+\d.eE]*\s*){3}\Z", re.ASCII)


def looks_like_box(text):
    """Returns whether an argument is four numbers with commas, sensible or not."""
    return _FOUR.match(text) is not None


@dataclasses.dataclass(frozen=True)
class Box:
    """South, west, north, east in degrees; west is greater than east where it crosses the antimeridian."""

    south: float
    west: float
    north: float
    east: float

    @staticmethod
    def parse(text):
        """Reads `south,west,north,east`."""
        try:
            south, west, north, east = (float(part) for part in text.split(","))
        except ValueError:
            raise FetchError(USAGE, f"{shown(text)}: not a box; write south,west,north,east in degrees, "
                                    "for example 45.2,6.4,45.5,6.9") from None
        if not all(map(math.isfinite, (south, west, north, east))):
            raise FetchError(USAGE, f"{shown(text)}: not a box; its numbers must be finite")
        if not (-90 <= south <= north <= 90 and -180 <= west <= 180 and -180 <= east <= 180):
            raise FetchError(USAGE, f"{shown(text)}: not a box on the Earth; write south,west,north,east with south <= north, "
                                    "latitudes in -90...90 and longitudes in -180...180")
        return Box(south, west, north, east)

    def text(self):
        """`south,west,north,east`, to a metre."""
        return ",".join(f"{value:.5f}".rstrip("0").rstrip(".") for value in dataclasses.astuple(self))

    def spans(self):
        """The longitudes as one or two pairs that don't cross the antimeridian."""
        if self.west <= self.east:
            return [(self.west, self.east)]
        return [(self.west, 180.0), (-180.0, self.east)]

    def widened(self, metres):
        """The box with a margin on all sides. Complexity: O(1)."""
        lift = metres / _METRES_A_DEGREE
        south, north = max(-90.0, self.south - lift), min(90.0, self.north + lift)
        widest = max(abs(south), abs(north))
        side = 360.0 if widest > 89.9 else lift / math.cos(math.radians(widest))
        width = self.east - self.west + (0 if self.west <= self.east else 360)
        if width + 2 * side >= 360:
            return Box(south, -180.0, north, 180.0)
        return Box(south, _turned(self.west - side), north, _turned(self.east + side))

    def meets(self, other):
        """Returns whether two boxes share a point."""
        return (self.south <= other.north and other.south <= self.north
                and any(w <= oe and ow <= e for w, e in self.spans() for ow, oe in other.spans()))


def _turned(longitude):
    if longitude < -180:
        return longitude + 360
    return longitude - 360 if longitude > 180 else longitude


def box_of(geometry):
    """The box of a GeoJSON geometry, or None when it has no usable position.

    Where its longitudes span more than half the globe it is taken to cross the antimeridian.
    """
    places = []
    _collect(geometry, places, 0)
    if not places:
        return None
    longitudes, latitudes = [p[0] for p in places], [p[1] for p in places]
    west, east = min(longitudes), max(longitudes)
    if east - west > 180:
        west = min(x for x in longitudes if x > 0)
        east = max(x for x in longitudes if x <= 0)
    return Box(min(latitudes), west, max(latitudes), east)


def _collect(value, places, depth):
    if isinstance(value, dict):
        for key in ("coordinates", "geometries"):
            _collect(value.get(key), places, depth + 1)
    elif isinstance(value, list) and depth < 32:
        if len(value) >= 2 and all(type(part) in (int, float) for part in value[:2]):
            if -180 <= value[0] <= 180 and -90 <= value[1] <= 90:
                places.append(value)
        else:
            for part in value:
                _collect(part, places, depth + 1)
