"""Sources and terms of the data: facts in our own words, and the addresses of the full texts."""

USER_AGENT = "SkiRoute-fetch/1.0 (open-source ski routing; at most one planet download a day)"

OPENSKIMAP = {
    "name": "OpenSkiMap",
    "address": "https://tiles.openskimap.org/geojson",
    "licence": "ODbL 1.0",
    "licenceAddress": "https://opendatacommons.org/licenses/odbl/1-0/",
    "attribution": "© OpenStreetMap contributors, OpenSkiMap.org",
    "terms": "https://openskimap.org/?about",
}
OPENSKIMAP_TERMS = """\
Terms: OpenSkiMap's data comes from OpenStreetMap and Skimap.org, under the Open Database License (ODbL 1.0).
  Whoever shows it, or anything made from it, must name both: © OpenStreetMap contributors, OpenSkiMap.org.
  A database made from it and passed on must stay under the ODbL. One automatic download a day is permitted.
  https://openskimap.org/?about  https://www.openstreetmap.org/copyright"""

TERRAIN = {
    "name": "Terrain Tiles",
    "address": "https://s3.amazonaws.com/elevation-tiles-prod/terrarium",
    "licence": "open data of many sources; see terms",
    "terms": "https://github.com/tilezen/joerd/blob/master/docs/attribution.md",
}
TERRAIN_TERMS = """\
Terms: Terrain Tiles were made by Mapzen from open elevation data and are hosted by AWS Open Data. Many of their
  sources must be named wherever the heights, or anything made from them, are shown; SOURCE.json lists them.
  https://registry.opendata.aws/terrain-tiles/
  https://github.com/tilezen/joerd/blob/master/docs/attribution.md"""

# The attribution that each source asks for.
_CREDITS = {
    "arctic": "ArcticDEM: imagery of DigitalGlobe, Inc., NSF awards 1043681, 1559691 and 1542736",
    "australia": "© Commonwealth of Australia (Geoscience Australia) 2017",
    "austria": "© offene Daten Österreichs – Digitales Geländemodell (DGM) Österreich",
    "canada": "contains information licensed under the Open Government Licence – Canada",
    "europe": "produced using Copernicus data and information funded by the European Union – EU-DEM layers",
    "etopo": "ETOPO1: U.S. National Oceanic and Atmospheric Administration",
    "mexico": "INEGI, Continental relief, 2016",
    "zealand": "Copyright 2011 Crown copyright (c) Land Information New Zealand and the New Zealand Government "
               "(All rights reserved)",
    "norway": "© Kartverket",
    "kingdom": "© Environment Agency copyright and/or database right 2015. All rights reserved",
    "usgs": "3DEP, GMTED2010 and SRTM courtesy of the U.S. Geological Survey",
}
# The folders that a tile's header x-amz-meta-x-imagery-sources names, where we know whose they are.
_FOLDERS = {"etopo1": "etopo", "gmted": "usgs", "srtm": "usgs", "ned": "usgs", "ned13": "usgs",
            "ned_topobathy": "usgs", "eudem": "europe"}
IMAGERY_HEADER = "x-amz-meta-x-imagery-sources"


def imagery_folders(header):
    """The sources that a tile's header names, `*` when it names none."""
    names = {part.split("/")[0].strip() for part in (header or "").split(",")} - {""}
    return {name if name in _FOLDERS else "*" for name in names} or {"*"}


def terrain_attribution(folders):
    """The words that must be shown with tiles made from some sources; all that there are where one is unknown."""
    known = folders and all(name in _FOLDERS for name in folders)
    wanted = {_FOLDERS[name] for name in folders} if known else set(_CREDITS)
    return "Terrain Tiles (Mapzen, AWS Open Data): " + "; ".join(
        text for key, text in _CREDITS.items() if key in wanted)
