"""Extraction of an area from the planet: by name and by box, from files of any layout."""

import io
import json
import random
import unittest

from hostile_server import serving
from support import FILES, Case, area, collection, feature, planet, square

from fetching import areas, cutting, geojson
from fetching.bounds import Box, box_of


def world():
    """Two areas of one name, one with accents, one across the antimeridian, one that is a point."""
    return {
        "ski_areas.geojson": collection([
            area("Les Trois Vallées", "three", square(6.5, 45.3), country="France"),
            area("Bear Mountain", "bear-1", square(-72.0, 43.0), country="Vermont"),
            area("Bear Mountain", "bear-2", square(-117.0, 34.0), country="California"),
            area("Old Bear", "old", square(9, 40), status="abandoned"),
            area("Chukotka", "far", [[[179.95, 66], [-179.95, 66], [-179.95, 66.1], [179.95, 66.1], [179.95, 66]]]),
            area("Pointe", "point", [7.7, 46.0], "Point"),
            area("../../etc/passwd", "evil", square(20, 20)),
            area("Größer Übung", "umlaut", square(11, 47)),
        ]),
        "lifts.geojson": collection([
            feature("in", [[6.55, 45.35], [6.56, 45.36]], "lift", ["three"]),
            feature("over", [[6.4, 45.35], [6.7, 45.36]], "lift"),
            feature("of point", [[7.70, 46.0], [7.72, 46.02]], "lift", ["point"]),
        ]),
        "spots.geojson": collection([feature("hut", [6.55, 45.35], "spot", geometry="Point"),
                                     feature("far hut", [8, 45.35], "spot", geometry="Point")]),
        "runs.geojson": collection([
            feature("inside", [[6.55, 45.35, 2000.5], [6.56, 45.36, 1900]], areas=["three"]),
            feature("member far away", [[6.9, 45.9], [6.91, 45.9]], areas=["other", "three"]),
            feature("stranger inside { } \" \\ ]", [[6.55, 45.35], [6.56, 45.36]]),
            feature("just beside", [[6.608, 45.35], [6.62, 45.35]]),
            feature("a mile beside", [[6.625, 45.35], [6.63, 45.35]]),
            feature("another country", [[-71.95, 43.05], [-71.95, 43.06]], areas=["bear-1"]),
            feature("beyond the date line", [[-179.99, 66.05], [-179.98, 66.05]]),
            feature("before the date line", [[179.99, 66.05], [179.98, 66.05]]),
            feature("beside the point", [[7.725, 46.01], [7.725, 46.015]]),
            feature("no place", []),
            {"type": "Feature", "properties": None, "geometry": None},
        ]),
    }


