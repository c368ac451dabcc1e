"""The rows of the table: work, unit, our figure, the peers' with their settings, and the target."""

from .data import RASTER_SIZE
from .rounds import Row, Side

SIZES = (10_000, 100_000, 1_000_000)
SMALL = SIZES[0]
AREA = "trois-vallees"
# The reference searches on for long where its pairs are far: with fewer pairs it gets to the row that is compared.
MASKED_PAIRS = {10_000: 1000, 100_000: 300, 1_000_000: 50}


def size(nodes):
    """10⁴ for 10,000."""
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(len(str(nodes)) - 1))


def _ours(probe, figure, setting=""):
    return Side("SkiRoute", probe, figure, setting)


def rows(ours, theirs, sizes=SIZES):
    """All rows for graphs of some sizes."""
    return [*_routes(ours, theirs), *_distances(ours, theirs, sizes), *_limits(ours, theirs, sizes), *_many(ours, theirs, sizes),
            *_reasons(ours, sizes), *_day(ours, theirs), *_files(ours, theirs), *_start(ours, theirs)]


def _routes(ours, theirs):
    requests = ours.requests(SMALL)
    return [
        Row("coordinates to a route with steps, local, 10⁴", "µs", _ours(requests, "route"), [
            Side("OSRM CH", theirs.roads(SMALL, "osrm"), "route", "Python binding, full geometry and steps"),
            Side("Valhalla", theirs.roads(SMALL, "valhalla"), "route", "Python binding, auto, full answer"),
        ], target=10),
        Row("the JSON of that route", "µs", _ours(requests, "json"), target=15),
    ]


def _distances(ours, theirs, sizes):
    found = []
    for nodes in sizes:
        for kind in ("local", "far"):
            found.append(Row(f"distance, profile known, {kind}, {size(nodes)}", "µs", _ours(ours.paths(nodes), f"known {kind}"), [
                Side("RoutingKit CH", theirs.routingkit(nodes, "ch"), f"{kind} again", "native, best of 7 rounds a pair"),
                Side("RoutingKit CCH", theirs.routingkit(nodes, "cch"), f"{kind} again", "native, inertial order, best of 7 rounds"),
            ], target="best peer"))
    return found


def _limits(ours, theirs, sizes):
    found = []
    for nodes in sizes:
        searched = [
            Side("Dijkstra with masks", theirs.masked(nodes, MASKED_PAIRS.get(nodes, 100)), "median", "plain C++, distance only"),
            Side("RoutingKit CCH", theirs.routingkit(nodes, "cch"), "constraint: customize all", "customised for the limits, 1 core"),
        ]
        found.append(Row(f"limits never seen, distance, local, {size(nodes)}", "µs", _ours(ours.limits(nodes), "local"),
                         searched, target=3))
        found.append(Row(f"limits never seen, distance, far, {size(nodes)}", "µs", _ours(ours.limits(nodes), "far"),
                         searched[1:], target="best peer"))
    requests = ours.requests(SMALL)
    found.append(Row("limits never seen, coordinates to a route with steps, 10⁴", "µs", _ours(requests, "unseen")))
    found.append(Row("20 closures never seen, coordinates to a route with steps, 10⁴", "µs", _ours(requests, "unseen closures")))
    found.append(Row("a lift closes, all sessions see it, 10⁴", "µs", _ours(requests, "closing", "change, and what the next route pays"), [
        Side("RoutingKit CCH", theirs.routingkit(SMALL, "cch"), "close 1 lifts (partial)", "partial customisation, 1 lift"),
    ], target=20))
    return found


def _many(ours, theirs, sizes):
    found = []
    for nodes in sizes:
        native = theirs.routingkit(nodes, "ch")
        found.append(Row(f"one to all, a node, {size(nodes)}", "ns", _ours(ours.paths(nodes), "one to all"), [
            Side("RoutingKit CH", native, "one-to-all", "native, pinned targets")], target=5))
        peers = [Side("RoutingKit CH", native, "matrix 1000x1000", "native, pinned targets")]
        if nodes == SMALL:
            peers.append(Side("OSRM CH", theirs.roads(SMALL, "osrm"), "matrix", "Python binding, snapping included"))
        found.append(Row(f"matrix of 1,000 × 1,000, a pair, {size(nodes)}", "ns", _ours(ours.paths(nodes), "matrix"), peers,
                         target=10 if nodes == SMALL else "best peer"))
    return found


