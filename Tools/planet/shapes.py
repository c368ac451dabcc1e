"""The sample's lines on a flat map, drawn with more or fewer vertices."""

import math

METRES_PER_DEGREE = 111_320.0


class FlatMap:
    """Metres east and north of the middle of the sample."""

    def __init__(self, longitude, latitude):
        self.longitude, self.latitude = longitude, latitude
        self.east = METRES_PER_DEGREE * math.cos(math.radians(latitude))

    def metres(self, position):
        return ((position[0] - self.longitude) * self.east, (position[1] - self.latitude) * METRES_PER_DEGREE)

    def holds(self, position):
        """Returns whether a position is on the mountain at all; odd ones such as 360,360 are not."""
        x, y = self.metres(position)
        return abs(x) < 20_000 and abs(y) < 20_000


def lines_of(geometry):
    """The lines and rings of a GeoJSON geometry."""
    if not geometry or geometry["type"] == "Point":
        return []
    return [geometry["coordinates"]] if geometry["type"] == "LineString" else geometry["coordinates"]


def shared_places(features):
    """Places where lines of two features meet, and where lines end: these vertices must stay."""
    owners, kept = {}, set()
    for number, feature in enumerate(features):
        for line in lines_of(feature.get("geometry")):
            for position in line:
                if owners.setdefault(tuple(position[:2]), number) != number:
                    kept.add(tuple(position[:2]))
            kept.update(tuple(p[:2]) for p in line[:1] + line[-1:])
    return kept


def thinned(line, flat, metres, kept=frozenset()):
    """A line without the vertices that lie closer than some metres to the line without them (Douglas, Peucker 1973)."""
    if metres <= 0 or len(line) < 3 or not all(flat.holds(p) for p in line):
        return line
    points = [flat.metres(p) for p in line]
    stay = {i for i, p in enumerate(line) if tuple(p[:2]) in kept} | {0, len(line) - 1}
    if points[0] == points[-1]:
        stay.add(max(range(len(points)), key=lambda i: math.dist(points[0], points[i])))
    todo = list(zip(sorted(stay), sorted(stay)[1:]))
    while todo:
        first, last = todo.pop()
        if last - first < 2:
            continue
        far = max(range(first + 1, last), key=lambda i: _distance(points[i], points[first], points[last]))
        if _distance(points[far], points[first], points[last]) > metres:
            stay.add(far)
            todo += [(first, far), (far, last)]
    return [line[i] for i in sorted(stay)]


def _distance(point, start, end):
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    share = 0 if length == 0 else ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    share = min(1, max(0, share))
    return math.hypot(point[0] - start[0] - share * dx, point[1] - start[1] - share * dy)
