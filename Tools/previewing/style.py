"""The look of a winter map, light and dark, as MapLibre styles: one text for both, two palettes."""

VECTOR, HEIGHTS = "skiroute", "heights"
ATTRIBUTION = "© OpenStreetMap contributors, © OpenSkiMap"

LIGHT = {
    "background": "#f2f6fa", "casing": "#ffffff", "blackCasing": "#ffffff", "black": "#15171a", "blackArea": "#15171a",
    "lift": "#3a3f47", "liftCasing": "#ffffff", "closed": "#9aa3ad", "connector": "#8a94a0",
    "area": "#5b7fa6", "text": "#1c232b", "halo": "#ffffff", "liftText": "#3a3f47",
    "contour": "#8a7458", "shadow": "#6d8099", "highlight": "#ffffff", "accent": "#a9b8c9",
    "green": "#0f9d58", "blue": "#1f6fd6", "red": "#d62828", "yellow": "#d9a400", "orange": "#e36f00", "grey": "#7d858e",
    "tour": "#6b4a2f", "street": "#c3cad3", "shieldText": "#ffffff", "shieldBlack": "#15171a",
}
DARK = {
    "background": "#10161d", "casing": "#0b1016", "blackCasing": "#e9eef4", "black": "#05070a", "blackArea": "#aab4c0",
    "lift": "#c9d3de", "liftCasing": "#0b1016", "closed": "#5d6772", "connector": "#6f7b88",
    "area": "#7fa3cb", "text": "#eef3f8", "halo": "#0b1016", "liftText": "#c9d3de",
    "contour": "#8fa0b3", "shadow": "#000000", "highlight": "#3d4d60", "accent": "#0a0f15",
    "green": "#3ddc84", "blue": "#4f9bff", "red": "#ff5a52", "yellow": "#f0c030", "orange": "#ff9440", "grey": "#8d97a3",
    "tour": "#c79564", "street": "#39434f", "shieldText": "#0b1016", "shieldBlack": "#e9eef4",
}
PALETTES = {"light": LIGHT, "dark": DARK}
# Steepness from so many degrees on; the same in both palettes, as skiers know them.
SLOPES = [(27, "#f2e35b"), (30, "#f5b93c"), (35, "#ee7a2b"), (40, "#d6323c"), (45, "#8d2a86")]
# The colours of grades as the tiles name them.
WORDS = ["green", "blue", "red", "yellow", "orange", "grey"]
SYMBOLS = {"circle": "●", "square": "■", "triangle": "▲", "diamond": "◆", "double-diamond": "◆◆", "star": "★", "double-star": "★★"}


def by_zoom(*stops):
    return ["interpolate", ["exponential", 1.5], ["zoom"], *stops]


def paint(palette):
    cases = [word for name in WORDS for word in (name, palette[name])]
    graded = ["match", ["get", "colourName"], *cases, "black", palette["black"], "double-black", palette["black"],
              palette["grey"]]
    return ["match", ["get", "kind"], ["skitour", "hike"], palette["tour"], graded]


def is_black():
    return ["in", ["get", "colourName"], ["literal", ["black", "double-black"]]]


def style(name, tiles="{vector}", heights=None):
    """A whole style. `tiles` and `heights` are addresses of TileJSON documents."""
    palette = PALETTES[name]
    sources = {VECTOR: {"type": "vector", "url": tiles}}
    if heights:
        sources[HEIGHTS] = {"type": "raster-dem", "url": heights}
    return {
        "version": 8,
        "name": f"SkiRoute winter, {name}",
        "metadata": {"skiroute:palette": name},
        "glyphs": "{glyphs}",
        "sources": sources,
        "layers": list(layers(palette, bool(heights))),
    }


def layers(palette, has_heights):
    yield {"id": "snow", "type": "background", "paint": {"background-color": palette["background"]}}
    if has_heights:
        yield {"id": "relief", "type": "hillshade", "source": HEIGHTS, "paint": {
            "hillshade-shadow-color": palette["shadow"], "hillshade-highlight-color": palette["highlight"],
            "hillshade-accent-color": palette["accent"], "hillshade-exaggeration": 0.45,
            "hillshade-illumination-direction": 315}}
    yield from grounds(palette)
    yield from lines(palette)
    yield from stations(palette)
    yield from words(palette)


def layer(name, kind, source_layer, *, only=None, zooms=(None, None), layout=None, look=None):
    made = {"id": name, "type": kind, "source": VECTOR, "source-layer": source_layer}
    if zooms[0] is not None:
        made["minzoom"] = zooms[0]
    if zooms[1] is not None:
        made["maxzoom"] = zooms[1]
    if only:
        made["filter"] = only
    if layout:
        made["layout"] = layout
    made["paint"] = look or {}
    return made


