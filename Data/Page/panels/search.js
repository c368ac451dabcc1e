import { places as askPlaces } from "../api.js";
import { delayed, make } from "../base/dom.js";
import { coordinateOf, kind, sign } from "../base/words.js";
import { latest } from "../service/client.js";

const MOST = 8;
let count = 0;

/**
 * Makes a field with suggestions of places (the combobox of the ARIA practices).
 * @param {HTMLInputElement} input
 * @param {{service: Object, places: Object}} page
 * @param {function({text: string, label: string, place: number[]|null, detail: string}): void} chosen
 */
export function makeSearch(input, { service, places }, chosen) {
  const id = `places-${++count}`;
  const list = make("ul", { id, class: "places", role: "listbox", hidden: true, "aria-label": "Places" });
  let [found, active] = [[], -1];
  for (const [name, value] of Object.entries({ role: "combobox", "aria-autocomplete": "list", "aria-controls": id,
    "aria-expanded": "false", autocomplete: "off", spellcheck: "false" })) input.setAttribute(name, value);
  input.after(list);

  const show = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    // In a panel that scrolls, the list may begin below what is seen.
    if (isOpen && input.closest("#body")) list.scrollIntoView({ block: "nearest" });
    if (!isOpen) activate(-1);
  };
  const activate = (at) => {
    active = at;
    [...list.children].forEach((item, index) => item.setAttribute("aria-selected", String(index === at)));
    if (at >= 0) list.children[at].scrollIntoView({ block: "nearest" });
    if (at >= 0) input.setAttribute("aria-activedescendant", `${id}-${at}`);
    else input.removeAttribute("aria-activedescendant");
  };
  const choose = (one) => {
    show(false);
    places.learn(one.text, one.label, one.place);
    chosen(one);
  };
  const item = (one, at) => make("li", { id: `${id}-${at}`, role: "option", "aria-selected": "false",
    onpointerdown: (event) => { event.preventDefault(); choose(one); } },
  make("span", { text: one.label }), make("small", { text: one.detail }));
  const say = (text) => {
    found = [];
    list.replaceChildren(make("li", { class: "none", text }));
    show(true);
  };
  const search = latest(async (signal, query) => {
    const answer = await askPlaces(service, { query, limit: MOST }, signal);
    if (document.activeElement !== input) return;
    found = answer.map(suggestion);
    if (!found.length) return say("Nothing has this name");
    list.replaceChildren(...found.map(item));
    show(true);
    activate(0);
  });
  const look = delayed(() => {
    const query = input.value.trim();
    if (query.length < 2 || coordinateOf(query)) return show(false);
    search(query).catch((problem) => say(problem.message));
  }, 150);

  input.addEventListener("input", look);
  input.addEventListener("blur", () => show(false));
  input.addEventListener("keydown", (event) => {
    const isOpen = !list.hidden;
    if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      show(false);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (isOpen && active >= 0) return choose(found[active]);
      const place = coordinateOf(input.value);
      if (place) choose({ text: `${place[1]},${place[0]}`, label: `${place[1]}, ${place[0]}`, place, detail: "" });
    } else if (isOpen && found.length && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      activate((active + (event.key === "ArrowDown" ? 1 : -1) + found.length) % found.length);
    }
  });
}

function suggestion(place) {
  const height = place.elevationMetres === null ? null : `${Math.round(place.elevationMetres)} m`;
  const state = place.status === "operating" ? null : place.status;
  return {
    text: place.id, source: place.id, kind: place.kind, label: sign(place), place: [place.longitude, place.latitude],
    detail: [kind(place.kind), height, state].filter(Boolean).join(" · "),
  };
}
