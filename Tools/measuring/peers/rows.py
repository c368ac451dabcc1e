"""The rows of the table: work, unit, our figure, the peers' with their settings, and the target."""

from .data import RASTER_SIZE
from .rounds import Row, Side

SIZES = (10_000, 100_000, 1_000_000)
SMALL = SIZES[0]
AREA = "trois-vallees"
MAP, ARRAYS = ".skimap", "arrays in memory"
OBJECTS = "a document each, theirs as Python objects"
# The reference searches on for long where its pairs are far: with fewer pairs it gets to the row that is compared.
MASKED_PAIRS = {10_000: 1000, 100_000: 300, 1_000_000: 50}


def size(nodes):
    """10⁴ for 10,000."""
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(len(str(nodes)) - 1))


def _ours(probe, figure, setting="", threads=1):
    return Side("SkiRoute", probe, figure, setting, threads)


def rows(ours, theirs, sizes=SIZES):
    """All rows for graphs of some sizes."""
    return [*_routes(ours, theirs), *_distances(ours, theirs, sizes), *_limits(ours, theirs, sizes), *_many(ours, theirs, sizes),
            *_reasons(ours, sizes), *_day(ours, theirs), *_files(ours, theirs), *_start(ours, theirs)]


def _routes(ours, theirs):
    requests = ours.requests(SMALL)
    return [
        Row("coordinates to a route with steps, local, 10⁴", "µs", _ours(requests, "route"), target=10, input=MAP),
        Row("the JSON of that route", "µs", _ours(requests, "json"), target=15, input=MAP),
        Row("both: coordinates to a document, local, 10⁴", "µs", _ours(requests, "document", "the sum of both medians"), [
            Side("OSRM CH", theirs.roads(SMALL, "osrm"), "route", "Python binding, full geometry and steps", work=OBJECTS),
            Side("Valhalla", theirs.roads(SMALL, "valhalla"), "route", "Python binding, auto, full answer", work=OBJECTS),
        ], input=MAP),
    ]


def _distances(ours, theirs, sizes):
    found = []
    for nodes in sizes:
        for kind in ("local", "far"):
            found.append(Row(f"distance, profile known, {kind}, {size(nodes)}", "µs", _ours(ours.paths(nodes), f"known {kind}"), [
                Side("RoutingKit CH", theirs.routingkit(nodes, "ch"), f"{kind} again", "native, best of 7 rounds a pair"),
                Side("RoutingKit CCH", theirs.routingkit(nodes, "cch"), f"{kind} again", "native, inertial order, best of 7 rounds"),
            ], target="best peer", input=ARRAYS))
    return found


def _limits(ours, theirs, sizes):
    found = []
    for nodes in sizes:
        searched = [
            Side("Dijkstra with masks", theirs.masked(nodes, MASKED_PAIRS.get(nodes, 100)), "median", "plain C++, distance only",
                 work="its limits are prepared before"),
            Side("RoutingKit CCH", theirs.routingkit(nodes, "cch"), "constraint: customize all", "customised for the limits, 1 core",
                 work="no: for all pairs at once; the query not counted"),
        ]
        found.append(Row(f"limits never seen, distance, local, {size(nodes)}", "µs", _ours(ours.limits(nodes), "local"),
                         searched, target=3, input=ARRAYS))
        for figure in ("far", "far, mean", "far, p99"):
            found.append(Row(f"limits never seen, distance, {figure}, {size(nodes)}", "µs", _ours(ours.limits(nodes), figure),
                             searched[1:], target="best peer", input=ARRAYS))
    requests = ours.requests(SMALL)
    found.append(Row("limits never seen, coordinates to a route with steps, 10⁴", "µs", _ours(requests, "unseen"), input=MAP))
    found.append(Row("20 closures never seen, coordinates to a route with steps, 10⁴", "µs", _ours(requests, "unseen closures"),
                     input=MAP))
    found.append(Row("a lift closes, all sessions see it, 10⁴", "µs", _ours(requests, "closing", "change, and what the next route pays"), [
        Side("RoutingKit CCH", theirs.routingkit(SMALL, "cch"), "close 1 lifts (partial)", "partial customisation, 1 lift",
             work="no: without what the next query pays"),
    ], target=20, input=MAP))
    return found


def _many(ours, theirs, sizes):
    found = []
    for nodes in sizes:
        native = theirs.routingkit(nodes, "ch")
        found.append(Row(f"one to all, a node, {size(nodes)}", "ns", _ours(ours.paths(nodes), "one to all"), [
            Side("RoutingKit CH", native, "one-to-all", "native, pinned targets")], target=5, input=ARRAYS))
        peers = [Side("RoutingKit CH", native, "matrix 1000x1000", "native, pinned targets")]
        if nodes == SMALL:
            peers.append(Side("OSRM CH", theirs.roads(SMALL, "osrm"), "matrix", "Python binding, snapping included",
                              work="no: snaps each point, Python objects"))
        found.append(Row(f"matrix of 1,000 × 1,000, a pair, {size(nodes)}", "ns", _ours(ours.paths(nodes), "matrix"), peers,
                         target=10 if nodes == SMALL else "best peer", input=ARRAYS))
    return found


