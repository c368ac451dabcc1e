"""Writes the table of time zones as a Swift file, and reads it."""

import base64
import gzip
import pathlib

FILE = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources" / "SkiBuild" / "Zones" / "ZoneTable+Packed.swift"
LINE = 1200
HEAD = """\
// swift-format-ignore-file
// Made by Tools/make-zones; do not edit.
// This table is a database under the Open Database License 1.0 (ODbL), made from timezone-boundary-builder {release},
// which contains information from OpenStreetMap, © OpenStreetMap contributors; see Data/Formats/zones.md.

extension ZoneTable {{
  /// The table as base64 for URLs of a gzip member, in lines.
  static let packed: StaticString = \"\"\"
"""
TAIL = '\n"""\n}\n'


def text(table, release):
    """The Swift file of the bytes of a table."""
    packed = base64.urlsafe_b64encode(gzip.compress(table, 9, mtime=0)).decode("ascii").rstrip("=")
    lines = [packed[at:at + LINE] for at in range(0, len(packed), LINE)]
    return HEAD.format(release=release) + "\n".join(lines) + TAIL


def unpacked(swift):
    """The bytes of the table in a Swift file."""
    packed = "".join(swift.split('"""')[1].split())
    return gzip.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
