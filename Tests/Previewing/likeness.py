"""The share of a picture that differs from an earlier one, without the differences between machines: as PictureLikeness in Swift.

A pixel counts as changed only when a colour of it lies more than 48 outside what the nine pixels around its place in the other
picture have, seen from either picture; a picture is another one when more than 60 of the 1024 pixels of a square of 32 x 32 are
changed: more than there, since a browser may choose another of several places for a name. The worst square says it, not the mean.
"""

import os
import pathlib
import struct
import tempfile
import zlib

COLOUR_TOLERANCE, SQUARE_SIDE, SQUARE_TOLERANCE = 48, 32, 60


def decode(content):
    """Width, height and rows of a PNG file of red, green and blue, with or without alpha, eight bits, not interlaced."""
    if content[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("no PNG file")
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", content[16:29])
    if depth != 8 or kind not in (2, 6) or interlaced:
        raise ValueError(f"PNG of depth {depth} and kind {kind} is not read here")
    packed, at = b"", 8
    while at < len(content):
        (size,) = struct.unpack(">I", content[at:at + 4])
        if content[at + 4:at + 8] == b"IDAT":
            packed += content[at + 8:at + 8 + size]
        at += size + 12
    step = 3 if kind == 2 else 4
    return width, height, _rows(zlib.decompress(packed), width * step, height, step)


def _rows(data, length, height, step):
    rows, above = [], bytearray(length)
    for number in range(height):
        start = number * (length + 1)
        row = bytearray(data[start + 1:start + 1 + length])
        _unfilter(data[start], row, above, step)
        rows.append([tuple(row[at:at + 3]) for at in range(0, length, step)])
        above = row
    return rows


def _unfilter(kind, row, above, step):
    for at in range(len(row) if kind else 0):
        left = row[at - step] if at >= step else 0
        up = above[at]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            corner = above[at - step] if at >= step else 0
            guess = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
        row[at] = (row[at] + guess) & 255


def worst(one, other):
    """The most changed pixels in a square, and its left and upper edge."""
    (width, height, mine), (other_width, other_height, theirs) = decode(one), decode(other)
    if (width, height) != (other_width, other_height):
        raise ValueError(f"{width}x{height} and {other_width}x{other_height} can't be alike")
    counts = {}
    for row in range(height):
        for column in range(width):
            if mine[row][column] == theirs[row][column]:
                continue
            if _differs(mine, theirs, column, row) or _differs(theirs, mine, column, row):
                square = (column // SQUARE_SIDE * SQUARE_SIDE, row // SQUARE_SIDE * SQUARE_SIDE)
                counts[square] = counts.get(square, 0) + 1
    return max(((count, square) for square, count in counts.items()), default=(0, (0, 0)))


def complaint(picture, golden):
    """The difference of a picture from the stored one of a path; None where it is alike.

    With SKIROUTE_REGENERATE_GOLDEN the picture is stored, which is a complaint, too.
    """
    if os.environ.get("SKIROUTE_REGENERATE_GOLDEN"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_bytes(reduced(picture))
        return f"wrote {golden.name} anew; look at it, then run without SKIROUTE_REGENERATE_GOLDEN"
    count, place = worst(picture, golden.read_bytes())
    if count <= SQUARE_TOLERANCE:
        return None
    copy = pathlib.Path(tempfile.gettempdir()) / f"skiroute-{golden.name}"
    copy.write_bytes(picture)
    return f"{count} of the pixels from {place} are others than in {golden.name}; the picture is at {copy}"


def _differs(mine, theirs, column, row):
    around = [other for line in theirs[max(0, row - 1):row + 2] for other in line[max(0, column - 1):column + 2]]
    for part, value in enumerate(mine[row][column]):
        values = [other[part] for other in around]
        if not min(values) - COLOUR_TOLERANCE <= value <= max(values) + COLOUR_TOLERANCE:
            return True
    return False


def encode(width, height, rows):
    """A PNG file of rows of red, green and blue."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    data = b"".join(b"\0" + bytes(value for pixel in row for value in pixel) for row in rows)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")


def reduced(content):
    """The picture in the form stored for comparison: eight levels of each colour, each at most 19 from the original."""
    width, height, rows = decode(content)
    levels = [round(round(value / 255 * 7) / 7 * 255) for value in range(256)]
    return encode(width, height, [[tuple(levels[value] for value in pixel) for pixel in row] for row in rows])
