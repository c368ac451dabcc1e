import { make } from "../base/dom.js";
import { coordinateText } from "../base/words.js";

const SIGNS = { home: ["⌂", "Home"], from: ["A", "Start"], to: ["B", "Destination"] };

/**
 * Makes the marks of start, destination and home; they can be dragged.
 * @param {{map: Object, store: Object, places: Object}} page
 */
export function makeMarks({ map, store, places }) {
  const marks = new Map();
  const paint = () => {
    for (const [key, [letter, word]] of Object.entries(SIGNS)) {
      const place = places.coordinate(store.get()[key]);
      if (!place) {
        marks.get(key)?.remove();
        marks.delete(key);
      } else if (marks.has(key)) marks.get(key).setLngLat(place);
      else marks.set(key, mark(key, letter, word).setLngLat(place).addTo(map.map));
    }
  };
  const mark = (key, letter, word) => {
    const element = make("div", { class: `mark mark-${key}`, title: `${word}: drag to move`, text: letter });
    const made = new maplibregl.Marker({ element, draggable: true, anchor: "center" });
    made.on("dragend", () => store.set({ [key]: coordinateText(made.getLngLat()) }));
    return made;
  };
  store.listen(paint);
  places.listen(paint);
  paint();
}