class AreaTests(Case):
    def setUp(self):
        super().setUp()
        self.serve(world())

    def cut(self, wanted, folder, *arguments):
        """Cuts an area; returns the names of its runs."""
        ran = self.fetch("--area", wanted, *arguments)
        self.assertEqual(ran.code, 0, ran.err)
        made = self.data / folder
        self.assertEqual(ran.out.splitlines(), [str(made / name) for name in FILES])
        self.assertEqual(sorted(path.name for path in made.iterdir()), sorted([*FILES, "SOURCE.json"]))
        self.said = ran.err
        return [each["properties"]["name"] for each in self.features(made / "runs.geojson")]

    def features(self, path):
        value = json.loads(path.read_bytes())
        self.assertEqual(value["type"], "FeatureCollection")
        return value["features"]

    def test_an_area_has_its_members_and_the_features_within_a_kilometre(self):
        runs = self.cut("les trois vallees", "les-trois-vallees")
        self.assertEqual(runs, ["inside", "member far away", "stranger inside { } \" \\ ]", "just beside"])
        made = self.data / "les-trois-vallees"
        self.assertEqual([each["properties"]["name"] for each in self.features(made / "lifts.geojson")], ["in", "over"])
        self.assertEqual([each["properties"]["name"] for each in self.features(made / "spots.geojson")], ["hut"])
        self.assertEqual([each["properties"]["id"] for each in self.features(made / "ski_areas.geojson")], ["three"])
        source = self.source(made)
        self.assertEqual(source["attribution"], "© OpenStreetMap contributors, OpenSkiMap.org")
        self.assertEqual(source["area"], {"name": "Les Trois Vallées", "id": "three"})
        box = Box.parse(source["bounds"])
        self.assertAlmostEqual(box.south, 45.3 - 0.009, 3)
        self.assertAlmostEqual(box.east, 6.6 + 0.0128, 3)
        self.assertIn(f"bounds: {source['bounds']}", self.said)

    def test_the_planet_files_are_reused_for_the_next_area(self):
        self.cut("les trois vallees", "les-trois-vallees")
        self.cut("GROSSER UBUNG", "grosser-ubung")
        self.assertEqual(len(self.server.received), 4)

    def test_features_are_copied_byte_for_byte(self):
        self.cut("three", "les-trois-vallees")
        planet_file = (self.data / "runs.geojson").read_bytes()
        for line in (self.data / "les-trois-vallees" / "runs.geojson").read_bytes().splitlines()[1:-1]:
            self.assertIn(line.rstrip(b","), planet_file)

    def test_an_area_mapped_as_a_point_has_the_extent_of_its_runs_and_lifts(self):
        self.assertEqual(self.cut("Pointe", "pointe"), ["beside the point"])

    def test_a_box_may_cross_the_antimeridian(self):
        self.assertEqual(self.cut("66,179.9,66.2,-179.9", "box_66_179.9_66.2_-179.9"),
                         ["beyond the date line", "before the date line"])
        self.assertEqual(self.cut("Chukotka", "chukotka"), ["beyond the date line", "before the date line"])

    def test_a_box_may_begin_with_a_minus(self):
        self.assertEqual(self.cut("-1,-72.1,43.1,-71.9", "box_-1_-72.1_43.1_-71.9"), ["another country"])

    def test_an_ambiguous_name_gives_exit_code_64_and_the_candidates(self):
        ran = self.fetch("--area", "bear mountain")
        self.assertEqual(ran.code, 64)
        for words in ("2 ski areas", "Vermont", "California", "bear-1", "bear-2"):
            self.assertIn(words, ran.err)
        self.assertEqual(self.cut("bear-1", "bear-mountain"), ["another country"])

    def test_two_areas_of_one_name_have_a_folder_each(self):
        self.cut("bear-1", "bear-mountain")
        self.assertEqual(self.cut("bear-2", "bear-mountain-bear-2"), [])
        self.assertEqual(self.source(self.data / "bear-mountain")["area"]["id"], "bear-1")
        self.assertEqual(self.cut("bear-1", "bear-mountain"), ["another country"])

    def test_an_area_with_control_characters_in_its_name_is_extracted(self):
        files = {**world(), "ski_areas.geojson": collection([]).replace(b"[\n", b"[\n" + json.dumps(
            area("Bad \ud800 \x1b[31m\x07 name", "bad", square(6.5, 45.3))).encode())}
        self.serve(files)
        self.assertEqual(len(self.cut("bad", "bad-31m-name")), 3)
        self.assertNotIn("\x1b", self.said)

    def test_an_unknown_name_gives_exit_code_64_and_similar_names(self):
        ran = self.fetch("--area", "Les Trois Valees")
        self.assertEqual(ran.code, 64)
        self.assertIn("Les Trois Vallées", ran.err)
        self.assertEqual(self.fetch("--area", "Nowhere at all").code, 64)
        self.assertEqual(self.fetch("--area", "").code, 64)

    def test_a_name_is_never_a_path(self):
        self.assertEqual(self.cut("../../etc/passwd", "etc-passwd"), [])

    def test_the_layout_of_the_files_does_not_change_the_result(self):
        expected = self.cut("three", "les-trois-vallees")
        forms = {
            "indented": lambda value: json.dumps(value, indent=2),
            "one line": lambda value: json.dumps(value, separators=(",", ":")),
            "escaped": lambda value: json.dumps(value, ensure_ascii=True),
            "members in another order": lambda value: json.dumps(
                {"name": "}{", "crs": {"type": "name", "features": {}}, "features": value["features"], "type": value["type"]}),
            "with a mark": lambda value: "\ufeff" + json.dumps(value),
        }
        for name, write in forms.items():
            with self.subTest(form=name):
                for file, data in world().items():
                    self.server.routes[f"/{file}"] = serving(write(json.loads(data)).encode(), etag=f'"{len(name)}{name[0]}"')
                self.assertEqual(self.cut("three", "les-trois-vallees", "--force"), expected)

    def test_numbers_with_exponents_are_read(self):
        data = (b'{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"e","id":"e"},"geometry":'
                b'{"type":"LineString","coordinates":[[6.55e0,4.535E+1],[656e-2,45.36]]}}]}')
        self.server.routes["/runs.geojson"] = serving(data)
        self.assertEqual(self.cut("three", "les-trois-vallees"), ["e"])


class _CountingPattern:
    """The scanner's regular expression, counting the bytes it passes over."""

    def __init__(self):
        self._pattern, self.count = geojson._TO_BRACE, 0

    def match(self, data, position):
        match = self._pattern.match(data, position)
        self.count += (match.end() if match else len(data)) - position
        return match


