"""Judges routes by the files of an area alone: none of the engine's code, nor of its oracles, takes part.

jump      a step does not begin where the one before it ends, or the route not at the coordinate that was asked
off line  a step leaves the line or the area of its feature in the files, or its id is not in them
up        a run is skied against its direction: its oneway tag, or a drop that is clearly the other way
down      a lift is ridden down that its kind and tag don't allow, a pulled lift at all, or a lift against its oneway tag; without
          elevations, both ways
closed    a run or lift that is not in use, a freeride, ski tour or hike that was not asked for
ceiling   a run is graded harder than the ceiling; connectors have no grade in the files
long      a connector is longer than 150 m; between two stations, or as an unmapped walk, than 200 m; an approach than the snap limit
"""

import argparse
import json
import math
import pathlib
import random
import shlex
import subprocess
import tempfile

from .raw import GRADES, OFF_SCALE, Area, is_inside, length, off_segment

NEAR_METRES = 2
SAMPLE_METRES = 10
CONNECTOR_METRES, WALK_METRES, SNAP_METRES = 150, 200, 150
# A drop turns a run from 4 m and 2 % on, a tag below: by more than the first it is clear, by less than the second it is not.
CLEAR_METRES, CLEAR_SHARE = 10, 0.04
SLIGHT = 3, 0.015
PULLED = {"drag_lift", "t-bar", "j-bar", "platter", "rope_tow", "magic_carpet"}
BOTH_WAYS = {"gondola", "cable_car", "funicular", "railway", "rack_railway", "mixed_lift", "rail", "narrow_gauge", "light_rail", "tram"}
UNKNOWN = {"unknown", "yes", "None"}
NO_RUN_METRES = 140  # the engine says 150; between the two it may be either
# A link under 150 m that begins at a lift's end may rise by less than 15 m as it is drawn: the noise of elevations.
EXIT_METRES, EXIT_RISE, STATION_METRES = 150, 15, 30
RULES = ("jump", "off line", "up", "down", "closed", "ceiling", "long")
SHOWN = 20


def measures(point, line):
    """The places along a line, in metres, at which it passes a point."""
    found, before = [], 0.0
    for a, b in zip(line, line[1:]):
        size = math.dist(a, b)
        off, share = off_segment(point, a, b)
        if off <= NEAR_METRES and not (found and abs(found[-1] - before - share * size) < 0.01):
            found.append(before + share * size)
        before += size
    return found


def passage(path, line):
    """(direction, first place, last place) along a line: +1 as drawn, -1 against it, 0 where both or neither fits."""
    whole = length(line)
    closed = math.dist(line[0], line[-1]) < 0.01
    ways = {}
    for sign in (1, -1):
        reached = {place: place for place in measures(path[0], line)}
        for a, b in zip(path, path[1:]):
            size = math.dist(a, b)
            step, here = {}, measures(b, line)
            for place, start in reached.items():
                for other in here:
                    gone = sign * (other - place)
                    for turn in (gone, gone + whole) if closed else (gone,):
                        if abs(turn - size) <= NEAR_METRES + 0.02 * size:
                            step.setdefault(other, start)
            reached = step
        if reached:
            last, first = next(iter(reached.items()))
            ways[sign] = first, last
    return (0, None, None) if len(ways) != 1 else next((sign, *ends) for sign, ends in ways.items())


def elevation(feature, index, place):
    """The elevation so many metres along a line, between its vertices; None where one is not known."""
    line, heights, before = feature.lines[index], feature.elevations[index], 0.0
    for number, (a, b) in enumerate(zip(line, line[1:])):
        size = math.dist(a, b)
        if place <= before + size or number == len(line) - 2:
            low, high = heights[number], heights[number + 1]
            share = 0 if size == 0 else min(1, (place - before) / size)
            return None if low is None or high is None else low + (high - low) * share
        before += size


def is_clear(metres, size, least=CLEAR_METRES, share=CLEAR_SHARE):
    return metres is not None and abs(metres) > least and abs(metres) > share * size


