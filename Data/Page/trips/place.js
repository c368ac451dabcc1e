import { make } from "../base/dom.js";
import { field } from "../base/forms.js";
import { makeSearch } from "../panels/search.js";

/**
 * Makes the field of a meeting place: searched by name, or picked on the map among what has a name there.
 * @param {{service: Object, places: Object, map: Object}} page gets `picking` while the next click on the map picks
 * @param {string} id of the field
 */
export function placeField(page, id) {
  let place = null;
  const input = make("input", { id, placeholder: "Lift, run, hut" });
  const said = make("p", { class: "hint", role: "status" });
  const set = (next) => {
    place = next;
    input.value = next?.name ?? "";
    said.textContent = "";
  };
  const stop = (event) => {
    if (event && event.key !== "Escape") return;
    page.picking = null;
    pick.setAttribute("aria-pressed", "false");
    removeEventListener("keydown", stop);
    said.textContent = "";
  };
  const take = (found) => {
    if (!found) {
      said.textContent = "No lift, run or hut with a name is there; click one, or press Escape.";
      return;
    }
    stop();
    set({ source: found.source, name: found.name, longitude: found.place[0], latitude: found.place[1] });
    pick.focus();
  };
  const pick = make("button", { type: "button", text: "Pick on the map", "aria-pressed": "false", onclick: () => {
    if (page.picking === take) return stop();
    page.picking = take;
    pick.setAttribute("aria-pressed", "true");
    addEventListener("keydown", stop);
    said.textContent = "Click a lift, run or hut on the map; with the keyboard, Enter picks at its middle.";
  } });
  const element = field("Meeting place", input);
  makeSearch(input, page, (one) => {
    if (one.source) set({ source: one.source, name: one.label, longitude: one.place[0], latitude: one.place[1] });
    else said.textContent = "A meeting place needs a name of the map: search a lift, a run or a hut.";
  });
  input.addEventListener("change", () => { if (!input.value.trim()) set(null); });
  return {
    /** Returns the field, and what is below it: buttons, further ones among them, and what was said. */
    elements: (...buttons) => [element, make("div", { class: "buttons" }, pick, ...buttons), said],
    /** Sets the place: that of an event, or null. */
    set,
    /** Returns the place that was chosen; null without, an error when only a text was written. */
    get() {
      if (!input.value.trim()) return null;
      if (place?.name !== input.value) throw new Error("Choose the meeting place from the list, or leave the field empty.");
      const { source, name, latitude, longitude } = place;
      return { source, name, latitude, longitude };
    },
    /** Ends the picking on the map. */
    stop: () => { if (page.picking === take) stop(); },
  };
}