def _reasons(ours, sizes):
    return [Row(f"no route, with the reason, {size(nodes)}", "µs", _ours(ours.requests(nodes), "none"), target=500)
            for nodes in sizes]


def _day(ours, theirs):
    why, pareto, others, day = (ours.question(AREA, name, rounds) for name, rounds in (
        ("whynot", 2000), ("pareto", 1000), ("alternatives", 1000), ("day-runs", 1000)))
    return [
        Row("why not, p99, Les Trois Vallées", "ms", _ours(why, "p99"), target=40),
        Row("Pareto set, p99, Les Trois Vallées", "ms", _ours(pareto, "p99"), target=20),
        Row("alternatives, p99, Les Trois Vallées", "ms", _ours(others, "p99"), target=3),
        Row("day by different runs, Les Trois Vallées", "ms", _ours(day, "median"), target=1000),
        Row("its gap to what may be possible", "%", _ours(day, "gap"), target=10),
        Row("reach of 30 and 60 min with polygons, GeoJSON, 10⁴", "ms", _ours(ours.reach(SMALL), "median"), [
            Side("Valhalla", theirs.roads(SMALL, "valhalla"), "isochrone", "Python binding, auto, 30 and 60 min, polygons"),
        ], target=1),
    ]


def _files(ours, theirs):
    nearest, tiles, samples = ours.nearest(SMALL), ours.tiles(AREA), ours.samples()
    plain = theirs.samples(RASTER_SIZE)
    return [
        Row("nearest edge, 150 m, 10⁴ nodes, some 10⁵ segments", "M/s", _ours(nearest, "rate"), [
            Side("Flatbush", theirs.nearest(SMALL), "flatbush", "geo-index, nearest box, a call a point"),
            Side("STRtree", theirs.nearest(SMALL), "tree", "shapely, bulk call"),
            Side("grid", theirs.grid(100_000), "rate", "plain C++, random segments, 64 m cells"),
        ], target=2, more=True),
        Row("GeoJSON read, a CPU second, 38 MB", "MB/s", _ours(ours.read(100_000), "cpu"), [
            Side("simdjson", theirs.read(100_000), "simdjson", "on demand to flat arrays, 1 core"),
            Side("orjson", theirs.read(100_000), "orjson", "to a Python tree, 1 core"),
        ], target=400, more=True),
        Row("GeoJSON read, by the clock, all cores", "MB/s", _ours(ours.read(100_000), "clock"), more=True),
        Row("planet of 200 MB of runs to a map, CPU", "s", _ours(ours.planet(), "cpu"), [
            Side("RoutingKit CH", theirs.routingkit(1_000_000, "ch"), "build", "hierarchy alone, of the graph of 10⁶ nodes"),
        ], target=15),
        Row("one vector tile, first of a map just opened, Les Trois Vallées", "ms", _ours(tiles, "first"), target=3),
        Row("one vector tile, ready, p99, Les Trois Vallées", "ms", _ours(tiles, "warm"), target=0.5),
        Row("elevations at random places, bilinear", "M/s", _ours(samples, "bilinear", "from a GeoTIFF"), [
            Side("numpy", plain, "numpy", "array in memory, indices given"),
            Side("C", plain, "C", "array in memory, indices given"),
        ], target=20, more=True),
        Row("elevations at random places, nearest sample", "M/s", _ours(samples, "nearest", "from a GeoTIFF"), target=20, more=True),
    ]


def _start(ours, theirs):
    empty = Side("C", theirs.start(), "empty", "a program that does nothing")
    return [
        Row("process start to a route, sample mountain", "ms", _ours(ours.start(), "route"), [empty], target=8),
        Row("process start to --version", "ms", _ours(ours.start(), "version"), [empty]),
    ]