class Judge:
    """Judges answers over one area."""

    def __init__(self, area, snap=SNAP_METRES):
        self.area, self.snap = area, snap
        self._lonely, self._ridden = {}, {}

    def faults(self, question, answer):
        """(rule, words) of each fault of an answer in JSON; none for an answer without a route."""
        steps = answer.get("steps") or []
        paths = [[self.area.plane.place(place) for place in step["coordinates"]] for step in steps]
        yield from self._jumps(question, steps, paths)
        for number, (step, path) in enumerate(zip(steps, paths)):
            is_end = number in (0, len(steps) - 1)
            for rule, words in self._step(question, step, path, is_end):
                yield rule, f"step {number + 1}, {step['kind']} {step.get('id') or ''} {step.get('name') or ''}: {words}"

    def _jumps(self, question, steps, paths):
        for number, (before, after) in enumerate(zip(paths, paths[1:]), 1):
            if math.dist(before[-1], after[0]) > NEAR_METRES:
                yield "jump", f"step {number + 1} begins {math.dist(before[-1], after[0]):.1f} m from the end of the one before"
        for key, place in (("from", 0), ("to", -1)):
            wanted = coordinate(question[key])
            if paths and wanted and math.dist(self.area.plane.place(wanted), paths[place][place]) > NEAR_METRES:
                yield "jump", f"the route does not reach the coordinate of `{key}`"

    def _step(self, question, step, path, is_end):
        kind = step["kind"]
        if kind == "connector" or kind == "walk" and not step.get("id"):
            yield from self._link(step, path, is_end)
            return
        feature = self.area.features["street" if kind == "walk" else kind].get(str(step.get("id")))
        if feature is None:
            if kind != "walk" or self.area.features["street"]:
                yield "off line", "its id is not in the files"
            return
        off = self._off(path, feature)
        if off > NEAR_METRES:
            yield "off line", f"up to {off:.1f} m from its line"
        if kind != "walk" and not feature.is_in_use:
            yield "closed", "it is not in use"
        if kind == "run":
            yield from self._run(question, feature, path)
        if kind == "lift":
            yield from self._lift(feature, path)

    def _link(self, step, path, is_end):
        size = length(path)
        limit = CONNECTOR_METRES
        if step.get("unmapped") or all(self.area.is_at_station(place, NEAR_METRES) for place in (path[0], path[-1])):
            limit = WALK_METRES
        elif step["kind"] == "walk" and is_end:
            limit = self.snap
        if size > limit + NEAR_METRES:
            yield "long", f"{size:.0f} m, the limit is {limit} m"

    def _off(self, path, feature):
        """The greatest distance of a path from a feature, in metres."""
        rings = feature.lines + [ring for polygon in feature.polygons for ring in polygon]
        segments = [segment for ring in rings for segment in zip(ring, ring[1:])]
        last, greatest = 0, 0.0
        for point in samples(path):
            near = [number for number in (last - 1, last, last + 1) if 0 <= number < len(segments)]
            off, last = min((off_segment(point, *segments[number])[0], number) for number in near)
            if off > NEAR_METRES:
                off, last = min((off_segment(point, a, b)[0], number) for number, (a, b) in enumerate(segments))
            if off > NEAR_METRES and not any(is_inside(point, polygon) for polygon in feature.polygons):
                greatest = max(greatest, off)
        return greatest

    def _run(self, question, feature, path):
        grade, ceiling = feature.grade, question.get("maxDifficulty")
        if grade in OFF_SCALE:
            yield "closed", f"it is {grade}"
        elif ceiling and grade and GRADES.index(grade) > GRADES.index(ceiling):
            yield "ceiling", f"it is {grade}"
        if feature.uses and feature.uses <= {"skitour", "hike"}:
            yield "closed", f"it is for {' and '.join(sorted(feature.uses))}"
        if feature.oneway == 0 or feature.uses & {"connection", "skitour", "hike"} or feature.polygons:
            return
        for index, line in enumerate(feature.lines):
            direction, first, last = passage(path, line)
            if not direction:
                continue
            whole, size = feature.drop(index), length(line)
            if is_clear(whole, size):
                rise = [elevation(feature, index, place) for place in (first, last)]
                risen = None if None in rise else rise[1] - rise[0]
                is_noise = size < EXIT_METRES and abs(whole) < EXIT_RISE and self.area.is_at_station(line[0], STATION_METRES)
                if direction * whole < 0 and is_clear(risen, length(path)) and risen > 0 and not is_noise:
                    yield "up", f"it rises by {risen:.0f} m in {length(path):.0f} m; the run falls the other way by {abs(whole):.0f} m"
            elif whole is not None and not is_clear(whole, size, *SLIGHT) and feature.oneway == -direction:
                yield "up", "it is one-way the other way"

    def _lift(self, feature, path):
        for index, line in enumerate(feature.lines):
            direction, _, _ = passage(path, line)
            if not direction:
                continue
            drop, size = feature.drop(index), length(line)
            kind, way = feature.lift_kind, feature.oneway
            if kind in BOTH_WAYS or way == 0 and kind not in PULLED:
                if way and way != direction:
                    yield "down", "it is one-way the other way"
            elif is_clear(drop, size):
                yield from self._ridden_down(feature, line, direction, drop)
            elif way and way != direction:
                yield "down", "it is one-way the other way"
            elif self._ridden.setdefault(feature.id, direction) != direction and kind not in UNKNOWN:
                yield "down", f"a lift of kind {kind} is ridden both ways"

    def _ridden_down(self, feature, line, direction, drop):
        """A lift that goes up by its kind: a tag may say otherwise, but not of a pulled one."""
        kind, way, is_down = feature.lift_kind, feature.oneway, direction * drop > 0
        if kind not in PULLED and way:
            if way != direction:
                yield "down", "it is one-way the other way"
        elif is_down and (kind not in UNKNOWN or not self._is_lonely(feature, line[-1] if drop > 0 else line[0])):
            yield "down", f"a lift of kind {kind} is ridden down"

    def _is_lonely(self, feature, bottom):
        """Indicates whether no run is near the lower end of a lift of unknown kind: then it is ridden both ways."""
        if feature.id not in self._lonely:
            self._lonely[feature.id] = not self.area.has_run_near(bottom, NO_RUN_METRES)
        return self._lonely[feature.id]


