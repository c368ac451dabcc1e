import { lifts as askLifts } from "../api.js";
import { byId, make } from "../base/dom.js";
import { age, sign, state as stateWord } from "../base/words.js";

const EVERY_MILLISECONDS = 30_000;
const OLD_SECONDS = 1800;
const TELLERS = { host: "told by a host of your trip", area: "told by the ski area" };

/**
 * Makes the panel of lifts: state, wait, and how old these are.
 * @param {{store: Object, service: Object, map: Object, clicks: Object}} page
 * @param {HTMLElement} panel
 */
export function makeLifts({ store, service, map, clicks }, panel) {
  const filter = byId("lift-filter");
  let lifts = [];
  const row = (lift) => {
    const wait = lift.waitMinutes === null || lift.waitMinutes === undefined ? null : `${Math.round(lift.waitMinutes)} min wait`;
    const known = lift.ageSeconds === null || lift.ageSeconds === undefined ? null : age(lift.ageSeconds);
    const shown = lift.mapStatus && lift.mapStatus !== "operating" && lift.state === "scheduled" ? "closed" : lift.state;
    const detail = [wait, known, TELLERS[lift.source], lift.ageSeconds > OLD_SECONDS ? "too old to count" : null].filter(Boolean).join(" · ");
    const show = () => {
      map.fly(lift.place, 14);
      clicks.offer(lift.place, sign({ ...lift, kind: "lift" }), { text: lift.id, source: lift.id, kind: "lift", detail: [stateWord(shown), detail].filter(Boolean).join(" · ") });
    };
    return make("li", { class: lift.ageSeconds > OLD_SECONDS ? "old" : null },
      make("button", { type: "button", onclick: show, disabled: !lift.place },
        make("span", { text: sign({ ...lift, kind: "lift" }) }), make("span", { class: `badge state-${shown}`, text: stateWord(shown) }),
        detail ? make("small", { text: detail }) : null));
  };
  const paint = () => {
    const wanted = filter.value.trim().toLocaleLowerCase();
    const shown = lifts.filter((lift) => sign({ ...lift, kind: "lift" }).toLocaleLowerCase().includes(wanted));
    const rows = shown.toSorted((a, b) => (a.name ?? "~").localeCompare(b.name ?? "~")).map(row);
    panel.replaceChildren(make("p", { class: "facts", text: `${shown.length} of ${lifts.length} lifts` }), make("ul", { class: "rows" }, ...rows));
  };
  const load = async () => {
    if (store.get().panel !== "lifts" || document.hidden) return;
    try {
      ({ lifts } = await askLifts(service));
      paint();
    } catch (problem) {
      panel.replaceChildren(make("p", { class: "problem", role: "alert", text: problem.message }));
    }
  };
  filter.addEventListener("input", paint);
  store.listen((_, changed) => { if (changed.has("panel")) load(); });
  document.addEventListener("visibilitychange", load);
  setInterval(load, EVERY_MILLISECONDS);
  load();
  return { again: load };
}
