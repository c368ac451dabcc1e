"""Writes small PMTiles archives and packed .hgt files, for fuzzing."""

import gzip
import io
import struct
import zipfile

HEADER_BYTES = 127


def _varint(value):
    out = b""
    while value > 127:
        out, value = out + bytes((value & 127 | 128,)), value >> 7
    return out + bytes((value,))


def _directory(entries):
    """Entries are (tile, run, offset, length), in order of their tiles."""
    before = [0] + [entry[0] for entry in entries]
    numbers = [len(entries)] + [entry[0] - last for entry, last in zip(entries, before)]
    numbers += [entry[1] for entry in entries] + [entry[3] for entry in entries] + [entry[2] + 1 for entry in entries]
    return b"".join(map(_varint, numbers))


def pmtiles(tiles, packed=False, leaves=False, tile_packing=1):
    """One archive of (number, bytes) in order of their numbers; `leaves` puts the entries one directory deeper."""
    data, entries = b"", []
    for number, tile in tiles:
        tile = gzip.compress(tile, mtime=0) if tile_packing == 2 else tile
        entries.append((number, 1, len(data), len(tile)))
        data += tile
    pack = (lambda b: gzip.compress(b, mtime=0)) if packed else bytes
    leaf = pack(_directory(entries)) if leaves else b""
    root = pack(_directory([(entries[0][0], 0, 0, len(leaf))] if leaves else entries))
    ends = [HEADER_BYTES, HEADER_BYTES + len(root), HEADER_BYTES + len(root)]
    parts = (ends[0], len(root), ends[1], 0, ends[2], len(leaf), ends[2] + len(leaf), len(data))
    counts = (len(entries), len(entries), len(entries))
    kinds = (1, 2 if packed else 1, tile_packing, 2, 0, 1)  # clustered, packings, PNG, zooms
    head = b"PMTiles\3" + struct.pack("<11Q", *parts, *counts) + bytes(kinds)
    return head + bytes(HEADER_BYTES - len(head)) + root + leaf + data


def forms(tile):
    """(name, bytes) of archives of one PNG tile at zooms 0 and 1, and of packed heights."""
    tiles = [(number, tile) for number in (0, 1, 3)]
    yield "plain", pmtiles(tiles)
    yield "packed", pmtiles(tiles, packed=True)
    yield "leaves", pmtiles(tiles, leaves=True)
    yield "packed-leaves", pmtiles(tiles, packed=True, leaves=True)
    yield "packed-tiles", pmtiles(tiles, tile_packing=2)
    heights = b"\x04\x00" * (1201 * 1201)
    yield "heights-gzip", gzip.compress(heights, mtime=0)
    for name, kind in (("deflated", zipfile.ZIP_DEFLATED), ("stored", zipfile.ZIP_STORED)):
        memory = io.BytesIO()
        with zipfile.ZipFile(memory, "w") as archive:
            entry = zipfile.ZipInfo("N46E008.hgt", (2000, 1, 1, 0, 0, 0))
            entry.compress_type = kind
            archive.writestr(entry, heights if kind == zipfile.ZIP_DEFLATED else heights[:2000])
        yield f"heights-zip-{name}", memory.getvalue()