IS_LINE = ["!=", ["get", "area"], True]
WORKS = ["==", ["get", "status"], "operating"]
ROUND = {"line-cap": "round", "line-join": "round"}


def grounds(palette):
    yield layer("areas", "fill", "areas", look={
        "fill-color": palette["area"], "fill-opacity": ["interpolate", ["linear"], ["zoom"], 6, 0.35, 10, 0.14, 12, 0]})
    yield layer("slope-bands", "fill", "slope-bands", zooms=(11, None), layout={"visibility": "none"}, look={
        "fill-color": ["match", ["get", "from"], *[word for pair in SLOPES for word in pair], "#ffffff"],
        "fill-opacity": 0.4, "fill-antialias": False})
    yield layer("contours", "line", "contours", zooms=(11, None), only=["!=", ["get", "index"], True], look={
        "line-color": palette["contour"], "line-width": by_zoom(11, 0.4, 16, 0.8),
        "line-opacity": ["interpolate", ["linear"], ["zoom"], 11, 0.25, 14, 0.4]})
    yield layer("index-contours", "line", "contours", zooms=(11, None), only=["==", ["get", "index"], True], look={
        "line-color": palette["contour"], "line-width": by_zoom(11, 0.7, 16, 1.4),
        "line-opacity": ["interpolate", ["linear"], ["zoom"], 11, 0.35, 14, 0.6]})
    yield layer("run-areas", "fill", "run-areas", look={
        "fill-color": paint(palette), "fill-opacity": ["interpolate", ["linear"], ["zoom"], 9, 0.45, 13, 0.26], "fill-antialias": False})
    yield layer("run-area-edges", "line", "run-areas", zooms=(11, None), layout=ROUND, look={
        "line-color": ["case", is_black(), palette["blackArea"], paint(palette)], "line-width": by_zoom(11, 1, 14, 3, 18, 9),
        "line-blur": by_zoom(11, 1, 14, 3, 18, 9), "line-opacity": 0.5})
    yield layer("streets", "line", "streets", layout=ROUND, look={
        "line-color": palette["street"], "line-width": by_zoom(13, 0.8, 18, 7)})


def lines(palette):
    width = by_zoom(9, 0.7, 12, 1.8, 14, 3.2, 16, 6, 18, 14)
    casing = by_zoom(9, 1.2, 12, 3.2, 14, 5.4, 16, 9.5, 18, 19)
    # Walks where nothing is mapped are no ways to draw.
    mapped = ["!=", ["get", "cause"], "unmapped"]
    yield layer("connectors", "line", "connectors", zooms=(14, None), only=mapped, layout=ROUND, look={
        "line-color": palette["connector"], "line-width": by_zoom(14, 0.8, 18, 3), "line-dasharray": [1, 2]})
    yield layer("run-casings", "line", "runs", zooms=(11, None), only=IS_LINE, layout=ROUND, look={
        "line-color": ["case", is_black(), palette["blackCasing"], palette["casing"]], "line-width": casing,
        "line-opacity": 0.85})
    # The ways across a run that is mapped as an area: it is the ground that is drawn.
    yield layer("area-ways", "line", "runs", zooms=(13, None), only=["==", ["get", "area"], True], layout=ROUND, look={
        "line-color": ["case", is_black(), palette["blackArea"], paint(palette)], "line-width": by_zoom(13, 0.6, 18, 2.5),
        "line-opacity": 0.5})
    # Groomed runs are drawn through; ungroomed ones are dashed, as on printed maps.
    yield layer("runs", "line", "runs", only=["all", IS_LINE, ["!=", ["get", "groomed"], False]], layout=ROUND, look={
        "line-color": paint(palette), "line-width": width})
    yield layer("runs-ungroomed", "line", "runs", only=["all", IS_LINE, ["==", ["get", "groomed"], False]],
                layout={"line-join": "round"}, look={
        "line-color": paint(palette), "line-width": width, "line-dasharray": [2.5, 1]})
    yield layer("lift-casings", "line", "lifts", layout=ROUND, look={
        "line-color": palette["liftCasing"], "line-width": by_zoom(10, 1.5, 14, 4, 18, 9), "line-opacity": 0.8})
    yield layer("lifts", "line", "lifts", layout=ROUND, look={
        "line-color": ["case", WORKS, palette["lift"], palette["closed"]], "line-width": by_zoom(9, 0.6, 12, 1.2, 14, 2, 18, 4)})
    # Ropes have their cabins: short marks across the line.
    yield layer("lift-marks", "line", "lifts", zooms=(12, None), look={
        "line-color": ["case", WORKS, palette["lift"], palette["closed"]], "line-width": by_zoom(12, 4, 14, 7, 18, 14),
        "line-dasharray": [0.18, 3]})