def _reasons(ours, sizes):
    return [Row(f"no route, with the reason, {size(nodes)}", "µs", _ours(ours.requests(nodes), "none"), target=500, input=MAP)
            for nodes in sizes]


def _day(ours, theirs):
    why, pareto, others, day = (ours.question(AREA, name, rounds) for name, rounds in (
        ("whynot", 2000), ("pareto", 1000), ("alternatives", 1000), ("day-runs", 1000)))
    return [
        Row("why not, p99, Les Trois Vallées", "ms", _ours(why, "p99"), target=40, input=MAP),
        Row("Pareto set, p99, Les Trois Vallées", "ms", _ours(pareto, "p99"), target=20, input=MAP),
        Row("alternatives, p99, Les Trois Vallées", "ms", _ours(others, "p99"), target=3, input=MAP),
        Row("day by different runs, Les Trois Vallées", "ms", _ours(day, "median"), target=1000, input=MAP),
        Row("its gap to what may be possible", "%", _ours(day, "gap"), target=10, input=MAP),
        Row("reach of 30 and 60 min with polygons, GeoJSON, 10⁴", "ms", _ours(ours.reach(SMALL), "median"), [
            Side("Valhalla", theirs.roads(SMALL, "valhalla"), "isochrone", "Python binding, auto, 30 and 60 min, polygons",
                 work="reach on its roads, outlines of its own"),
        ], target=1, input=MAP),
    ]


def _files(ours, theirs):
    nearest, tiles, samples = ours.nearest(SMALL), ours.tiles(AREA), ours.samples()
    plain = theirs.samples(RASTER_SIZE)
    return [
        Row("nearest edge, 150 m, 10⁴ nodes, some 10⁵ segments", "M/s", _ours(nearest, "rate"), [
            Side("Flatbush", theirs.nearest(SMALL), "flatbush", "geo-index, nearest box, a call a point",
                 work="no: boxes, not segments; by Python"),
            Side("STRtree", theirs.nearest(SMALL), "tree", "shapely, bulk call", work="no: in a plane, without a reach"),
            Side("grid", theirs.grid(100_000), "rate", "plain C++, random segments, 64 m cells", work="no: other segments, in a plane"),
        ], target=2, more=True, input=MAP),
        Row("GeoJSON read, a CPU second, 38 MB", "MB/s", _ours(ours.read(100_000), "cpu", threads=2), [
            Side("simdjson", theirs.read(100_000), "simdjson", "on demand to flat arrays, 1 core",
                 work="no: coordinates and ids, unchecked"),
            Side("orjson", theirs.read(100_000), "orjson", "to a Python tree, 1 core", work="no: a tree, unchecked"),
        ], target=400, more=True, input="GeoJSON"),
        Row("GeoJSON read, by the clock, all cores", "MB/s", _ours(ours.read(100_000), "clock", threads=2), more=True,
            input="GeoJSON"),
        Row("planet of 200 MB of runs to a map, CPU", "s", _ours(ours.planet(), "cpu", threads=2), [
            Side("RoutingKit CH", theirs.routingkit(1_000_000, "ch"), "build", "hierarchy alone, of the graph of 10⁶ nodes",
                 work="no: no reading, no joining of runs"),
        ], target=15, input="GeoJSON"),
        Row("one vector tile, first of a map just opened, Les Trois Vallées", "ms", _ours(tiles, "first"), target=3, input=MAP),
        Row("one vector tile, ready, p99, Les Trois Vallées", "ms", _ours(tiles, "warm"), target=0.5, input=MAP),
        Row("elevations at random places, bilinear", "M/s", _ours(samples, "bilinear", "from a GeoTIFF"), [
            Side("numpy", plain, "numpy", "array in memory, indices given", work="no: no places, no file"),
            Side("C", plain, "C", "array in memory, indices given", work="no: no places, no file"),
        ], target=20, more=True, input="GeoTIFF, uncompressed"),
        Row("elevations at random places, nearest sample", "M/s", _ours(samples, "nearest", "from a GeoTIFF"), target=20, more=True,
            input="GeoTIFF, uncompressed"),
    ]


def _start(ours, theirs):
    empty = Side("C", theirs.start(), "empty", "a program that does nothing", work="no: it does nothing")
    return [
        Row("process start to a route, sample mountain", "ms", _ours(ours.start(), "route"), [empty], target=8, input=MAP),
        Row("process start to --version", "ms", _ours(ours.start(), "version"), [empty]),
    ]
