"""Writes a grid of zones as quadtrees, and reads them, as ZoneTable.swift does.

Roots are squares of 4° in rows from the south-west. A node knows the zones of its square, its palette. For each child in turn
(south-west, south-east, north-west, north-east) a divided node has one bit for each zone of its palette, which is set where the zone
occurs in the child: one bit is a leaf, more are a node with these zones. The bits of the four children, the first zone's lowest and
the first child's lowest, fill (palette + 1) / 2 bytes. Nodes are written level by level, so that bytes of one kind lie together.
"""

import functools

import numpy

from . import sea

ROOT_DEGREES = 4
ROOTS = 90 * 45
MAGIC = b"SKIZONES"
VERSION = 1
MIXED = -2  # marks a square of several zones


class Square:
    """A divided node: its four children, each the index of a zone or a Square, and the zones in them."""

    __slots__ = ("children", "zones")

    def __init__(self, children, zones):
        self.children, self.zones = children, zones


def pyramid(cells):
    """The levels of a square of cells, finest first: the zone where a square has one, or sea alone (-1), else MIXED.

    Where sea and one zone meet in a square of at most half a degree, it is that zone's.
    """
    levels = [cells]
    while levels[-1].shape[0] > 1:
        parts = [levels[-1][high::2, right::2] for high in (0, 1) for right in (0, 1)]
        zone = functools.reduce(numpy.maximum, parts)
        is_one = functools.reduce(numpy.logical_and, [(part == zone) | (part == -1) for part in parts])
        levels.append(numpy.where(is_one, zone, numpy.int16(MIXED)))
    return levels


def square(levels, depth, row, column, around):
    """The node of a square: the index of its zone or a Square; around is the zone that the sea in it gets."""
    zone = int(levels[depth][row, column])
    if zone == -1:
        return around
    if zone != MIXED:
        return zone
    below, corners = levels[depth - 1], [(2 * row + high, 2 * column + right) for high in (0, 1) for right in (0, 1)]
    kinds = [int(below[corner]) for corner in corners]
    plain = [kind for kind in kinds if kind >= 0]
    if plain:
        around = max(sorted(set(plain)), key=plain.count)
    children = [square(levels, depth - 1, *corner, around) for corner in corners]
    return joined(children)


def joined(children):
    """The node of four children: one of them where all are the same zone."""
    zones = set()
    for child in children:
        zones |= child.zones if isinstance(child, Square) else {child}
    return children[0] if len(zones) == 1 else Square(children, frozenset(zones))


def roots(runs, cells_per_degree):
    """All root squares, in rows from the south-west."""
    size = ROOT_DEGREES * cells_per_degree
    oceans = sea.filled(sea.coarse(runs, cells_per_degree))
    part = cells_per_degree // sea.CELLS_PER_DEGREE
    depth = part.bit_length() - 1
    found = []
    for first in range(0, 180 * cells_per_degree, size):
        band = sea.raster(runs, first, first + size, cells_per_degree)
        for left in range(0, 360 * cells_per_degree, size):
            found.append(root(band[:, left:left + size], oceans, first // part, left // part, depth))
    return found


def root(cells, oceans, row, column, depth):
    """The root of a square of cells; its parts of half a degree without land are those of oceans."""
    if cells[0, 0] >= 0 and (cells == cells[0, 0]).all():
        return int(cells[0, 0])
    levels = pyramid(cells)
    count = levels[depth].shape[0]
    nodes = [[square(levels, depth, r, c, int(oceans[row + r, column + c])) for c in range(count)] for r in range(count)]
    while len(nodes) > 1:
        nodes = [[joined([nodes[r + high][c + right] for high in (0, 1) for right in (0, 1)])
                  for c in range(0, len(nodes), 2)] for r in range(0, len(nodes), 2)]
    return nodes[0][0]


def encoded(squares, names, release, cells_per_degree):
    """The bytes of a table before they are packed."""
    used = sorted(set().union(*(s.zones if isinstance(s, Square) else {s} for s in squares)))
    number = {zone: place for place, zone in enumerate(used)}
    depth = (ROOT_DEGREES * cells_per_degree).bit_length() - 1
    text = "\n".join([release, *(names[zone] for zone in used)]).encode("ascii")
    out = bytearray(MAGIC + bytes([VERSION, depth]) + len(text).to_bytes(2, "little") + text)
    level = []
    for node in squares:
        palette = sorted(node.zones) if isinstance(node, Square) else [node]
        out.append(len(palette))
        for zone in palette:
            out += number[zone].to_bytes(2, "little")
        if isinstance(node, Square):
            level.append((node, palette))
    counts = []
    while level:
        counts.append(len(level))
        below = []
        for node, palette in level:
            bits = 0
            for place, child in enumerate(node.children):
                zones = child.zones if isinstance(child, Square) else {child}
                for index, zone in enumerate(palette):
                    bits |= (zone in zones) << (place * len(palette) + index)
                if isinstance(child, Square):
                    below.append((child, [zone for zone in palette if zone in zones]))
            out += bits.to_bytes((len(palette) + 1) // 2, "little")
        level = below
    return bytes(out), counts


def leaves(divided):
    """The number of undivided squares, of the numbers of divided ones level by level."""
    return ROOTS + 3 * sum(divided)
