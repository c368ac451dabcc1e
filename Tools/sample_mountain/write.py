"""Puts the whole of Data/Sample into a folder."""

import json
import shutil

from . import day, forms, network, odd, png, spots, terrain, town, traps, ways


def everything(folder):
    """Makes all files of the sample in a folder, replacing what the generator made before."""
    ground = terrain.Terrain()
    net = network.Network(ground)
    run_ways, lift_ways, street_ways = ways.build(net, town.streets(net.lifts))
    nodes = forms.Nodes()
    osm = {kind: [forms.osm_feature(way, nodes) for way in group]
           for kind, group in (("runs", run_ways), ("lifts", lift_ways), ("streets", street_ways))}
    points = spots.build(net, lambda place: nodes.at(terrain.to_degrees(*place)))
    osm["spots"] = [forms.osm_spot(spot) for spot in points]
    twice = next(n for n, way in enumerate(run_ways) if way.key == "tete")
    osm["runs"] += odd.runs(osm["runs"][twice], "osm")
    files = {f"osm/{kind}.geojson": forms.collection(features) for kind, features in osm.items()}
    files.update(_map_form(ground, run_ways, lift_ways, points, twice))
    runs, lifts = (json.loads(files[f"openskimap/{kind}.geojson"])["features"] for kind in ("runs", "lifts"))
    files["day.gpx"] = day.gpx(runs, lifts, lambda longitude, latitude: ground.height(*terrain.to_metres(longitude, latitude)))
    book = traps.book(net, run_ways, lift_ways, points)
    files["traps.json"] = (json.dumps(book, ensure_ascii=False, indent=1) + "\n").encode()
    files["README.md"] = traps.readme(book).encode()
    for path, data in png.tiles(ground, terrain.formula, terrain.from_pixel, terrain.CENTRE_TILE_Z10):
        files[f"elevation/terrarium/{path}"] = data
    files["elevation/SOURCE.json"] = (json.dumps(
        {"version": 1, "name": "SkiRoute sample", "licence": "CC0-1.0", "attribution": "SkiRoute sample, CC0",
         "address": None, "terms": "https://creativecommons.org/publicdomain/zero/1.0/"}, indent=1) + "\n").encode()
    for name in ("osm", "openskimap", "elevation"):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def _map_form(ground, run_ways, lift_ways, points, twice):
    """The four OpenSkiMap files; goods lifts, zip lines, pylons and `piste:type=yes` are not in them."""
    form = forms.MapForm(ground)
    carried = [way for way in lift_ways if way.tags.get("aerialway") not in ("goods", "zip_line")]
    area = form.ski_area(run_ways, carried)
    ids = {way.key: way.map_id for way in carried}
    spot_features = [f for f in (form.spot(spot, ids) for spot in points) if f]
    runs = [form.run(way) for way in run_ways if way.key != "passage"]
    runs += odd.runs(form.run(run_ways[twice]), "openskimap")
    lifts = [form.lift(way, [f for f in spot_features if f["properties"].get("liftId") == way.map_id])
             for way in carried]
    return {f"openskimap/{name}.geojson": forms.collection(features) for name, features in (
        ("runs", runs), ("lifts", lifts), ("spots", spot_features), ("ski_areas", [area]))}
