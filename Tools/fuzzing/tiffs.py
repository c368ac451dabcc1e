"""Writes small GeoTIFFs in the forms the reader knows, for fuzzing; every field stands where a change does most."""

import struct
import zlib

TYPES = {"int16": (16, 2, "h"), "uint8": (8, 1, "B"), "uint16": (16, 1, "H"), "int32": (32, 2, "i"),
         "float32": (32, 3, "f"), "float64": (64, 3, "d")}
UTM = (1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32632)
DEGREES = (1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326)


def _lzw(data):
    """Literal codes only, 9 bits each, and a clear code before they would grow."""
    bits, out = 0, 0
    for start in range(0, len(data), 200):
        for code in [256, *data[start:start + 200]]:
            out, bits = out << 9 | code, bits + 9
    out, bits = out << 9 | 257, bits + 9
    return (out << -bits % 8).to_bytes((bits + 7) // 8, "big")


def _packbits(data):
    return b"".join(bytes((len(data[i:i + 128]) - 1,)) + data[i:i + 128] for i in range(0, len(data), 128))


def _zstd(data):
    """One frame of one raw block."""
    return b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data)) + struct.pack("<I", len(data) << 3 | 1)[:3] + data


PACKINGS = {"none": (1, bytes), "lzw": (5, _lzw), "deflate": (8, zlib.compress), "packbits": (32773, _packbits),
            "zstd": (50000, _zstd)}


def _differences(data, order, kind, width):
    """Predictor 2 for whole numbers."""
    size = struct.calcsize(kind)
    out = b""
    for start in range(0, len(data), width * size):
        row = struct.unpack(f"{order}{width}{kind.upper()}", data[start:start + width * size])
        mask = (1 << 8 * size) - 1
        out += struct.pack(f"{order}{width}{kind.upper()}", row[0], *((b - a) & mask for a, b in zip(row, row[1:])))
    return out


def tiff(rows, kind="int16", packing="none", order="<", big=False, tile=None, predictor=1, keys=UTM, extra=(), leaves_out=None,
         masks=(), alpha=None):
    """One file; the pieces come first and the directories last, as many writers have it.

    `masks` are further images, each the keywords of `_mask`; `alpha` is "interleaved" or "planar".
    """
    bits, form, code = TYPES[kind]
    width, height = len(rows[0]), len(rows)
    number, pack = PACKINGS[packing]
    side = tile or (width, 5)
    bands = 2 if alpha else 1
    clear = [[0 if (x + y) % 5 == 0 else 1 for x in range(width)] for y in range(height)]
    planes = [rows, clear] if alpha == "planar" else [rows]
    if alpha == "interleaved":
        planes = [[[v for pair in zip(*lines) for v in pair] for lines in zip(rows, clear)]]
    places = 2 if alpha == "interleaved" else 1  # numbers of a sample
    pieces = []
    for plane in planes:
        for lines in _cut(plane, width, height, side, tile, places):
            data = b"".join(struct.pack(f"{order}{len(line)}{code}", *line) for line in lines)
            if predictor == 2:
                data = _differences(data, order, code, side[0])
            pieces.append(pack(data))
    degrees = keys is DEGREES
    fields = [(256, "I", (width,)), (257, "I", (height,)), (258, "H", (bits,) * bands), (259, "H", (number,)),
              (262, "H", (1,)), (277, "H", (bands,)), (339, "H", (form,) * bands), (317, "H", (predictor,)),
              (33550, "d", (0.001, 0.001, 0) if degrees else (10, 10, 0)),
              (33922, "d", (0, 0, 0, 8, 47, 0) if degrees else (0, 0, 0, 5e5, 5.2e6, 0)), (34735, "H", keys), *extra]
    if alpha:
        fields += [(284, "H", (2 if alpha == "planar" else 1,)), (338, "H", (2,))]
    images = [(fields, pieces, side, tile, leaves_out)]
    images += [_mask(width, height, **mask) for mask in masks]
    return _assembled(images, order, big)


def _cut(rows, width, height, side, tile, places=1):
    """The lines of each tile or strip; `places` numbers belong to a sample."""
    for top in range(0, height, side[1]):
        for left in range(0, width, side[0]):
            lines = [row[places * left:places * (left + side[0])] for row in rows[top:top + side[1]]]
            if tile:
                lines = [line + [0] * (places * side[0] - len(line)) for line in lines]
                lines += [[0] * (places * side[0])] * (side[1] - len(lines))
            yield lines


