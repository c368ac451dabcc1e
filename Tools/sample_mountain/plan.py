"""Runs as a piste builder draws them: down the ground within a grade, with a skier's turning circle."""

import heapq
import math
import random

from .terrain import Noise

CELL = 50  # metres of the search lattice
STEPS = [(1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1),
         (-1, 0), (-2, -1), (-1, -1), (-1, -2), (0, -1), (1, -2), (1, -1), (2, -1)]
LENGTHS = [CELL * math.sqrt(dx * dx + dy * dy) for dx, dy in STEPS]
TURNS = {0: 0.0, 1: 4.0, 2: 22.0, 3: 70.0}  # metres a change of direction is worth

# The design of a grade: the wanted band of gradients, down positive.
BANDS = {
    "flat": (0.002, 0.018), "novice": (0.04, 0.10), "easy": (0.08, 0.175), "intermediate": (0.16, 0.29),
    "advanced": (0.26, 0.43), "expert": (0.32, 0.55), "connection": (-0.04, 0.08),
}


def _penalty(gradient, low, high):
    """The cost factor of a metre at a gradient outside the band."""
    if gradient > high:
        return ((gradient - high) * 40) ** 2
    if gradient < low:
        shortage = (low - gradient) * 12
        return shortage * shortage + (300 * -gradient if gradient < min(0.0, low) else 0)
    return 0.0


class Planner:
    """Finds the lines of runs one after another; later runs keep away from earlier ones."""

    def __init__(self, terrain, seed):
        self.terrain, self.seed = terrain, seed
        self.heights, self.used = {}, {}
        self.meander = Noise(280, seed)
        self.sway_x, self.sway_y = Noise(140, seed + 1), Noise(140, seed + 2)

    def _height(self, i, j):
        """The height at a half-cell lattice point, in metres."""
        key = (i, j)
        value = self.heights.get(key)
        if value is None:
            value = self.heights[key] = self.terrain.height(i * CELL / 2, j * CELL / 2)
        return value

    def _step_cost(self, i, j, direction, band, busy):
        """The cost of one lattice step, its two halves judged apart."""
        dx, dy = STEPS[direction]
        length = LENGTHS[direction]
        a, m = self._height(2 * i, 2 * j), self._height(2 * i + dx, 2 * j + dy)
        b = self._height(2 * i + 2 * dx, 2 * j + 2 * dy)
        half = length / 2
        cost = 1 + 0.5 * (_penalty((a - m) / half, *band) + _penalty((m - b) / half, *band))
        cost += 0.8 * (1 + self.meander((i + dx) * CELL, (j + dy) * CELL))
        crowd = busy.get((i + dx, j + dy))
        return length * (cost + (crowd if crowd else 0))

    def search(self, start, end, band, margin=900):
        """The cheapest lattice path between two places in metres, as places."""
        s = (round(start[0] / CELL), round(start[1] / CELL))
        e = (round(end[0] / CELL), round(end[1] / CELL))
        reach = margin // CELL
        left, right = min(s[0], e[0]) - reach, max(s[0], e[0]) + reach
        low, high = min(s[1], e[1]) - reach, max(s[1], e[1]) + reach
        queue = [(0.0, 0.0, s[0], s[1], d, None) for d in range(16)]
        best, came, steps = {}, {}, {}
        while queue:
            _, cost, i, j, direction, parent = heapq.heappop(queue)
            key = (i, j, direction)
            if key in came:
                continue
            came[key] = parent
            if (i, j) == e:
                return self._unwind(came, key, start, end)
            for turn in (0, -1, 1, -2, 2, -3, 3):
                d = (direction + turn) % 16
                ni, nj = i + STEPS[d][0], j + STEPS[d][1]
                if not (left <= ni <= right and low <= nj <= high) or (ni, nj, d) in came:
                    continue
                step = steps.get((i, j, d))
                if step is None:
                    step = steps[(i, j, d)] = self._step_cost(i, j, d, band, self.used)
                total = cost + step + TURNS[abs(turn)]
                if total < best.get((ni, nj, d), 1e18):
                    best[(ni, nj, d)] = total
                    ahead = CELL * math.sqrt((ni - e[0]) ** 2 + (nj - e[1]) ** 2)
                    heapq.heappush(queue, (total + ahead, total, ni, nj, d, key))
        raise ValueError(f"no line from {start} to {end}")

    @staticmethod
    def _unwind(came, key, start, end):
        path = []
        while key is not None:
            path.append((key[0] * CELL, key[1] * CELL))
            key = came[key]
        path.reverse()
        return [start] + path[1:-1] + [end]

    def occupy(self, line):
        """Marks the ground of a run, so that the next ones keep their distance."""
        for x, y in line:
            i, j = round(x / CELL), round(y / CELL)
            for di in (-1, 0, 1):
                for dj in (-1, 0, 1):
                    key = (i + di, j + dj)
                    self.used[key] = max(self.used.get(key, 0.0), 6.0 if di == dj == 0 else 1.5)

    def _sway(self, path):
        """Bends a line by a few metres, less towards its ends: ground is never as straight as a lattice."""
        total, at, result = length(path), 0.0, [path[0]]
        for (ax, ay), (x, y) in zip(path, path[1:]):
            at += math.dist((ax, ay), (x, y))
            size = 5 * min(1.0, at / 120, (total - at) / 120)
            result.append((x + size * self.sway_x(x, y), y + size * self.sway_y(x, y)))
        return result[:-1] + [path[-1]]

    def under(self, name, start, end, side):
        """A run down beside a straight line, `side` metres to its left: as runs lie under a lift."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        path = []
        for k in range(61):
            t = k / 60
            out = side * min(1.0, t * 8, (1 - t) * 8) * (1 + 0.3 * math.sin(9 * t + side))
            path.append((start[0] + t * dx - out * dy / math.hypot(dx, dy),
                         start[1] + t * dy + out * dx / math.hypot(dx, dy)))
        line = scatter(path, random.Random(f"{self.seed} {name}"))
        self.occupy(line)
        return line

    def run(self, name, start, end, grade):
        """The finished line of a run from a place to a place: smooth, with vertices as a mapper sets them."""
        path = self.search(start, end, BANDS[grade])
        line = scatter(self._sway(smooth(path)), random.Random(f"{self.seed} {name}"))
        self.occupy(line)
        return line


def smooth(path):
    """Rounds the corners of a path (Chaikin's rule, three times), keeping its ends."""
    for _ in range(3):
        rounded = [path[0]]
        for (ax, ay), (bx, by) in zip(path, path[1:]):
            rounded.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            rounded.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        path = rounded + [path[-1]]
    return path


def length(line):
    """The length of a line in metres."""
    return sum(math.dist(a, b) for a, b in zip(line, line[1:]))


def along(line, distance):
    """The place at a distance along a line, and the index of the segment it is on."""
    for k, (a, b) in enumerate(zip(line, line[1:])):
        step = math.dist(a, b)
        if distance <= step or k == len(line) - 2:
            t = min(1.0, distance / step) if step > 0 else 0.0
            return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])), k
        distance -= step
    return line[-1], len(line) - 2


