"""Reads a table of time zones from its bytes, apart from what writes it, and answers by coordinate."""

import functools
import math


@functools.cache
def parts(palette, bits):
    """The palettes of four children, by the bits of a node with a palette."""
    return [tuple(zone for at, zone in enumerate(palette) if bits >> (child * len(palette) + at) & 1) for child in range(4)]


class Table:
    """A table: release, names, depth, and for each square of 4° a zone or a list of four such."""

    def __init__(self, data):
        if data[:9] != b"SKIZONES\x01":
            raise ValueError("no table of time zones, or of another version; make it anew by Tools/make-zones")
        self.depth = data[9]
        self._data, self._at = data, 12 + int.from_bytes(data[10:12], "little")
        self.release, *self.names = data[12:self._at].decode("ascii").split("\n")
        self.roots = [[self._palette()] for _ in range(90 * 45)]  # each slot: the zones, then the node in their place
        level = self._settle(self.roots)
        while level:
            below = []
            for slot in level:
                below += self._divide(slot)
            level = self._settle(below)
        if self._at != len(data):
            raise ValueError(f"{len(data) - self._at} bytes too many")

    def _take(self, count):
        part = self._data[self._at:self._at + count]
        self._at += count
        return int.from_bytes(part, "little")

    def _palette(self):
        return tuple(self._take(2) for _ in range(self._take(1)))

    @staticmethod
    def _settle(slots):
        """The slots of divided nodes; the others get their zone."""
        for slot in slots:
            if len(slot[0]) == 1:
                slot[0] = slot[0][0]
        return [slot for slot in slots if isinstance(slot[0], tuple)]

    def _divide(self, slot):
        palette = slot[0]
        slot[0] = [[part] for part in parts(palette, self._take((len(palette) + 1) // 2))]
        return slot[0]

    def zone(self, latitude, longitude):
        """The name of the zone at a coordinate in degrees."""
        per_degree = (1 << self.depth) / 4
        column = min(math.floor((longitude + 180) * per_degree), (90 << self.depth) - 1)
        row = min(math.floor((latitude + 90) * per_degree), (45 << self.depth) - 1)
        node, level = self.roots[(row >> self.depth) * 90 + (column >> self.depth)][0], self.depth
        while isinstance(node, list):
            level -= 1
            node = node[(row >> level & 1) * 2 + (column >> level & 1)][0]
        return self.names[node]
