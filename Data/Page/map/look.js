import { locate as askWhere } from "../api.js";
import { coordinateText } from "../base/words.js";
import { delayed } from "../base/dom.js";
import { latest } from "../service/client.js";

// The kind at a place must be this sure before the look changes, so that it doesn't flicker at the edge of an area.
const LEAST_CONFIDENCE = 0.6;

/**
 * Makes the look of the map follow the place at its centre: mountain or street.
 * @param {{map: Object, store: Object, service: Object}} page
 * @param {HTMLSelectElement} choice of the reader: auto, mountain, street
 * @param {HTMLElement} said the element that names the place
 */
export function makeLook({ map, store, service }, choice, said) {
  const paint = (look, area) => {
    map.dress({ look });
    document.documentElement.dataset.look = look;
    said.textContent = look === "mountain" ? area ?? "Mountain map" : "Street map";
  };
  const locate = latest(async (signal) => {
    const wish = store.get().look;
    choice.value = wish;
    if (wish !== "auto") return paint(wish);
    const found = await askWhere(service, { place: coordinateText(map.map.getCenter()) }, signal);
    const isSure = found.confidence >= LEAST_CONFIDENCE;
    paint(isSure ? (found.kind === "street" ? "street" : "mountain") : map.look(), found.area?.name);
  });
  const look = delayed(() => locate().catch(() => {}), 350);
  map.map.on("moveend", look);
  store.listen((state, changed) => { if (changed.has("look")) look(); });
  choice.addEventListener("change", () => store.set({ look: choice.value }));
  look();
}
