import { byId, make } from "../base/dom.js";
import { CEILINGS } from "../base/words.js";
import { makeSearch } from "./search.js";

const ENDS = ["from", "to", "home"];
const FIELDS = ["ceiling", "date", "depart", "closing", "minutes"];

/**
 * Makes the fields of questions: ends, ceiling and clock, alike with the state.
 * @param {{store: Object, places: Object, service: Object, map: Object}} page
 */
export function makeForm(page) {
  const { store, places, map } = page;
  byId("ceiling").replaceChildren(...CEILINGS.map(([value, text]) => make("option", { value, text })));
  for (const key of ENDS) {
    const input = byId(key);
    makeSearch(input, page, (one) => {
      store.set({ [key]: one.text });
      if (one.place && !map.map.getBounds().contains(one.place)) map.fly(one.place, 14);
    });
    input.addEventListener("change", () => { if (!input.value.trim()) store.set({ [key]: "" }); });
    byId(`${key}-clear`).addEventListener("click", () => {
      store.set({ [key]: "" });
      input.focus();
    });
  }
  for (const key of FIELDS) byId(key).addEventListener("change", () => store.set({ [key]: byId(key).value || "" }));
  byId("minutes").addEventListener("input", () => { byId("minutes-said").textContent = `${byId("minutes").value} min`; });
  byId("swap").addEventListener("click", () => store.set({ from: store.get().to, to: store.get().from }));

  const paint = () => {
    const state = store.get();
    for (const key of ENDS) {
      if (document.activeElement !== byId(key) || !byId(key).value) byId(key).value = places.label(state[key]);
      byId(`${key}-clear`).hidden = !state[key];
    }
    for (const key of FIELDS) byId(key).value = state[key];
    byId("minutes-said").textContent = `${state.minutes} min`;
    const extras = [state.ungraded && ["ungraded", "Runs without a grade allowed"], state.allow && ["allow", state.allow === "walk" ? "Snow-covered paths allowed" : "Runs off the scale allowed"]];
    byId("extras").replaceChildren(...extras.filter(Boolean).map(([key, text]) =>
      make("button", { type: "button", class: "chip", text: `${text} ✕`, onclick: () => store.set({ [key]: "" }) })));
  };
  store.listen((_, changed) => {
    for (const key of ENDS) if (changed.has(key)) byId(key).value = places.label(store.get()[key]);
    paint();
  });
  places.listen(paint);
  paint();
}

/** Holds the members of the state that limit what the skier may take, and when. */
export const LIMITS = ["ceiling", "date", "depart", "closing", "ungraded", "allow"];

/** Returns the limits as parameters of a question. */
export const limits = ({ ceiling, date, depart, closing, ungraded, allow }) => ({ maxDifficulty: ceiling, date, depart, closing, ungraded, allow });
