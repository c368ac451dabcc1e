"""The places of a planet's mountains."""

import math
import random

GAP_METRES = (7_330, 6_190)  # between the middles of neighbours in a group, whose lines then lie within 500 m


class Place:
    """The place and the rotation of one mountain."""

    def __init__(self, number, longitude, latitude, is_grouped):
        self.number, self.longitude, self.latitude, self.is_grouped = number, longitude, latitude, is_grouped

    @property
    def convention(self):
        """The words OpenSkiMap has for the colours there, roughly."""
        if -170 < self.longitude < -50 and self.latitude > 0 or 110 < self.longitude and self.latitude < 0:
            return "north_america"
        return "japan" if 128 < self.longitude < 146 and 30 < self.latitude < 46 else "europe"

    @property
    def script(self):
        if self.convention == "japan":
            return "katakana"
        return "cyrillic" if 30 < self.longitude < 178 and self.latitude > 46 else "latin"


def all_places(seed, linked=None):
    """Yields places without end, or nearly: the same for the same seed. No two mountains overlap.

    The first stands across the antimeridian, the next five near it, on either side. Then one place in forty is a group of four or nine
    mountains whose runs nearly touch. With `linked`, every place but the first six is a group of that many squared.
    """
    chance = random.Random(f"{seed}/places")
    cells = _cells(max(linked or 0, 3))
    chance.shuffle(cells)
    edge = [(180.0, 66.5), (-179.7, 64.1), (179.8, 51.2), (-179.8, 43.3), (179.85, -39.2), (-179.85, -43.9)]
    number = 0
    for cell in edge + cells:
        is_edge = number < len(edge)
        width = 1 if is_edge or chance.random() > 0.025 else chance.choice((2, 2, 3))
        width = width if is_edge or linked is None else linked
        for longitude, latitude in _group(cell, width):
            yield Place(number, longitude, latitude, width > 1)
            number += 1


def _cells(widest):
    """The middles of a world-wide grid at the latitudes of snow, away from the antimeridian; the widest group fits."""
    cells = []
    step = (widest * GAP_METRES[0] + 6_000) / 111_320
    for south, north in ((30.0, 69.0), (-54.0, -30.0)):
        for row in range(int((north - south) / step)):
            latitude = south + (row + 0.5) * step
            width = step / math.cos(math.radians(latitude))
            cells += [(-178.0 + (column + 0.5) * width, latitude) for column in range(int(356 / width))]
    return cells


def _group(cell, width):
    longitude, latitude = cell
    north = 111_320.0
    east = north * math.cos(math.radians(latitude))
    offsets = [k - (width - 1) / 2 for k in range(width)]
    return [(longitude + i * GAP_METRES[0] / east, latitude + j * GAP_METRES[1] / north) for j in offsets for i in offsets]
