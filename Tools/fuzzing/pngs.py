"""PNGs for fuzzing: reads the sample's tiles, and writes small pictures in every form the format has."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def _chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def decoded(data):
    """Rows of (red, green, blue) of an 8-bit RGB PNG without interlacing."""
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        length = struct.unpack(">I", data[at:at + 4])[0]
        if data[at + 4:at + 8] == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += 12 + length
    raw, stride = zlib.decompress(packed), 3 * width
    above, rows = bytearray(stride), []
    for row in range(height):
        start = row * (stride + 1)
        line = _unfiltered(raw[start], bytearray(raw[start + 1:start + 1 + stride]), above)
        rows.append([tuple(line[i:i + 3]) for i in range(0, stride, 3)])
        above = line
    return rows


def _unfiltered(kind, line, above):
    for i in range(len(line)):
        a, b, c = (line[i - 3], above[i], above[i - 3]) if i >= 3 else (0, above[i], 0)
        if kind == 1:
            line[i] = line[i] + a & 255
        elif kind == 2:
            line[i] = line[i] + b & 255
        elif kind == 3:
            line[i] = line[i] + (a + b >> 1) & 255
        elif kind == 4:
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = line[i] + nearest & 255
    return line


def _png(side, depth, colour, lines, level, extra=b"", interlaced=0, cuts=1, filters=0):
    raw = b"".join(bytes((filters,)) + bytes(line) for line in lines)
    packed = zlib.compress(raw, level)
    step = -(-len(packed) // cuts)
    pieces = b"".join(_chunk(b"IDAT", packed[i:i + step]) for i in range(0, len(packed), step))
    header = struct.pack(">IIBBBBB", side, side, depth, colour, 0, 0, interlaced)
    return SIGNATURE + _chunk(b"IHDR", header) + extra + pieces + _chunk(b"IEND", b"")


def rgb(rows, level, **options):
    """8-bit RGB."""
    return _png(len(rows), 8, 2, [b"".join(map(bytes, row)) for row in rows], level, **options)


def _packed(values, depth):
    """One line of small numbers, the first in the highest bits."""
    per = 8 // depth
    return bytes(sum((v & (1 << depth) - 1) << (8 - depth * (i + 1)) for i, v in enumerate(values[n:n + per]))
                 for n in range(0, len(values), per))


def _interlaced(rows):
    """The lines of Adam7's seven passes."""
    for x, y, dx, dy in ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)):
        for row in rows[y::dy]:
            yield b"".join(map(bytes, row[x::dx]))


def forms(rows):
    """(name, bytes) of one square in all colour types, depths, filters, packings and some further chunks."""
    side = len(rows)
    for level, packing in ((0, "stored"), (9, "packed")):
        yield f"rgb-{packing}", rgb(rows, level)
        yield f"rgb-{packing}-cut", rgb(rows, level, cuts=7)
        yield f"rgb-{packing}-interlaced", _png(side, 8, 2, _interlaced(rows), level, interlaced=1)
        yield f"rgba-{packing}", _png(side, 8, 6, [b"".join(bytes((*p, p[2])) for p in row) for row in rows], level)
        for depth in (1, 2, 4, 8):
            shade = [_packed([p[1] >> (8 - depth) for p in row], depth) for row in rows]
            yield f"grey{depth}-{packing}", _png(side, depth, 0, shade, level)
            palette = _chunk(b"PLTE", b"".join(bytes((128, i, 0)) for i in range(1 << depth)))
            clear = _chunk(b"tRNS", bytes((0, 128, 255)[:1 << depth]))
            yield f"palette{depth}-{packing}", _png(side, depth, 3, shade, level, extra=palette + clear)
        yield f"grey-alpha-{packing}", _png(side, 8, 4, [b"".join(bytes(p[1:]) for p in row) for row in rows], level)
    wide = [b"".join(struct.pack(">3H", *(n * 257 for n in p)) for p in row) for row in rows]
    yield "rgb16", _png(side, 16, 2, wide, 9)
    extra = (_chunk(b"gAMA", struct.pack(">I", 45455)) + _chunk(b"sRGB", b"\0") + _chunk(b"tEXt", b"Comment\0none")
             + _chunk(b"tRNS", struct.pack(">3H", 1, 2, 3)))
    for kind in range(5):
        yield f"rgb-filter{kind}", rgb(rows, 9, extra=extra if kind == 0 else b"", filters=kind)