def _mask(width, height, bits=1, packing="deflate", kind=4, tile=None, size=None, leaves_out=None):
    """A further image: a mask (kind 4), an overview (1) or an overview's mask (5)."""
    number, pack = PACKINGS[packing]
    width, height = size or (width, height)
    side = tile or (width, 7)
    rows = [[0 if (x - 9) ** 2 + (y - 12) ** 2 < 30 else 1 for x in range(width)] for y in range(height)]
    pieces = []
    for lines in _cut(rows, width, height, side, tile):
        if bits == 1:
            lines = [int("".join(map(str, line)).ljust(-len(line) % 8 + len(line), "0"), 2).to_bytes(-(-len(line) // 8), "big")
                     for line in lines]
        pieces.append(pack(b"".join(map(bytes, lines))))
    fields = [(254, "I", (kind,)), (256, "I", (width,)), (257, "I", (height,)), (258, "H", (bits,)), (259, "H", (number,)),
              (262, "H", (4 if kind & 4 else 1,)), (277, "H", (1,))]
    return fields, pieces, side, tile, leaves_out


def _assembled(images, order, big):
    """One file of images, each its fields without those of places, pieces, their sides, and which one is left out."""
    head = (b"II" if order == "<" else b"MM") + struct.pack(order + "H", 43 if big else 42)
    if big:
        head += struct.pack(order + "HH", 8, 0)
    word = "Q" if big else "I"
    at = len(head) + struct.calcsize(order + word)
    data, lists = b"", []
    for fields, pieces, side, tile, leaves_out in images:
        places = []
        for index, piece in enumerate(pieces):
            places.append(at + len(data) if index != leaves_out else 0)
            data += piece
        sizes = [len(piece) if index != leaves_out else 0 for index, piece in enumerate(pieces)]
        own = ([(322, "H", (side[0],)), (323, "H", (side[1],)), (324, "I", places), (325, "I", sizes)] if tile
               else [(278, "I", (side[1],)), (273, "I", places), (279, "I", sizes)])
        lists.append(sorted([*fields, *own]))
    out = head + struct.pack(order + word, at + len(data)) + data
    for index, fields in enumerate(lists):
        out += _directory(fields, order, big, len(out), index + 1 == len(lists))
    return out


def _directory(fields, order, big, start, is_last):
    """One directory that stands at a byte, with its values behind it; the next one follows these."""
    kinds = {"s": 2, "H": 3, "I": 4, "d": 12}
    word, entry, room = ("Q", 20, 8) if big else ("I", 12, 4)
    count = struct.pack(order + ("Q" if big else "H"), len(fields))
    tail_at = start + len(count) + len(fields) * entry + room
    entries, tail = b"", b""
    for tag, kind, values in fields:
        value = values if kind == "s" else struct.pack(f"{order}{len(values)}{kind}", *values)
        entries += struct.pack(f"{order}HH{word}", tag, kinds[kind], len(values))
        if len(value) <= room:
            entries += value.ljust(room, b"\0")
        else:
            entries += struct.pack(order + word, tail_at + len(tail))
            tail += value
    return count + entries + struct.pack(order + word, 0 if is_last else tail_at + len(tail)) + tail


def forms(rows):
    """(name, bytes) of one square in the forms that are read, and some that are refused."""
    for kind in TYPES:
        values = [[abs(v) % 250 if kind == "uint8" else v for v in row] for row in rows]
        for order, name in (("<", "little"), (">", "big")):
            yield f"{kind}-{name}-strips", tiff(values, kind, order=order)
            yield f"{kind}-{name}-bigtiff-tiles", tiff(values, kind, order=order, big=True, tile=(16, 16))
    for packing in PACKINGS:
        yield f"{packing}-strips", tiff(rows, packing=packing)
        yield f"{packing}-tiles", tiff(rows, packing=packing, tile=(16, 16))
        if packing in ("lzw", "deflate", "zstd"):
            yield f"{packing}-differences", tiff(rows, packing=packing, predictor=2)
            yield f"{packing}-floats", tiff(rows, "float32", packing=packing, predictor=3)
    xml = b'<GDALMetadata><Item name="SCALE" sample="0" role="scale">0.5</Item></GDALMetadata>\0'
    extra = ((42112, "s", xml), (42113, "s", b"-9999\0"))
    yield "degrees", tiff(rows, keys=DEGREES, extra=extra)
    own = (1, 1, 0, 5, 1024, 0, 1, 1, 2048, 0, 1, 4326, 3072, 0, 1, 32767, 3075, 0, 1, 1, 3080, 34736, 1, 0)
    yield "own-projection", tiff(rows, keys=own, extra=((34736, "d", (9.0,)),))
    yield "left-out", tiff(rows, tile=(16, 16), leaves_out=1)
    for bits in (1, 8):
        for packing in ("none", "deflate", "packbits"):
            yield f"mask{bits}-{packing}", tiff(rows, masks=[{"bits": bits, "packing": packing}])
            yield f"mask{bits}-{packing}-tiles", tiff(rows, tile=(16, 16), masks=[{"bits": bits, "packing": packing, "tile": (32, 16)}])
    small = {"size": (12, 12)}
    many = [{"kind": 1, "bits": 8, **small}, {"kind": 5, **small}, {"kind": 4, "leaves_out": 1}]
    yield "mask-behind-overviews", tiff(rows, packing="deflate", masks=many)
    yield "mask-bigtiff-big", tiff(rows, order=">", big=True, masks=[{}])
    yield "mask-of-another-size", tiff(rows, masks=[{"size": (24, 23)}])
    for kind in ("uint8", "int16", "float32"):
        values = [[abs(v) % 250 if kind == "uint8" else v for v in row] for row in rows]
        for alpha in ("interleaved", "planar"):
            yield f"alpha-{alpha}-{kind}", tiff(values, kind, alpha=alpha)
            yield f"alpha-{alpha}-{kind}-tiles", tiff(values, kind, packing="deflate", tile=(16, 16), alpha=alpha)