def samples(path):
    """The vertices of a path, and places between them."""
    yield path[0]
    for a, b in zip(path, path[1:]):
        count = max(1, math.ceil(math.dist(a, b) / SAMPLE_METRES))
        for number in range(1, count + 1):
            yield a[0] + (b[0] - a[0]) * number / count, a[1] + (b[1] - a[1]) * number / count


def coordinate(text):
    """(longitude, latitude) of a text as `46.05,-4.91`; None for a name."""
    try:
        latitude, longitude = (float(part) for part in text.split(","))
    except ValueError:
        return None
    return longitude, latitude


def questions(area, count, seed):
    """Random questions: ids and names of lifts and runs, their ends, coordinates beside them; each ceiling and none."""
    chance = random.Random(seed)
    usable = {kind: [feature for feature in area.features[kind].values() if feature.is_in_use and feature.lines]
              for kind in ("lift", "run")}

    def place():
        kind = chance.choice([kind for kind in ("lift", "lift", "run", "run") if usable[kind]])
        feature = chance.choice(usable[kind])
        form = chance.choice(("end", "id", "name", "coordinate"))
        if form == "coordinate":
            x, y = chance.choice(chance.choice(feature.lines))
            angle, off = chance.uniform(0, 2 * math.pi), chance.uniform(0, 60)
            latitude = area.plane.latitude + (y + off * math.sin(angle)) / area.plane.north
            return f"{latitude:.6f},{area.plane.longitude + (x + off * math.cos(angle)) / area.plane.east:.6f}"
        if form == "name" and feature.names:
            return f"{kind}:{chance.choice(feature.names)}"
        return feature.id + (chance.choice(("@top", "@bottom")) if form == "end" else "")

    for number in range(count):
        question = {"id": number, "from": place(), "to": place()}
        ceiling = chance.choice((None, *GRADES))
        question |= {"maxDifficulty": ceiling} if ceiling else {"ability": "expert"}
        yield question | ({"fastest": True} if chance.random() < 0.3 else {})


def asked(chosen, lines):
    """(question, answer as a line of batch) of each question."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        file.flush()
        command = [chosen.skiroute, "batch", file.name, "--map", chosen.map, "--workers", "1"]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, encoding="utf-8")
    answers = [json.loads(line) for line in done.stdout.splitlines() if line.strip()]
    if len(answers) != len(lines):
        raise SystemExit(f"judge-routes: {len(lines)} questions, {len(answers)} answers: {done.stderr.strip()[-400:]}")
    return zip(lines, answers)


def again(chosen, question):
    """The command that asks a question again."""
    words = [chosen.skiroute, "route", question["from"], question["to"]]
    for key, option in (("maxDifficulty", "--max-difficulty"), ("ability", "--ability")):
        words += [option, question[key]] if key in question else []
    words += ["--fastest"] if question.get("fastest") else []
    return shlex.join(str(word) for word in [*words, "--map", chosen.map, "--format", "json"])


def options(words):
    parser = argparse.ArgumentParser(description=words, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--skiroute", type=pathlib.Path, required=True, metavar="FILE", help="the command")
    parser.add_argument("--map", type=pathlib.Path, required=True, metavar="M", help="the map it answers from")
    for name, words in (("runs", "GeoJSON"), ("lifts", "GeoJSON"), ("streets", "GeoJSON of raw OSM tags"),
                        ("elevation", "a .hgt, a folder of them, or a table of points with lat, lon, elevation")):
        parser.add_argument(f"--{name}", type=pathlib.Path, action="append", default=[], metavar="FILE", help=words)
    parser.add_argument("--count", type=int, default=500, metavar="N", help="questions (500)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the seed of the questions (1)")
    parser.add_argument("--all", action="store_true", help=f"print all faults, not {SHOWN}")
    return parser.parse_args()


def main(words):
    chosen = options(words)
    area = Area(chosen.runs, chosen.lifts, chosen.streets, chosen.elevation)
    judge, found = Judge(area), []
    counts = {"routes": 0, "without a route": 0, "not understood": 0, "steps": 0}
    for question, answer in asked(chosen, list(questions(area, chosen.count, chosen.seed))):
        steps = (answer.get("answer") or {}).get("steps")
        counts["not understood" if "error" in answer else "routes" if steps else "without a route"] += 1
        counts["steps"] += len(steps or [])
        found += [(rule, text, again(chosen, question)) for rule, text in judge.faults(question, answer.get("answer") or {})]
    for rule, text, command in found if chosen.all else found[:SHOWN]:
        print(f"{rule}: {text}\n  {command}")
    if len(found) > SHOWN and not chosen.all:
        print(f"and {len(found) - SHOWN} more")
    print(", ".join(f"{count} {name}" for name, count in counts.items()) + "; faults: "
          + ", ".join(f"{sum(fault[0] == rule for fault in found)} {rule}" for rule in RULES))
    return 1 if found or not counts["routes"] else 0
