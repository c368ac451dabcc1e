import { home } from "../api.js";
import { make } from "../base/dom.js";
import { latest } from "../service/client.js";
import { LIMITS, limits } from "./form.js";

const ASKED = ["from", "home", ...LIMITS, "panel"];

/**
 * Makes the panel of the way home: when to leave at the latest.
 * @param {{store: Object, service: Object, map: Object}} page
 * @param {HTMLElement} panel
 */
export function makeHome({ store, service, map, places }, panel) {
  const say = (...children) => panel.replaceChildren(...children);
  const ask = latest(async (signal) => {
    const state = store.get();
    if (!state.home) return say(make("p", { class: "hint", text: "Search where home is above, or click it on the map." }));
    const question = { from: state.from, home: state.home, ...limits(state) };
    const answer = await home(service, question, signal);
    if (answer.noAnswer) return say(make("p", { class: "warning", role: "status", text: answer.noAnswer.message }));
    if (!/^-?[\d.]+,/.test(answer.to)) places.learn(state.home, answer.to, null);
    const back = answer.noWayBack?.missing?.message;
    const clock = answer.lastBoarding ? `Lifts close at ${answer.closing}; the last boarding is at ${answer.lastBoarding}.`
      : "Set when lifts close above, to know when to leave.";
    say(...[make("p", { class: "facts", text: clock }), back ? make("p", { class: "warning", text: back }) : null,
      state.from ? one(answer.places[0]) : make("ul", { class: "rows" }, ...answer.places.map(row))].filter(Boolean));
  });
  const one = (place) => make("div", { class: "summary" },
    make("p", { class: "total" }, make("strong", { text: leave(place) })),
    make("p", { class: "facts", text: place?.beforeRunsClose ? `Runs are closed after ${place.beforeRunsClose}.` : "" }),
    place?.isReachable ? make("button", { type: "button", class: "opening", text: "Show the way home",
      onclick: () => store.set({ to: store.get().home, panel: "route" }) }) : null);
  const row = (place) => make("li", {}, make("button", { type: "button", onclick: () => map.fly(place.coordinate) },
    make("span", { text: place.name }), make("small", { text: leave(place) })));
  const run = () => ask().catch((problem) => say(make("p", { class: "problem", role: "alert", text: problem.message })));
  store.listen((state, changed) => {
    if (state.panel === "home" && ASKED.some((key) => changed.has(key))) run();
  });
  if (store.get().panel === "home") run();
  return { again: () => { if (store.get().panel === "home") run(); } };
}

/** Says until when one may leave a place. */
function leave(place) {
  if (!place?.isReachable) return "No way home from there";
  return place.leaveBy ? `Leave by ${place.leaveBy}` : "No lift is needed: leave at any time";
}
