"""The tiles of the web's Mercator map that cover a box."""

import math

MERCATOR_LIMIT = 85.0511287798066  # degrees: the map is a square and ends there
GREATEST_ZOOM = 13


def ranges(box, zoom):
    """Rows, and one or two stretches of columns: `(range of x, range of y)` each."""
    south, north = (min(max(value, -MERCATOR_LIMIT), MERCATOR_LIMIT) for value in (box.south, box.north))
    rows = range(row(north, zoom), row(south, zoom) + 1)
    found, taken = [], set()
    for west, east in box.spans():
        columns = [x for x in range(column(west, zoom), column(east, zoom) + 1) if x not in taken]
        taken.update(columns)
        if columns:
            found.append((range(columns[0], columns[-1] + 1), rows))
    return found


def count(box, zoom):
    """The number of tiles that cover a box."""
    return sum(len(columns) * len(rows) for columns, rows in ranges(box, zoom))


def covering(box, zoom):
    """All tiles that cover a box, as (x, y), each once."""
    for columns, rows in ranges(box, zoom):
        for x in columns:
            for y in rows:
                yield x, y


def column(longitude, zoom):
    """The column a longitude lies in; 180° belongs to the last."""
    return min(max(math.floor((longitude + 180) / 360 * 2 ** zoom), 0), 2 ** zoom - 1)


def row(latitude, zoom):
    """The row a latitude lies in, counted from the north."""
    radians = math.radians(latitude)
    share = (1 - math.asinh(math.tan(radians)) / math.pi) / 2
    return min(max(math.floor(share * 2 ** zoom), 0), 2 ** zoom - 1)
