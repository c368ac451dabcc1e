import { at } from "../base/root.js";

const EMPTY = { type: "FeatureCollection", features: [] };
const SKI = "skiroute";

/** Lists the sources of what the page draws itself. */
export const OVERLAYS = ["route", "day", "chosen"];

/** Lists the layers of tiles in which what is reached is marked. */
export const REACHED = ["run-areas", "runs", "lifts"];

const GRADES = {
  light: { green: "#0f9d58", blue: "#1f6fd6", red: "#d62828", black: "#15171a", "double-black": "#15171a", yellow: "#d9a400",
    orange: "#e36f00", other: "#5b3fd6", glow: "#7a4dff", casing: "#ffffff", lift: "#3a3f47" },
  dark: { green: "#3ddc84", blue: "#4f9bff", red: "#ff5a52", black: "#e9eef4", "double-black": "#e9eef4", yellow: "#f0c030",
    orange: "#ff9440", other: "#b39dff", glow: "#c9b8ff", casing: "#0b1016", lift: "#e9eef4" },
};
const WIDTH = (one, two, three) => ["interpolate", ["exponential", 1.5], ["zoom"], 10, one, 14, two, 18, three];

const styles = new Map();

/**
 * Fetches the style of a theme, once.
 * @param {"light"|"dark"} theme
 */
async function fetched(theme) {
  if (!styles.has(theme)) {
    const answer = await fetch(at(`/styles/winter-${theme}.json`));
    if (!answer.ok) throw new Error(`the style of the map can't be loaded (${answer.status})`);
    styles.set(theme, await answer.json());
  }
  return structuredClone(styles.get(theme));
}

/**
 * Makes the whole style of the map.
 * @param {{theme: "light"|"dark", look: "mountain"|"street", heights: string|null, data: Object, reached: string[]}} wish
 *   `heights` is the set of tiles with elevations, `data` the contents of the overlays, `reached` ids of runs and lifts
 */
export async function makeStyle({ theme, look, heights, data, reached }) {
  const style = await fetched(theme);
  style.glyphs = "glyphs://{fontstack}/{range}";
  Object.assign(style.sources[SKI], tiles("ski"));
  if (heights) Object.assign(style.sources.heights, tiles(heights));
  else {
    delete style.sources.heights;
    style.layers = style.layers.filter((layer) => layer.source !== "heights");
  }
  for (const name of OVERLAYS) style.sources[name] = { type: "geojson", data: data[name] ?? EMPTY };
  if (look === "street") style.layers = style.layers.flatMap((layer) => street(layer, theme));
  const firstWords = style.layers.findIndex((layer) => layer.type === "symbol");
  const [under, over] = overlays(GRADES[theme], reached);
  style.layers.splice(firstWords, 0, ...over);
  style.layers.splice(style.layers.findIndex((layer) => layer.id === "run-casings"), 0, ...under);
  return style;
}

/**
 * Makes the addresses of a set of tiles. Those of the tiles come before the TileJSON's, so that the page asks the host that it came
 * from, by whatever name, behind a proxy that does not tell the server, too.
 */
function tiles(set) {
  const name = encodeURIComponent(set);
  return { url: at(`/tiles/${name}.json`), tiles: [at(`/tiles/${name}/{z}/{x}/{y}`)] };
}

/** Changes a layer to the look of streets: streets stand out with their names, runs step back. */
function street(layer, theme) {
  const colour = theme === "dark" ? "#6d7c8d" : "#8f9aa8";
  if (layer.id === "streets") {
    const paint = { "line-color": colour, "line-width": WIDTH(0.8, 2.6, 14) };
    const words = {
      id: "street-names", type: "symbol", source: SKI, "source-layer": "streets", minzoom: 13, filter: ["has", "name"],
      layout: { "symbol-placement": "line", "text-field": ["get", "name"], "text-font": ["Noto Sans Regular"], "text-size": 12 },
      paint: { "text-color": theme === "dark" ? "#eef3f8" : "#1c232b", "text-halo-width": 1.4,
        "text-halo-color": theme === "dark" ? "#0b1016" : "#ffffff" },
    };
    return [{ ...layer, paint }, words];
  }
  if (["run-symbols", "run-arrows", "run-numbers", "slope-bands", "contour-heights"].includes(layer.id)) return [];
  if (layer["source-layer"] === "runs" && layer.type === "line") {
    return [{ ...layer, paint: { ...layer.paint, "line-opacity": 0.35 } }];
  }
  return [layer];
}

/** Makes the layers of the page: those under the runs, and those over them. */
function overlays(colours, reached) {
  const graded = ["match", ["get", "colour"], ...Object.entries(colours).filter(([name]) => name !== "other").flat(), colours.other];
  const round = { "line-cap": "round", "line-join": "round" };
  const line = (id, source, paint, filter) => ({ id, type: "line", source, layout: round, paint, ...(filter ? { filter } : {}) });
  const glow = { "line-color": colours.glow, "line-width": WIDTH(5, 14, 36), "line-opacity": 0.5 };
  const under = REACHED.map((name) => {
    const layer = line(`reached-${name}`, SKI, glow, reachedFilter(reached));
    const fill = { type: "fill", layout: {}, paint: { "fill-color": colours.glow, "fill-opacity": 0.35 } };
    return { ...layer, ...(name === "run-areas" ? fill : {}), "source-layer": name };
  });
  const over = [
    line("day-casing", "day", { "line-color": colours.casing, "line-width": WIDTH(4, 9, 22) }),
    line("day-line", "day", { "line-color": graded, "line-width": WIDTH(2.5, 5.5, 15), "line-dasharray": [1, 1.6] }),
    line("route-glow", "route", { "line-color": colours.glow, "line-width": WIDTH(9, 17, 40), "line-opacity": 0.55 }),
    line("route-casing", "route", { "line-color": colours.casing, "line-width": WIDTH(5, 10, 24) }),
    line("route-line", "route", { "line-color": graded, "line-width": WIDTH(3, 6, 16) }),
    { id: "chosen", type: "circle", source: "chosen", paint: {
      "circle-radius": 8, "circle-color": colours.glow, "circle-stroke-color": colours.casing, "circle-stroke-width": 3 } },
  ];
  return [under, over];
}

/** Makes the filter of features that are reached. */
export const reachedFilter = (ids) => [
  "all", ["in", ["get", "id"], ["literal", ids]], ["any", ["==", ["geometry-type"], "Polygon"], ["!=", ["get", "area"], true]]];
