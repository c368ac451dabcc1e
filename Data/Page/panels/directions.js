import { make } from "../base/dom.js";

const SIGNS = { ride: "⇡", ski: "↘", walk: "→", arrive: "◉" };

/**
 * Makes the list of directions; each shows its place on the map.
 * @param {{directions?: Object[]}} answer of a route
 * @param {{fly: function, draw: function}} map
 */
export function directionList({ directions = [] }, map) {
  const show = ({ coordinate }) => {
    if (!coordinate) return;
    map.draw("chosen", [{ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: coordinate } }]);
    map.fly(coordinate, 15);
  };
  const item = (one) => make("li", { class: one.facts?.colour ? `way-${one.facts.colour}` : `way-${one.kind}` },
    make("button", { type: "button", onclick: () => show(one) },
      make("span", { class: "sign", "aria-hidden": "true", text: SIGNS[one.kind] ?? "•" }), make("span", { text: one.text })));
  return make("ol", { class: "directions", "aria-label": "Directions" }, ...directions.map(item));
}
