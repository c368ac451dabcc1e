"""Checks that bytes are one whole PNG tile, chunk by chunk."""

import zlib

SIDE = 256
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def check_tile(data):
    """Raises ValueError unless the bytes are a PNG of 256 by 256 pixels in 8-bit colours, whole and undamaged."""
    if not data.startswith(_SIGNATURE):
        raise ValueError("HTML, not PNG" if data.lstrip()[:1] == b"<" else "not PNG")
    position, names = len(_SIGNATURE), []
    while not names or names[-1] != b"IEND":
        if len(data) - position < 12:
            raise ValueError("cut off")
        length = int.from_bytes(data[position:position + 4], "big")
        name = data[position + 4:position + 8]
        if length > len(data) - position - 12:
            raise ValueError("cut off")
        content = data[position + 8:position + 8 + length]
        if int.from_bytes(data[position + 8 + length:position + 12 + length], "big") != zlib.crc32(name + content):
            raise ValueError(f"damaged at byte {position}")
        if not names:
            _check_header(name, content)
        names.append(name)
        position += 12 + length
    if position != len(data) or b"IDAT" not in names:
        raise ValueError("bytes after its end" if position != len(data) else "no pixels in it")


def _check_header(name, content):
    if name != b"IHDR" or len(content) != 13:
        raise ValueError("no header")
    width, height = int.from_bytes(content[:4], "big"), int.from_bytes(content[4:8], "big")
    depth, colours = content[8], content[9]
    if (width, height) != (SIDE, SIDE):
        raise ValueError(f"{width} x {height} pixels, not {SIDE} x {SIDE}")
    # Red, green, blue; the same with opacity; or a palette of such colours.
    if (colours, depth) not in {(2, 8), (6, 8), (3, 8), (3, 4), (3, 2), (3, 1)}:
        raise ValueError(f"colours of kind {colours} with {depth} bits, not 8 bits of red, green, blue")
