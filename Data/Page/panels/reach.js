import { places as askPlaces, reach } from "../api.js";
import { make } from "../base/dom.js";
import { sign } from "../base/words.js";
import { latest } from "../service/client.js";
import { LIMITS, limits } from "./form.js";

const ASKED = ["from", "home", ...LIMITS, "minutes", "panel"];
// Tiles name their features from this zoom on.
const LEAST_ZOOM = 12;

/**
 * Makes the panel of what can be reached: runs and lifts, marked on the map.
 * @param {{store: Object, service: Object, map: Object}} page
 * @param {HTMLElement} panel
 */
export function makeReach({ store, service, map, places }, panel) {
  const say = (...children) => panel.replaceChildren(...children);
  const ask = latest(async (signal) => {
    const state = store.get();
    if (!state.from) {
      map.reach([]);
      return say(make("p", { class: "hint", text: "Click on the map where you are, or search the start above." }));
    }
    const question = { from: state.from, home: state.home, minutes: state.minutes, ...limits(state) };
    const answer = await reach(service, question, signal);
    if (answer.noAnswer) {
      map.reach([]);
      return say(make("p", { class: "warning", role: "status", text: answer.noAnswer.message }));
    }
    if (!/^-?[\d.]+,/.test(answer.from)) places.learn(state.from, answer.from, null);
    map.reach(answer.features.map((feature) => feature.id));
    if (map.map.getZoom() < LEAST_ZOOM) map.map.easeTo({ zoom: LEAST_ZOOM, center: places.coordinate(state.from) ?? map.map.getCenter() });
    say(...contents(answer, service, map));
  });
  const run = () => ask().catch((problem) => {
    map.reach([]);
    say(make("p", { class: "problem", role: "alert", text: problem.message }));
  });
  store.listen((state, changed) => {
    if (state.panel === "reach" && ASKED.some((key) => changed.has(key))) run();
    else if (changed.has("panel")) map.reach([]);
  });
  if (store.get().panel === "reach") run();
  return { again: () => { if (store.get().panel === "reach") run(); } };
}

function contents(answer, service, map) {
  const groups = Map.groupBy(answer.features.filter((feature) => feature.name || feature.ref), (feature) => feature.kind);
  const count = (word) => groups.get(word)?.length ?? 0;
  const back = answer.noWayBack?.missing?.message;
  const fly = async (feature) => {
    const [found] = await askPlaces(service, { query: feature.name ?? feature.ref, limit: 1 }).catch(() => []);
    if (found) map.fly([found.longitude, found.latitude]);
  };
  const list = (word, title) => groups.has(word) ? [make("h4", { text: title }), make("ul", { class: "rows" },
    ...groups.get(word).toSorted((a, b) => a.firstAt.localeCompare(b.firstAt)).map((feature) => make("li", {},
      make("button", { type: "button", onclick: () => fly(feature) }, make("span", { text: sign(feature) }),
        make("small", { text: `from ${feature.firstAt}${feature.share < 1 ? ", in part" : ""}` })))))] : [];
  return [
    make("p", { class: "total" }, make("strong", { text: `${count("run")} runs, ${count("lift")} lifts` }),
      make("span", { text: `within ${answer.minutes} min${answer.home ? ", and home again" : ""}, from ${answer.departure}` })),
    back ? make("p", { class: "warning", text: back }) : null,
    ...list("lift", "Lifts"), ...list("run", "Runs"), ...list("hut", "Huts"), ...list("station", "Stations"),
  ].filter(Boolean);
}