def scatter(line, random_source, low=15.0, high=38.0, jitter=1.3):
    """Vertices every 15 to 40 m along a line, a little off it, as a hand sets them."""
    total, at, result = length(line), 0.0, [line[0]]
    while True:
        at += random_source.uniform(low, high)
        if at > total - low:
            break
        (x, y), _ = along(line, at)
        result.append((x + random_source.uniform(-jitter, jitter), y + random_source.uniform(-jitter, jitter)))
    return result + [line[-1]]


def nearest(line, place):
    """The nearest place on a line: (distance, place, index of the segment)."""
    best = (1e18, None, 0)
    for k, (a, b) in enumerate(zip(line, line[1:])):
        dx, dy = b[0] - a[0], b[1] - a[1]
        size = dx * dx + dy * dy
        t = max(0.0, min(1.0, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / size)) if size else 0.0
        q = (a[0] + t * dx, a[1] + t * dy)
        d = math.dist(q, place)
        if d < best[0]:
            best = (d, q, k)
    return best


def crossings(one, two):
    """The places where two lines cross: (place, segment of one, segment of two)."""
    result = []
    for i, (a, b) in enumerate(zip(one, one[1:])):
        for j, (c, d) in enumerate(zip(two, two[1:])):
            if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
                continue
            if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
                continue
            rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
            cross = rx * sy - ry * sx
            if cross == 0:
                continue
            t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
            u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
            if 0 < t < 1 and 0 < u < 1:
                result.append(((a[0] + t * rx, a[1] + t * ry), i, j))
    return result