def scanned(data):
    """The number of features that the scanner finds in some bytes, and of the bytes its pattern passed over."""
    counting = _CountingPattern()
    features = sum(1 for _ in geojson.Scanner(io.BytesIO(data), to_brace=counting).features())
    return features, counting.count


class ScannerTests(unittest.TestCase):
    """The features of a stream in windows of any size."""

    def test_any_window_finds_the_same_features(self):
        data = world()["runs.geojson"]
        whole = [json.dumps(each) for each in json.loads(data)["features"]]
        for size in (1, 2, 3, 7, 64, 1000):
            with self.subTest(window=size):
                scanner = geojson.Scanner(io.BytesIO(data), window_bytes=size)
                self.assertEqual([json.dumps(json.loads(raw)) for raw in scanner.features()], whole)

    def test_a_document_that_is_not_a_collection_is_refused(self):
        for text in (b"", b"{", b"}", b"[]", b"{}", b'{"type":"Feature"}', b'{"type":"FeatureCollection"}', b"nope",
                     b'{"type":"FeatureCollection","features":[{}{}]}', b'{"type":"FeatureCollection","features":{}}',
                     b'{"type":"FeatureCollection","features":[{},]}', b'{"type":"FeatureCollection","features":[{}]}x',
                     b'{"type":"FeatureCollection","features":[{"a":"\\"}]}', b'{"type":"FeatureCollection","features":[{}]',
                     b'{"type":"FeatureCollection","features":[{}],"x":{}{}}', b'{"a":' * 1000):
            with self.subTest(text=text[:60]), self.assertRaises(ValueError):
                list(geojson.Scanner(io.BytesIO(text)).features())

    def test_the_scanned_bytes_grow_linearly_with_the_file(self):
        head = b'{"type":"FeatureCollection","features":[{"a":'
        for before, part, after in ((b'"', b"x" * 15, b'"'), (b'["', b'","' * 4, b'"]'), (b'"', b"\\\\" * 4, b'"')):
            for count in (500_000, 2_000_000):
                data = head + before + part * count + after + b"}]}"
                features, scanned_bytes = scanned(data)
                self.assertEqual(features, 1)
                # A string that crosses windows is scanned again as the window doubles: 1 + 1/2 + 1/4 ... times.
                self.assertLess(scanned_bytes, 2 * len(data) + 2 * geojson.WINDOW_BYTES)

    def test_short_features_are_scanned_once(self):
        data = planet(runs=20_000)["runs.geojson"]
        features, scanned_bytes = scanned(data)
        self.assertEqual(features, 20_000)
        windows = len(data) // geojson.WINDOW_BYTES + 1
        self.assertLess(scanned_bytes, len(data) + windows * 10_000)  # the rest of a window is scanned again

    def test_an_endless_feature_is_refused_at_the_memory_limit(self):
        class Endless:
            def read(self, count):
                return b'["' * (count // 2)
        with self.assertRaisesRegex(ValueError, "in one feature|around the features"):
            list(geojson.Scanner(Endless()).features())

    def test_the_sieve_accepts_every_feature_that_meets_the_box(self):
        seed = random.randrange(1 << 32)
        dice = random.Random(seed)
        for _ in range(3000):
            west, south = dice.uniform(-180, 180), dice.uniform(-89, 89)
            box = Box(south, west, min(90, south + dice.uniform(0, 2)), (west + dice.uniform(0, 3) + 180) % 360 - 180)
            start = [round(dice.gauss(west, 1), dice.randrange(7)), round(dice.gauss(south, 1), dice.randrange(7))]
            line = [start, [start[0] + dice.uniform(-0.4, 0.4), start[1] + dice.uniform(-0.4, 0.4)]]
            if not all(-180 <= x <= 180 and -90 <= y <= 90 for x, y in line):
                continue
            value = feature("x", line)
            text = json.dumps(value, indent=dice.choice([None, 1])).encode()
            mine = box_of(value["geometry"])
            if mine and mine.meets(box):
                self.assertTrue(cutting.Sieve(box, None).takes(text), f"seed {seed}: {box} {line}")

    def test_names_are_folded(self):
        for one, other in (("Saint-Gervais", "saint gervais"), ("ÉTÉ", "ete"), ("Größe", "GROSSE"), ("L'Alpe", "lalpe"),
                           ("ニセコ", "ニセコ"), ("Łódź", "lodz"), ("Å  B", "a b")):
            self.assertEqual(areas.folded(one), areas.folded(other))
        self.assertEqual(areas.slug("../.. /"), "area")


if __name__ == "__main__":
    unittest.main()
