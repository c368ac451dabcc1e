"""Draws the runs and places the lifts; everything here is in metres east and north of the centre."""

import math
import random

from . import plan, spec

SEED = 20260


class Network:
    """Lines of runs by key, lines of lifts by key, areas by key."""

    def __init__(self, terrain):
        self.terrain, self.runs, self.lifts = terrain, {}, {}
        self.planner = plan.Planner(terrain, SEED)
        for row in spec.RUNS:
            self._draw(*row)
        self.areas = _areas(self)
        for row in spec.LIFTS:
            self._hang(*row[:7])

    def _draw(self, key, name, _ref, _grade, built, start, end, _tags):
        source = random.Random(f"{SEED} ends {key}")
        a, from_run, _ = self._place(start, source)
        b, to_run, gap = self._place(end, source)
        if isinstance(built, int):
            line = self.planner.under(key, a, b, built)
        else:
            line = self.planner.run(key, a, b, built)
        if from_run:
            line[0] = self._share(from_run, a)
        if to_run and gap == 0:
            line[-1] = self._share(to_run, b)
        elif to_run:
            line = _stop_short(line, self.runs[to_run], gap)
        self.runs[key] = line

    def _place(self, text, source):
        """A place of the table: where, the run it lies on, and the gap to leave."""
        if text.startswith("@"):
            parts = text[1:].split(":")
            line = self.runs[parts[0]]
            where, _ = plan.along(line, plan.length(line) * float(parts[1]))
            return where, parts[0], float(parts[2]) if len(parts) > 2 else 0.0
        hub, _, aside = text.partition("+")
        x, y = spec.HUBS[hub]
        if not aside:
            return (float(x), float(y)), None, 0.0
        aside, _, heading = aside.partition("/")
        angle = math.radians(float(heading)) if heading else source.uniform(0, 6.28318)
        return (x + float(aside) * math.cos(angle), y + float(aside) * math.sin(angle)), None, 0.0

    def _share(self, key, place):
        """Puts a vertex into a run where another meets it, unless one is near enough to be shared."""
        line = self.runs[key]
        _, where, k = plan.nearest(line, place)
        for index in (k, k + 1):
            if math.dist(line[index], where) < 6:
                return line[index]
        line.insert(k + 1, where)
        return where

    def _hang(self, key, _name, kind, foot, top, foot_gap, top_gap):
        a = spec.MEADOW_LIFTS.get(foot) or spec.HUBS[foot]
        b = spec.MEADOW_LIFTS.get(top) or spec.HUBS[top]
        if foot_gap is not None:
            a, b = self._stand(a, b, foot_gap), self._stand(b, a, top_gap)
        line = [a, b]
        if key == "montsoleil":
            x, y = spec.HUBS["MS"]
            middle = self._stand((x, y), a, 13)
            line = [a, _between(a, middle, 0.3), _between(a, middle, 0.68), middle, _between(middle, b, 0.5), b]
        if kind == "funicular":
            x, y = _between(a, b, 0.5)
            line = [a, _between(a, (x + 45, y), 0.5), (x + 45, y), _between((x + 45, y), b, 0.6), b]
        self.lifts[key] = line

    def _stand(self, hub, other, gap):
        """A place near a hub whose nearest run is `gap` metres off, on the side away from the lift's other end."""
        if gap == 0:
            return (float(hub[0]), float(hub[1]))
        heading = math.atan2(hub[1] - other[1], hub[0] - other[0])
        for turn in (0, 0.4, -0.4, 0.8, -0.8, 1.2, -1.2, 1.6, -1.6, 2.0, -2.0, 2.4, -2.4, 2.8, -2.8):
            for tenth in range(10 * gap, 10 * gap + 350, 5):
                r = tenth / 10
                place = (hub[0] + r * math.cos(heading + turn), hub[1] + r * math.sin(heading + turn))
                away = min(plan.nearest(line, place)[0] for line in self.runs.values())
                if abs(away - gap) < 0.4:
                    return place
        raise ValueError(f"no stand {gap} m from a run at {hub}")


def _between(a, b, t):
    return (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))


def _stop_short(line, other, gap):
    """Ends a line `gap` metres before the run it meets."""
    while len(line) > 2 and plan.nearest(other, line[-2])[0] < gap + 4:
        line.pop(-2)
    a, b = line[-2], line[-1]
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        if plan.nearest(other, _between(a, b, middle))[0] > gap:
            low = middle
        else:
            high = middle
    return line[:-1] + [_between(a, b, low)]


def ring(centre, radii, turn=0.0):
    """A closed ring around a place, counter-clockwise."""
    count = len(radii)
    points = [(centre[0] + r * math.cos(turn + 2 * math.pi * k / count),
               centre[1] + r * math.sin(turn + 2 * math.pi * k / count)) for k, r in enumerate(radii)]
    return points + [points[0]]


def _offset(line, metres):
    """A line beside a line."""
    result = []
    for k in range(len(line)):
        a, b = line[max(0, k - 1)], line[min(len(line) - 1, k + 1)]
        size = math.dist(a, b) or 1.0
        result.append((line[k][0] - metres * (b[1] - a[1]) / size, line[k][1] + metres * (b[0] - a[0]) / size))
    return result


def _areas(network):
    """The polygons, as lists of rings."""
    front = [(-668, -2640), (-655, -2752), (-560, -2785), (-420, -2790), (-262, -2792), (-250, -2700), (-345, -2612),
             (-420, -2600), (-500, -2601), (-590, -2618), (-668, -2640)]
    stade = network.runs["stade"]
    middle = stade[len(stade) // 4: 3 * len(stade) // 4]
    outline = _offset(middle, 19) + _offset(middle, -21)[::-1]
    hub = spec.HUBS["GP"]
    plateau = ring(hub, [128, 140, 118, 135, 150, 121, 133, 126, 144, 120])
    lake = ring((hub[0] + 62, hub[1] + 44), [26, 31, 24, 29, 33, 25])[::-1]
    clearing = ring((1760, -1330), [70, 85, 64, 90, 78, 71, 88])
    loop = ring((-1900, -3060), [610, 300, 160, 110, 105, 120, 260, 640, 300, 150, 105, 100, 120, 290])
    return {"front": [front], "stade": [outline + [outline[0]]], "plateau": [plateau, lake],
            "clairiere": [clearing], "nordic": [plan.smooth(loop)[::3] + [loop[0]]]}
