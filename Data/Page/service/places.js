import { coordinateOf } from "../base/words.js";

/** Makes the memory of places: the label and coordinate of each text that questions name. */
export function makePlaces() {
  const known = new Map();
  const listeners = new Set();
  return {
    /** Remembers a place; what is null stays as it is. */
    learn(text, label, coordinate) {
      const before = known.get(text) ?? {};
      const after = { label: label ?? before.label, coordinate: coordinate ?? before.coordinate };
      if (!text || (before.label === after.label && before.coordinate === after.coordinate)) return;
      known.set(text, after);
      for (const listener of listeners) listener();
    },
    /** Returns the label of a text: that of its place, else the text. */
    label: (text) => known.get(text)?.label ?? text.replace(",", ", "),
    /** Returns longitude and latitude of a text; null when they are not known. */
    coordinate: (text) => coordinateOf(text) ?? known.get(text)?.coordinate ?? null,
    /** Calls a function when something was learnt. */
    listen(listener) { listeners.add(listener); },
  };
}
