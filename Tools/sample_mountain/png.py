"""Terrarium PNG tiles from rows of heights, the same bytes on every machine with the same zlib."""

import struct
import zlib

STEP = 16  # sixteenths of a metre are kept


def _chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def _pixels(row):
    """Three bytes a pixel: (height + 32768) metres in whole metres (two bytes) and 256ths."""
    result = bytearray()
    for height in row:
        value = round((height + 32768) * STEP) * (256 // STEP)
        result += bytes((value >> 16, value >> 8 & 255, value & 255))
    return result


def _filters(line, above):
    """The row by each of the filters None, Sub, Up, Average and Paeth."""
    left = b"\0\0\0" + line[:-3]
    corner = b"\0\0\0" + above[:-3]
    yield 0, bytes(line)
    yield 1, bytes((x - a) & 255 for x, a in zip(line, left))
    yield 2, bytes((x - b) & 255 for x, b in zip(line, above))
    yield 3, bytes((x - (a + b >> 1)) & 255 for x, a, b in zip(line, left, above))
    paeth = bytearray()
    for x, a, b, c in zip(line, left, above, corner):
        p = a + b - c
        da, db, dc = abs(p - a), abs(p - b), abs(p - c)
        paeth.append((x - (a if da <= db and da <= dc else b if db <= dc else c)) & 255)
    yield 4, bytes(paeth)


def encode(rows):
    """A PNG of 8-bit RGB; each row takes the filter whose bytes lie nearest to zero, the first of equals."""
    data, above = bytearray(), bytes(3 * len(rows[0]))
    for row in rows:
        line = _pixels(row)
        kind, best = min(_filters(line, above), key=lambda f: (sum(map(_NEARNESS.__getitem__, f[1])), f[0]))
        data += bytes((kind,)) + best
        above = bytes(line)
    header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    text = b"Copyright\0SkiRoute sample, CC0: an invented mountain"
    return (b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"tEXt", text)
            + _chunk(b"IDAT", zlib.compress(bytes(data), 9)) + _chunk(b"IEND", b""))


_NEARNESS = [min(n, 256 - n) for n in range(256)]


def tiles(terrain, formula, from_pixel, centre):
    """Every tile of zooms 10 to 13 as (path, bytes); coarser ones are means of finer ones, the sea around is 0."""
    rows, zoom, half = terrain.rows, 13, terrain.size // 2
    while True:
        left, top = centre[0] * 256 * 2 ** (zoom - 10), centre[1] * 256 * 2 ** (zoom - 10)
        count = max(1, half // 256)
        if half < 256 * count:
            rows = _surround(rows, 256 * count, left, top, zoom, formula, from_pixel)
        size = 256 * count
        for ty in range(-count, count):
            for tx in range(-count, count):
                x0, y0 = tx * 256 + size, ty * 256 + size
                tile = [row[x0:x0 + 256] for row in rows[y0:y0 + 256]]
                yield f"{zoom}/{left // 256 + tx}/{top // 256 + ty}.png", encode(tile)
        if zoom == 10:
            return
        inner = [[(a[i] + a[i + 1] + b[i] + b[i + 1]) / 4 for i in range(0, len(a), 2)]
                 for a, b in zip(rows[::2], rows[1::2])]
        rows, zoom, half = inner, zoom - 1, len(inner) // 2


def _surround(rows, half, left, top, zoom, formula, from_pixel):
    """Rows widened to `half` pixels on each side of the middle by the formula."""
    margin = half - len(rows) // 2
    result = []
    for j in range(2 * half):
        inside = margin <= j < 2 * half - margin
        y = top - half + j + 0.5
        line = []
        for i in range(2 * half):
            if inside and margin <= i < 2 * half - margin:
                line.append(rows[j - margin][i - margin])
            else:
                px, py = from_pixel(left - half + i + 0.5, y, zoom)
                line.append(formula(px, py) if abs(px) < 9400 and abs(py) < 9400 else 0.0)
        result.append(line)
    return result
