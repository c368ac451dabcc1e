import { route as askRoute } from "../api.js";
import { make } from "../base/dom.js";
import { duration, factLine, metres } from "../base/words.js";
import { dayText, ownZone, zoneText } from "../base/zone.js";
import { latest } from "../service/client.js";
import { directionList } from "./directions.js";
import { LIMITS, limits } from "./form.js";
import { heightsPicture } from "./heights.js";
import { whyNot } from "./whynot.js";

const ASKED = ["from", "to", "home", ...LIMITS, "panel"];

/**
 * Makes the panel of a route: its figures, heights and directions, or the reason why there is none.
 * @param {{store: Object, service: Object, map: Object, places: Object}} page
 * @param {HTMLElement} panel
 */
export function makeRoute(page, panel) {
  const { store, service, map, places } = page;
  let shown = "";
  const say = (...children) => panel.replaceChildren(...children);
  const clear = () => {
    map.draw("route");
    map.draw("chosen");
    shown = "";
  };
  const ask = latest(async (signal) => {
    const state = store.get();
    if (!state.from || !state.to) {
      clear();
      return say(make("p", { class: "hint", text: state.from
        ? "Now click the destination on the map, or search it above."
        : "Click the start on the map, or search it above." }));
    }
    panel.setAttribute("aria-busy", "true");
    const question = { from: state.from, to: state.to, home: state.home, ...limits(state), directions: true, profile: true };
    const answer = await askRoute(service, question, signal).finally(() => panel.removeAttribute("aria-busy"));
    const route = answer.route ?? answer.noAnswer;
    learnEnds(state, answer);
    if (!answer.steps?.length && route.reason) {
      clear();
      return say(whyNot(route, page));
    }
    const isNew = shown !== `${state.from} ${state.to}`;
    draw(answer.steps, `${state.from} ${state.to}`);
    say(summary(route, state.date), heightsPicture(answer, map), directionList(answer, map));
    if (isNew && isSheet()) panel.scrollIntoView();
  });
  const learnEnds = (state, { route, steps }) => {
    if (!route?.from) return;
    const isName = (label) => !/^-?[\d.]+,/.test(label);
    places.learn(state.from, isName(route.from) ? route.from : null, steps?.[0]?.coordinates[0]);
    places.learn(state.to, isName(route.to) ? route.to : null, steps?.at(-1)?.coordinates.at(-1));
  };
  const draw = (steps, key) => {
    map.draw("chosen");
    map.draw("route", steps.map((step) => ({
      type: "Feature", properties: { kind: step.kind, name: step.name, colour: step.kind === "lift" ? "lift" : step.colour ?? "other" },
      geometry: { type: "LineString", coordinates: step.coordinates },
    })));
    if (key !== shown) map.show(steps.flatMap((step) => step.coordinates));
    shown = key;
  };
  const run = () => ask().catch((problem) => {
    const note = make("p", { class: "problem", role: "alert", text: problem.message });
    if (problem.code !== "offline" || !shown) {
      clear();
      return say(note);
    }
    // What was answered before stays of use without a connection.
    note.append(" Below is the last answer.");
    panel.querySelector(".problem")?.remove();
    panel.prepend(note);
  });
  store.listen((state, changed) => {
    if (state.panel === "route" && ASKED.some((key) => changed.has(key))) run();
    else if (changed.has("panel")) clear();
  });
  if (store.get().panel === "route") run();
  return { again: () => { if (store.get().panel === "route") run(); } };
}

function summary(route, date) {
  const day = date ? dayText(date) : null;
  const clock = route.departure ? [day, `${route.departure} – ${route.arrival}`].filter(Boolean).join(", ") : null;
  const facts = [
    clock && route.zone && route.zone !== ownZone() ? `times of ${zoneText(route.zone)}` : null,
    metres(route.lengthMetres), `${Math.round(route.runDescentMetres)} m down on skis`,
    `${Math.round(route.liftAscentMetres)} m up by lift`, route.waitSeconds ? `${duration(route.waitSeconds)} waiting` : null,
  ];
  return make("div", { class: "summary" },
    make("p", { class: "total" }, make("strong", { text: duration(route.seconds) }), clock ? make("span", { text: clock }) : null,
      route.hardestColour ? make("span", { class: `badge grade-${route.hardestColour}`, text: `up to ${route.hardestColour}` }) : null),
    make("p", { class: "facts", text: factLine(facts) }), back(route));
}

/** Returns whether the panel is a sheet, which has no room for question and answer at once. */
const isSheet = () => matchMedia("(max-width: 700px)").matches;

/** Says whether one gets home from the destination. */
function back({ home, noWayBack }) {
  if (noWayBack?.missing?.message) return make("p", { class: "warning", text: noWayBack.missing.message });
  if (!home) return null;
  if (home.outlook === "reachable") {
    return make("p", { class: "facts", text: home.leaveBy ? `Home is reachable: leave there by ${home.leaveBy}.` : "Home is reachable from there." });
  }
  return make("p", { class: "warning", text: {
    lost: `This leads past the last way home; there, be on the way by ${home.leaveBy}.`,
    lostFromStart: "It is too late already to be home before lifts close.", noWayFromStart: "There is no way home from here, at any hour.",
  }[home.outlook] ?? "Home can't be reached from there." });
}
