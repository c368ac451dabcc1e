"""Synthetic worlds: the shapes that cost a builder most for their size, as raw OSM tags. Seeded; a world of one
name, size and seed is the same bytes everywhere."""

import json
import math
import random

LATITUDE, LONGITUDE = 46.07, -4.92  # water all around: no real place is meant
METRES_A_DEGREE = 111_320.0
WIDTH = METRES_A_DEGREE * math.cos(math.radians(LATITUDE))


def place(x, y):
    """A coordinate some metres east and north of the middle."""
    return [round(LONGITUDE + x / WIDTH, 7), round(LATITUDE + y / METRES_A_DEGREE, 7)]


def line(points):
    return {"type": "LineString", "coordinates": [place(*point) for point in points]}


def polygon(*rings):
    return {"type": "Polygon", "coordinates": [[place(*point) for point in [*ring, ring[0]]] for ring in rings]}


class World:
    """The features of a world, by role."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.features = {"runs": [], "lifts": [], "spots": [], "streets": []}

    def _add(self, role, geometry, tags):
        number = sum(map(len, self.features.values())) + 1
        kind = "node" if geometry["type"] == "Point" else "way"
        tags = {**tags, "@id": f"{kind}/{number}"}
        self.features[role].append({"type": "Feature", "id": tags["@id"], "properties": tags, "geometry": geometry})

    def run(self, geometry, difficulty="easy", name=None, **tags):
        named = {"name": name} if name else {}
        self._add("runs", geometry, {"piste:type": "downhill", "piste:difficulty": difficulty, **named, **tags})

    def area(self, geometry, **tags):
        self.run(geometry, area="yes", **tags)

    def lift(self, points, kind="chair_lift", name=None):
        self._add("lifts", line(points), {"aerialway": kind, **({"name": name} if name else {})})

    def station(self, x, y, name):
        geometry = {"type": "Point", "coordinates": place(x, y)}
        self._add("spots", geometry, {"aerialway": "station", "name": name})

    def street(self, points):
        self._add("streets", line(points), {"highway": "residential"})

    def two_lifts(self, reach=600.0):
        """Two lifts that make the place a ski area."""
        self.lift([(-reach, -reach), (-reach, reach)], name="West")
        self.lift([(reach, -reach), (reach, reach)], name="East")

    def write(self, folder):
        """Writes the files; returns the arguments of `skiroute build` that name them."""
        arguments = []
        for role, features in self.features.items():
            if not features:
                continue
            path = folder / f"{role}.geojson"
            with open(path, "w", encoding="utf-8") as file:
                file.write('{"type":"FeatureCollection","features":[\n')
                file.write(",\n".join(json.dumps(feature, separators=(",", ":")) for feature in features))
                file.write("\n]}\n")
            arguments += [f"--{role}", str(path)]
        return arguments


def dense_runs(world, n):
    """n runs of 300 m in one square kilometre."""
    world.two_lifts()
    grades = ("novice", "easy", "intermediate", "advanced")
    for number in range(n):
        x, y = (world.random.uniform(-500, 500) for _ in range(2))
        heading = world.random.uniform(0, 2 * math.pi)
        points = [(x, y)]
        for _ in range(7):
            heading += world.random.gauss(0, 0.3)
            x, y = x + 43 * math.cos(heading), y + 43 * math.sin(heading)
            points.append((x, y))
        world.run(line(points), grades[number % 4], name=f"Run {number}" if number % 2 else None)


def crossing_runs(world, n):
    """n runs of 6 km, each of which crosses all others."""
    world.two_lifts()
    for number in range(n):
        angle = math.pi * (number + world.random.uniform(0, 0.4)) / n
        shift = world.random.uniform(-150, 150)
        along, beside = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
        points = [(t * along[0] + shift * beside[0], t * along[1] + shift * beside[1]) for t in range(-3000, 3001, 600)]
        world.run(line(points))


def zigzags(world, n):
    """Two runs of n vertices each; every leg of one crosses every leg of the other."""
    world.two_lifts()
    step = 1000 / n
    world.run(line([(-500 + number * step, 550 if number % 2 else -550) for number in range(n)]))
    world.run(line([(550 if number % 2 else -550, -500 + number * step) for number in range(n)]), "intermediate")


def parts(world, n):
    """One run of n parts of 1 km, side by side."""
    world.two_lifts()
    lines = []
    for number in range(n):
        x = 4 * number - 2 * n
        lines.append([place(x + world.random.uniform(-1, 1), 500 - 50 * step) for step in range(21)])
    world.run({"type": "MultiLineString", "coordinates": lines})


def equal_runs(world, n):
    """n runs of one shape."""
    world.two_lifts()
    points = [(20 * math.sin(step), 500 - 50 * step) for step in range(21)]
    for number in range(n):
        world.run(line(points), ("easy", "intermediate")[number % 2])


def long_run(world, n):
    """One run of n vertices, a metre apart, that winds; it stays within a degree."""
    world.two_lifts()
    points, x, y = [], 0.0, 0.0
    for number in range(n):
        row, at = divmod(number, 20_000)
        x = at if row % 2 == 0 else 19_999 - at
        points.append((x - 10_000, 25_000 - 500 * row + 5 * math.sin(number / 7)))
    world.run(line(points))
    world.run(line([(-10_000, 25_400), (-10_000, 25_002)]))


def self_crossing(world, n):
    """One run of n vertices that crosses itself about n times."""
    world.two_lifts()
    radius = 600
    points = [(radius * math.cos(3 * t), radius * math.sin(math.sqrt(17) * t))
              for t in (number * 0.05 for number in range(n))]
    world.run(line(points))
    world.run(line([(-700, 0), (0, 3), (700, 0)]))


def comb(world, n):
    """n runs that end within 12 m of each other."""
    world.two_lifts()
    for number in range(n):
        angle = 2 * math.pi * number / n
        inner = 6 * math.sqrt(world.random.uniform(0, 1))
        world.run(line([(r * math.cos(angle), r * math.sin(angle)) for r in (500, 300, 100, inner)]))


def chain(world, n):
    """n unnamed runs of 20 m, one after the other."""
    world.two_lifts(300)
    for number in range(n):
        row, at = divmod(number, 1000)
        ends = [20.0 * (at + end) - 10_000 for end in (0, 1)]
        world.run(line([(x, 20_000 - 200 * row) for x in ends]))


def star(world, n):
    """An area of n vertices, every second one far out."""
    world.two_lifts()
    world.area(polygon(_star(n, 500, 200)))
    for number in range(8):
        angle = math.pi * number / 4
        world.run(line([(r * math.cos(angle), r * math.sin(angle)) for r in (700, 550, 450)]))


def _star(n, outer, inner):
    turns = [2 * math.pi * number / n for number in range(n)]
    return [((outer if number % 2 else inner) * math.cos(t), (outer if number % 2 else inner) * math.sin(t))
            for number, t in enumerate(turns)]


def crossed_star(world, n):
    """An area of n vertices whose edge crosses itself everywhere."""
    world.two_lifts()
    n += 1 - n % 2
    step = (n - 1) // 2
    turns = [2 * math.pi * number * step / n for number in range(n)]
    world.area(polygon([(500 * math.cos(t), 500 * math.sin(t)) for t in turns]))
    world.run(line([(700, 0), (450, 0)]))


def spiral(world, n):
    """An area of n vertices: a ribbon of 10 m wound up."""
    world.two_lifts(2_000)
    half = n // 2
    turns = [0.05 * number + 2 for number in range(half)]
    outer = [((25 * t / math.tau + 10) * math.cos(t), (25 * t / math.tau + 10) * math.sin(t)) for t in turns]
    inner = [(25 * t / math.tau * math.cos(t), 25 * t / math.tau * math.sin(t)) for t in turns]
    world.area(polygon(outer + inner[::-1]))
    radius = 25 * turns[-1] / math.tau
    world.run(line([(radius + 100, 0), (radius * 0.5, 3), (20, 0)]))


def holes(world, n):
    """An area with n holes of 4 m, in rows."""
    columns = math.ceil(math.sqrt(n))
    side = 8.0 * columns
    world.two_lifts(side)
    square = [(0, 0), (4, 0), (4, 4), (0, 4)]
    cells = [(8 * (number % columns) - side / 2 + 2, 8 * (number // columns) - side / 2 + 2) for number in range(n)]
    half = side / 2
    outer = [(-half, -half), (half, -half), (half, half), (-half, half)]
    world.area(polygon(outer, *([(x + a, y + b) for a, b in square] for x, y in cells)))
    for number in range(8):
        angle = math.pi * number / 4
        world.run(line([(r * math.cos(angle), r * math.sin(angle)) for r in (side, half * 0.9)]))


def areas(world, n):
    """n areas of 100 m by 100 m in a square of 500 m."""
    world.two_lifts()
    for number in range(n):
        x, y = (world.random.uniform(-250, 250) for _ in range(2))
        turn = world.random.uniform(0, math.pi / 2)
        corners = [(x + 70 * math.cos(turn + side * math.pi / 2), y + 70 * math.sin(turn + side * math.pi / 2))
                   for side in range(4)]
        world.area(polygon(corners), name=f"Area {number}")


def lifts_in_line(world, n):
    """n lifts of 200 m, side by side."""
    for number in range(n):
        x = 30.0 * (number - n / 2)
        world.lift([(x, -100), (x, 100)], "t-bar")


def lifts_at_one_spot(world, n):
    """n lifts that begin at one spot."""
    for number in range(n):
        angle = 2 * math.pi * number / n
        world.lift([(0, 0), (500 * math.cos(angle), 500 * math.sin(angle))], "t-bar")


def stations(world, n):
    """One lift of 20 km with n stations, and a run beside it."""
    world.lift([(0, -10_000), (0, 10_000)], "gondola", name="Long")
    world.lift([(300, -10_000), (300, -9_000)], "chair_lift")
    for number in range(n):
        world.station(0, -9_900 + 19_800 * number / n, f"Station {number}")
    world.run(line([(20, 10_000), (20, -10_000)]))


def streets(world, n):
    """n streets in a grid, with lifts and runs on it."""
    half = max(1, n // 2)
    side = 20.0 * half
    for number in range(half):
        at = 40.0 * number - side
        nodes = [40.0 * step - side for step in range(half)]
        world.street([(at, y) for y in nodes])
        world.street([(x, at) for x in nodes])
    world.two_lifts(min(side, 1500))
    world.run(line([(0, 500), (0, 250), (3, 0)]))


# Name: the function and the greatest size. The first nine are those the limits of a build were set by.
WORLDS = {
    "dense-runs": (dense_runs, 2_000),
    "crossing-runs": (crossing_runs, 800),
    "star": (star, 8_000),
    "zigzags": (zigzags, 800),
    "holes": (holes, 9_000),
    "parts": (parts, 2_300),
    "equal-runs": (equal_runs, 2_000),
    "lifts-in-line": (lifts_in_line, 10_000),
    "long-run": (long_run, 50_000),
    "lifts-at-one-spot": (lifts_at_one_spot, 2_000),
    "stations": (stations, 2_000),
    "spiral": (spiral, 8_000),
    "crossed-star": (crossed_star, 2_000),
    "areas": (areas, 800),
    "self-crossing": (self_crossing, 16_000),
    "comb": (comb, 2_000),
    "chain": (chain, 80_000),
    "streets": (streets, 800),
}


def make(name, size, seed):
    """The world of a name with about so many members."""
    world = World(f"{seed}/{name}/{size}")
    WORLDS[name][0](world, size)
    return world
