import { drawGlyphs } from "../glyphs.js";
import { at } from "../base/root.js";
import { makeStyle, REACHED, reachedFilter } from "./style.js";

const EMPTY = { type: "FeatureCollection", features: [] };

/**
 * Makes the map.
 * @param {HTMLElement} container
 * @param {{bounds: number[], heights: string|null, theme: string, look: string, view: string}} start
 * @param {function(string): void} trouble called with what can't be drawn
 */
export async function makeMap(container, start, trouble) {
  maplibregl.addProtocol("glyphs", drawGlyphs);
  const wish = { theme: start.theme, look: start.look, heights: start.heights, data: {}, reached: [] };
  const [west, south, east, north] = start.bounds ?? [-180, -60, 180, 75];
  const map = new maplibregl.Map({
    container, style: await makeStyle(wish), bounds: [[west, south], [east, north]], maxPitch: 75,
    fitBoundsOptions: { padding: 40, maxZoom: 15 }, attributionControl: false, fadeDuration: isCalm() ? 0 : 300, ...viewOf(start.view),
  });
  map.addControl(new maplibregl.NavigationControl({ visualizePitch: true }), "top-right");
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 120 }), "bottom-right");
  map.addControl(new maplibregl.AttributionControl({ compact: innerWidth < 700 }), "bottom-right");
  // What fails while the server is away is tried again when it is back.
  map.on("error", (event) => { if (navigator.onLine && event.error?.status !== undefined) trouble(event.error.message); });
  let turn = 0;
  const restyle = async () => {
    const own = ++turn;
    const style = await makeStyle(wish);
    if (own === turn) map.setStyle(style); // another wish may have come meanwhile
  };

  return {
    map,
    /** Changes theme (`light`, `dark`) or look (`mountain`, `street`). */
    async dress(change) {
      if (Object.entries(change).every(([key, value]) => wish[key] === value)) return;
      Object.assign(wish, change);
      await restyle();
    },
    /** Returns the look there is. */
    look: () => wish.look,
    /** Draws features of a kind: `route`, `day`, `chosen`; none without. */
    draw(name, features = []) {
      wish.data[name] = features.length ? { type: "FeatureCollection", features } : EMPTY;
      whenStyled(map, () => map.getSource(name)?.setData(wish.data[name]));
    },
    /** Marks runs and lifts as reached, by id. */
    reach(ids) {
      wish.reached = ids;
      whenStyled(map, () => {
        for (const layer of REACHED) map.setFilter(`reached-${layer}`, reachedFilter(ids));
      });
    },
    /** Shows the extent of places. */
    show(places, maxZoom = 15) {
      if (!places.length) return;
      const bounds = places.reduce((all, place) => all.extend(place.slice(0, 2)), new maplibregl.LngLatBounds());
      map.fitBounds(bounds, { padding: room(container), maxZoom, ...motion() });
    },
    /** Flies to a place. */
    fly: (place, zoom = 15) => map.flyTo({ center: place.slice(0, 2), zoom: Math.max(zoom, map.getZoom()), ...motion() }),
    /** Returns the view as text: zoom, latitude, longitude. */
    view() {
      const { lat, lng } = map.getCenter();
      return `${map.getZoom().toFixed(2)}/${lat.toFixed(5)}/${lng.toFixed(5)}`;
    },
    /** Goes to a view. */
    goTo: (view) => { if (view) map.jumpTo(viewOf(view)); },
    /** Asks again for all tiles. */
    refresh() {
      const source = map.getSource("skiroute");
      source?.setUrl?.(at("/tiles/ski.json"));
    },
  };
}

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const motion = () => ({ duration: isCalm() ? 0 : 900 });

const room = (container) => Math.min(60, container.clientWidth / 8, container.clientHeight / 8);

function viewOf(view) {
  if (!view) return {};
  const [zoom, latitude, longitude] = view.split("/").map(Number);
  return { bounds: undefined, zoom, center: [longitude, latitude] };
}

function whenStyled(map, action) {
  if (map.style?._loaded) action();
  else map.once("style.load", action);
}
