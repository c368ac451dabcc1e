"""Alters maps and makes their checksums right again, by Data/Formats/skimap.md alone."""

import struct

HEAD, ENTRY = 64, 64
MASK = (1 << 64) - 1
LANES = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x27D4EB2F165667C5)
FACTOR = 0x9FB21C651E98DF25
EDGES32 = (0, 1, 2, 3, 0x7F, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF, 900_000_000, 1_800_000_000)


def checksum(data):
    """The checksum of bytes whose number is a multiple of 32."""
    lanes = list(LANES)
    words = struct.unpack(f"<{len(data) // 8}Q", data)
    for lane in range(4):
        value = lanes[lane]
        for word in words[lane::4]:
            value = (value ^ word) * FACTOR & MASK
            value = (value << 29 | value >> 35) & MASK
        lanes[lane] = value
    total = len(data)
    for value in lanes:
        total = (total ^ value) * FACTOR & MASK
        total ^= total >> 32
    return total


def entries(data):
    """The offset of each part's entry in the directory."""
    count = struct.unpack_from("<I", data, 12)[0] if len(data) >= HEAD else 0
    return [len(data) - (count - i) * ENTRY for i in range(count)] if count * ENTRY <= len(data) - HEAD else []


def parts(data):
    """(kind, start, end, entry) of the parts that lie inside the file."""
    for entry in entries(data):
        kind, start, length = struct.unpack_from("<I4xQQ", data, entry)
        if start <= len(data) and length <= len(data) - start:
            yield kind, start, start + length, entry


def sections(data, part):
    """(number, width, start, end, row) of the sections that lie inside a part; `row` is their place in its table."""
    _, begin, end, _ = part
    count = min(1000, struct.unpack_from("<I", data, begin)[0], (end - begin - 32) // 32) if end - begin >= 32 else 0
    for index in range(count):
        row = begin + 32 + 32 * index
        number, width, offset, elements = struct.unpack_from("<IIQQ", data, row)
        if width and offset + width * elements <= end - begin:
            yield number, width, begin + offset, begin + offset + width * elements, row


def seal(data, changed=None):
    """Writes the right checksum over each part (or the changed one), the directory and the head."""
    for part in parts(data):
        if (part[2] - part[1]) % 32 == 0 and (changed is None or part[3] == changed[3]):
            struct.pack_into("<Q", data, part[3] + 24, checksum(data[part[1]:part[2]]))
    first = entries(data)[:1]
    if first and (len(data) - first[0]) % 32 == 0:
        struct.pack_into("<Q", data, 24, checksum(data[first[0]:]))
        struct.pack_into("<Q", data, 32, checksum(data[:32]))


def forge(data, random):
    """Returns an altered map with right checksums, and words on what was changed."""
    data = bytearray(data)
    what = random.random()
    part = random.choice([p for p in parts(data) for _ in range(6 if p[0] == 1 else 2)])
    if what < 0.06:
        return bytes(data), _directory(data, part, random)
    if what < 0.12:
        return bytes(data), _table(data, part, random)
    notes = []
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        notes.append(_elements(data, part, random))
    seal(data, part)
    return bytes(data), "; ".join(notes)


def _directory(data, part, random):
    field, width = random.choice(((0, 4), (4, 4), (8, 8), (16, 8), (32, 4), (36, 4), (40, 4), (44, 4), (48, 4)))
    old = int.from_bytes(data[part[3] + field:part[3] + field + width], "little")
    value = _number(old, width, random)
    data[part[3] + field:part[3] + field + width] = value.to_bytes(width, "little")
    seal(data, part)
    return f"directory entry of part kind {part[0]}: byte {field} {old} to {value}"


def _table(data, part, random):
    rows = [s for s in sections(data, part)]
    if not rows:
        return "nothing"
    number, _, _, _, row = random.choice(rows)
    field, width = random.choice(((0, 4), (4, 4), (8, 8), (16, 8)))
    old = int.from_bytes(data[row + field:row + field + width], "little")
    value = _number(old, width, random)
    data[row + field:row + field + width] = value.to_bytes(width, "little")
    seal(data, part)
    return f"section {number} of kind {part[0]}: byte {field} of its row {old} to {value}"


def _elements(data, part, random):
    filled = [s for s in sections(data, part) if s[3] > s[2]]
    if not filled:
        return "nothing"
    number, width, start, end, _ = random.choice(filled)
    at = start + width * random.randrange((end - start) // width)
    size = random.choice((1, 2, 4)) if width not in (1, 2, 4, 8) else width
    if width not in (1, 2, 4, 8):
        at += random.randrange(width // size) * size
    how = random.random()
    old = int.from_bytes(data[at:at + size], "little")
    if how < 0.15 and end - start > 2 * width:
        other = start + width * random.randrange((end - start) // width)
        base = at - (at - start) % width
        data[base:base + width], data[other:other + width] = data[other:other + width], data[base:base + width]
        return f"section {number}: elements at {base - start} and {other - start} swapped"
    if how < 0.25:
        value = _number(old, size, random)
        count = random.randrange(1, max(2, (end - at) // width))
        for place in range(at, min(end - size + 1, at + count * width), width):
            data[place:place + size] = value.to_bytes(size, "little")
        return f"section {number}: {count} elements from {at - start} on to {value}"
    value = _number(old, size, random)
    data[at:at + size] = value.to_bytes(size, "little")
    return f"section {number} at {at - start}: {old} to {value}"


def _number(old, width, random):
    limit = 1 << 8 * width
    how = random.random()
    if how < 0.3:
        return random.choice(EDGES32) % limit
    if how < 0.6:
        return (old + random.choice((-2, -1, 1, 2, 10, -10, 1000))) % limit
    if how < 0.75:
        return (old ^ 1 << random.randrange(8 * width)) % limit
    if how < 0.85:
        return random.choice((limit - 1, limit // 2, limit // 2 - 1, limit - old if old else 0)) % limit
    return random.randrange(min(limit, max(2, 2 * old)))