def stations(palette):
    yield layer("stations", "circle", "stations", zooms=(12, None), look={
        "circle-radius": by_zoom(12, 1.6, 14, 3, 18, 7), "circle-color": palette["liftCasing"],
        "circle-stroke-color": palette["lift"], "circle-stroke-width": by_zoom(12, 1, 18, 2.5)})


FONT = {"text-font": ["Noto Sans Regular"]}
BOLD = {"text-font": ["Noto Sans Bold"]}


def words(palette):
    halo = {"text-halo-color": palette["halo"], "text-halo-width": 1.4}
    yield layer("contour-heights", "symbol", "contours", zooms=(14, None), only=["==", ["get", "index"], True], layout={
        **FONT, "symbol-placement": "line", "symbol-spacing": 400, "text-field": ["to-string", ["get", "elevation"]],
        "text-size": by_zoom(14, 9, 18, 12), "text-max-angle": 25, "text-padding": 8},
        look={"text-color": palette["contour"], "text-halo-color": palette["halo"], "text-halo-width": 1.2})
    yield layer("run-arrows", "symbol", "runs", zooms=(14, None), only=["all", IS_LINE, ["==", ["get", "oneway"], True]], layout={
        **FONT, "symbol-placement": "line", "symbol-spacing": 150, "text-field": "➤", "text-size": by_zoom(14, 13, 16, 19, 18, 32),
        "text-keep-upright": False, "text-rotation-alignment": "map", "text-padding": 1},
        look={"text-color": ["case", is_black(), palette["black"], paint(palette)],
              "text-halo-color": ["case", is_black(), palette["blackCasing"], palette["casing"]], "text-halo-width": 1.3})
    # From the zoom on at which a run has room for one: colours alone don't tell all readers which is which.
    yield layer("run-symbols", "symbol", "runs", zooms=(12, None), only=IS_LINE, layout={
        **FONT, "symbol-placement": "line", "symbol-spacing": 220, "text-size": by_zoom(12, 8, 13, 9, 18, 16),
        "text-field": ["match", ["get", "symbol"], *[word for pair in SYMBOLS.items() for word in pair], ""],
        "text-rotation-alignment": "viewport", "text-pitch-alignment": "viewport"},
        look={"text-color": ["case", is_black(), palette["black"], paint(palette)],
              "text-halo-color": ["case", is_black(), palette["blackCasing"], palette["halo"]], "text-halo-width": 1.6})
    # The number on the sign, as on its poles: a light figure on the colour of the run. A halo is as wide as renderers draw one,
    # a quarter of the letters.
    yield layer("run-numbers", "symbol", "runs", zooms=(12, None), only=["all", IS_LINE, ["has", "ref"]], layout={
        **BOLD, "symbol-placement": "line", "symbol-spacing": 260, "text-field": ["get", "ref"],
        "text-size": by_zoom(12, 9, 14, 11, 18, 15), "text-rotation-alignment": "viewport", "text-pitch-alignment": "viewport",
        "text-padding": 4},
        look={"text-color": palette["shieldText"], "text-halo-width": by_zoom(12, 2.25, 14, 2.75, 18, 3.75),
              "text-halo-color": ["case", is_black(), palette["shieldBlack"], paint(palette)]})
    yield layer("run-names", "symbol", "runs", zooms=(13, None), only=["all", IS_LINE, ["has", "name"]], layout={
        **FONT, "symbol-placement": "line", "symbol-spacing": 420, "text-field": ["get", "name"],
        "text-size": by_zoom(13, 10, 16, 13), "text-offset": [0, 0.9], "text-max-angle": 25},
        look={"text-color": ["case", is_black(), palette["text"], paint(palette)], **halo})
    yield layer("run-area-names", "symbol", "labels", zooms=(14, None),
                only=["all", ["==", ["get", "kind"], "run"], ["==", ["get", "area"], True]], layout={
        **FONT, "text-field": ["get", "name"], "text-size": by_zoom(14, 10, 16, 13), "text-max-width": 8},
        look={"text-color": ["case", is_black(), palette["text"], paint(palette)], **halo})
    yield layer("lift-names", "symbol", "lifts", zooms=(12, None), only=["has", "name"], layout={
        **BOLD, "symbol-placement": "line", "symbol-spacing": 500, "text-field": ["get", "name"],
        "text-size": by_zoom(12, 10, 16, 13), "text-offset": [0, -0.9], "text-max-angle": 25},
        look={"text-color": palette["liftText"], **halo})
    yield layer("area-names", "symbol", "labels", zooms=(None, 13), only=["==", ["get", "kind"], "area"], layout={
        **BOLD, "symbol-sort-key": ["-", 0, ["coalesce", ["get", "rank"], 0]],
        "text-field": ["get", "name"], "text-size": by_zoom(6, 10, 12, 17), "text-max-width": 9},
        look={"text-color": palette["area"], **halo})
