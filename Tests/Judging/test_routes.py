#!/usr/bin/env python3
"""Tools/judge-routes: a route that keeps to the files passes, and each thing that can be wrong is found."""

import contextlib
import io
import json
import pathlib
import struct
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tools"))

from judging import raw, routes  # noqa: E402

LATITUDE, LONGITUDE = 46.0, 7.0
PLANE = raw.Plane(LONGITUDE, LATITUDE)


def at(east, north, elevation=None):
    """A coordinate so many metres east and north of the middle."""
    place = [LONGITUDE + east / PLANE.east, LATITUDE + north / PLANE.north]
    return place if elevation is None else [*place, elevation]


def feature(identifier, points, **tags):
    return {"type": "Feature", "properties": {"@id": identifier, **{key.replace("__", ":"): value for key, value in tags.items()}},
            "geometry": {"type": "LineString", "coordinates": [at(*point) for point in points]}}


RUNS = [
    feature("way/1", [(0, 800, 1800), (0, 400, 1650), (0, 0, 1500)], piste__type="downhill", piste__difficulty="easy", name="Down"),
    feature("way/2", [(200, 800, 1800), (200, 0, 1500)], piste__type="downhill", piste__difficulty="advanced"),
    feature("way/3", [(0, 0, 1500), (100, 0, 1501)], piste__type="downhill", oneway="yes"),
    feature("way/4", [(400, 800, 1800), (400, 0, 1500)], piste__type="downhill", piste__difficulty="easy", oneway="no"),
    feature("way/5", [(600, 800, 1800), (600, 0, 1500)], piste__type="downhill", piste__difficulty="freeride"),
    feature("way/6", [(800, 800, 1800), (800, 0, 1500)], piste__type="downhill", disused="yes"),
    feature("way/7", [(900, 0), (1000, 0), (1000, 100), (900, 100), (900, 0)], piste__type="downhill", area="yes"),
]
LIFTS = [
    feature("way/10", [(-20, 0, 1500), (-20, 800, 1800)], aerialway="chair_lift", name="Chair"),
    feature("way/11", [(-60, 0, 1500), (-60, 800, 1800)], aerialway="gondola"),
    feature("way/12", [(-100, 0, 1500), (-100, 800, 1800)], aerialway="t-bar", oneway="no"),
    feature("way/13", [(-140, 0, 1500), (-140, 800, 1800)], aerialway="chair_lift", oneway="no"),
    feature("way/14", [(-180, 800, 1800), (-180, 0, 1500)], aerialway="platter"),
    feature("way/15", [(-220, 0, 1500), (-220, 800, 1800)], aerialway="gondola", oneway="yes"),
    feature("way/16", [(-260, 0, 1500), (-260, 800, 1800)], aerialway="station"),
]


def step(kind, identifier, *points, **members):
    return {"kind": kind, "id": identifier, "name": None, "coordinates": [at(*point) for point in points], **members}


class RoutesJudgeTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.runs, self.lifts = self.write("runs", RUNS), self.write("lifts", LIFTS)
        self.area = raw.Area([self.runs], [self.lifts])

    def write(self, name, features):
        path = self.folder / f"{name}.geojson"
        path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        return path

    def faults(self, *steps, area=None, **question):
        asked = {"from": "a", "to": "b", **question}
        return [rule for rule, _ in routes.Judge(area or self.area).faults(asked, {"steps": list(steps)})]

    def test_a_route_that_keeps_to_the_files_passes(self):
        self.assertEqual(self.faults(
            step("walk", None, (-20, -40), (-20, 0)), step("lift", "way/10", (-20, 0), (-20, 800)),
            step("connector", None, (-20, 800), (0, 800)), step("run", "way/1", (0, 800), (0, 400), (0, 100)),
            **{"from": "{1:.7f},{0:.7f}".format(*at(-20, -40)), "maxDifficulty": "easy"}), [])

    def test_a_jump_between_steps_and_at_an_end_is_found(self):
        self.assertEqual(self.faults(step("lift", "way/10", (-20, 0), (-20, 800)), step("run", "way/1", (0, 800), (0, 0))), ["jump"])
        start = "{1:.7f},{0:.7f}".format(*at(0, 830))
        self.assertEqual(self.faults(step("run", "way/1", (0, 800), (0, 0)), **{"from": start}), ["jump"])

    def test_a_step_off_its_line_and_an_unknown_id_are_found(self):
        self.assertEqual(self.faults(step("run", "way/1", (0, 800), (5, 400), (0, 0))), ["off line"])
        self.assertEqual(self.faults(step("lift", "way/99", (0, 0), (0, 800))), ["off line"])

    def test_a_path_across_an_area_is_on_it_and_one_beside_it_is_not(self):
        self.assertEqual(self.faults(step("run", "way/7", (905, 5), (990, 95))), [])
        self.assertEqual(self.faults(step("run", "way/7", (905, 5), (890, 50))), ["off line"])

    def test_a_run_up_its_clear_drop_is_found_unless_it_is_tagged_both_ways(self):
        self.assertEqual(self.faults(step("run", "way/1", (0, 100), (0, 400), (0, 700))), ["up"])
        self.assertEqual(self.faults(step("run", "way/4", (400, 0), (400, 800))), [])

    def test_a_run_against_its_tag_is_found_where_it_is_level(self):
        self.assertEqual(self.faults(step("run", "way/3", (100, 0), (0, 0))), ["up"])
        self.assertEqual(self.faults(step("run", "way/3", (0, 0), (100, 0))), [])

    def test_lifts_go_down_where_kind_or_tag_allow_it_and_pulled_ones_never(self):
        down = {number: self.faults(step("lift", f"way/{number}", (x, 800), (x, 0))) for number, x in (
            (10, -20), (11, -60), (12, -100), (13, -140), (14, -180), (15, -220))}
        self.assertEqual(down, {10: ["down"], 11: [], 12: ["down"], 13: [], 14: ["down"], 15: ["down"]})
        self.assertEqual(self.faults(step("lift", "way/14", (-180, 0), (-180, 800))), [])

    def test_a_one_way_lift_of_unknown_elevations_is_not_ridden_both_ways(self):
        flat = [feature("way/20", [(0, 0), (0, 500)], aerialway="t-bar", oneway="no")]
        judge = routes.Judge(raw.Area([self.runs], [self.write("flat", flat)]))
        up, down = (step("lift", "way/20", *points) for points in (((0, 0), (0, 500)), ((0, 500), (0, 0))))
        asked = {"from": "a", "to": "b"}
        self.assertEqual([[rule for rule, _ in judge.faults(asked, {"steps": [one]})] for one in (down, down, up)], [[], [], ["down"]])

    def test_what_is_not_in_use_or_off_the_scale_is_found(self):
        self.assertEqual(self.faults(step("run", "way/5", (600, 800), (600, 0))), ["closed"])
        self.assertEqual(self.faults(step("run", "way/6", (800, 800), (800, 0))), ["closed"])
        self.assertEqual(self.faults(step("lift", "way/16", (-260, 0), (-260, 800))), ["closed"])

    def test_a_run_above_the_ceiling_is_found(self):
        hard = step("run", "way/2", (200, 800), (200, 0))
        self.assertEqual(self.faults(hard, maxDifficulty="intermediate"), ["ceiling"])
        self.assertEqual(self.faults(hard, maxDifficulty="advanced"), [])

    def test_long_connectors_and_walks_are_found(self):
        link = [step("connector", None, (300, 0), (300, size)) for size in (149, 160)]
        self.assertEqual([self.faults(one) for one in link], [[], ["long"]])
        stations = step("connector", None, (-20, 0), (-220, 0))
        self.assertEqual(self.faults(stations), [])
        walk = [step("walk", None, (300, 0), (300, size), unmapped=True) for size in (199, 210)]
        ends = [step("connector", None, (300, -5), (300, 0)), step("connector", None, (300, 0), (300, 5))]
        self.assertEqual([self.faults(ends[0], one, step("connector", None, (300, size), (300, size + 5)))
                          for one, size in zip(walk, (199, 210))], [[], ["long"]])
        self.assertEqual(self.faults(step("walk", None, (300, 0), (300, 170))), ["long"])

    def test_elevations_are_taken_from_tiles_and_tables(self):
        side = 1201
        rows = b"".join(struct.pack(f">{side}h", *[1000 + row] * side) for row in range(side))
        tile = self.folder / "N46E007.hgt"
        tile.write_bytes(rows)
        heights = raw.Elevations([self.folder])
        self.assertAlmostEqual(heights.at([7.5, 46.5]), 1600, places=6)
        self.assertIsNone(heights.at([8.5, 46.5]))
        table = self.folder / "points.csv"
        table.write_text("id,lat,lon,elevation\n1,46.0,7.0,1234.5\n")
        self.assertEqual(raw.Elevations([table]).at(at(10, 10)), 1234.5)
        self.assertIsNone(raw.Elevations([table]).at(at(40, 10)))

    def test_the_tool_asks_and_says_how_to_ask_again(self):
        command = self.folder / "skiroute"
        command.write_text("#!/usr/bin/env python3\nimport json, sys\n"
                           f"steps = {[step('run', 'way/1', (0, 0), (0, 800))]!r}\n"
                           "for line in open(sys.argv[2]):\n"
                           "    print(json.dumps({'id': json.loads(line)['id'], 'answer': {'steps': steps}}))\n")
        command.chmod(0o755)
        output, sys.argv = io.StringIO(), ["judge-routes", "--skiroute", str(command), "--map", "a.skimap", "--runs", str(self.runs),
                                           "--lifts", str(self.lifts), "--count", "3", "--seed", "2"]
        with contextlib.redirect_stdout(output):
            code = routes.main("")
        self.assertEqual(code, 1)
        self.assertIn("up: step 1, run way/1", output.getvalue())
        self.assertIn("--map a.skimap --format json", output.getvalue())
        self.assertIn("3 up, 0 down", output.getvalue())

    def test_questions_depend_on_the_seed_alone(self):
        first, again, other = (list(routes.questions(self.area, 50, seed)) for seed in (1, 1, 2))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)
        self.assertEqual({question.get("maxDifficulty") for question in first}, {None, *raw.GRADES})


if __name__ == "__main__":
    unittest.main()
