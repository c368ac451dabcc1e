import { places } from "../api.js";
import { make } from "../base/dom.js";
import { CEILINGS, duration, metres, sign } from "../base/words.js";

const FIRST = 4;
const ORDER = CEILINGS.map(([value]) => value);

/**
 * Says why there is no route, and what would open one; each can be chosen.
 * @param {Object} route the document of a route that is none
 * @param {{store: Object, service: Object, map: Object}} page
 */
export function whyNot(route, page) {
  const { store } = page;
  const button = (text, change, about) => make("button", { type: "button", class: "opening", onclick: () => store.set(change) },
    make("span", { text }), about ? make("small", { text: about }) : null);
  const own = [
    route.leastCeilingColour ? button(`Allow ${route.leastCeilingColour} runs`, { ceiling: route.leastCeilingColour }) : null,
    route.latestDeparture ? button(`Leave at ${route.latestDeparture}`, { depart: route.latestDeparture }) : null,
    route.reason === "tooLate" ? button("Ask without a clock", { date: "", depart: "", closing: "" }) : null,
    ...(route.end ? route.nearby ?? [] : []).slice(0, FIRST).map((near) => button(
      `${route.end === "start" ? "Start at" : "Go to"} ${sign(near)}`, { [route.end === "start" ? "from" : "to"]: near.id },
      `${metres(near.distanceMetres)} away`)),
  ].filter(Boolean);
  const openings = (route.openings ?? []).map((one) => opening(one, page));
  const more = openings.slice(FIRST);
  return make("div", { class: "whynot" },
    make("h3", { text: "There is no way" }), make("p", { class: "warning", role: "status", text: route.message ?? route.reason }),
    ...own.length || openings.length ? [make("h4", { text: "What would open one" })] : [], ...own, ...openings.slice(0, FIRST),
    more.length ? make("details", {}, make("summary", { text: `${more.length} more` }), ...more) : null);
}

/** Makes an opening: choosing it grants what is the skier's own to grant, and shows the place of what isn't. */
function opening({ concessions, seconds }, { store, service, map }) {
  const change = {};
  const kinds = new Set(concessions.map((one) => one.kind));
  const hardest = concessions.filter((one) => one.colour).map((one) => ORDER.indexOf(one.colour)).reduce((a, b) => Math.max(a, b), -1);
  if (hardest > ORDER.indexOf(store.get().ceiling)) change.ceiling = ORDER[hardest];
  if (kinds.has("ungraded")) change.ungraded = "allow";
  const granted = new Set((store.get().allow ?? "").split(",").filter(Boolean));
  if (kinds.has("offScale")) for (const word of ["freeride", "extreme", "tour", "itinerary"]) granted.add(word);
  if (kinds.has("snowCovered")) granted.add("walk");
  if (kinds.has("offScale") || kinds.has("snowCovered")) change.allow = [...granted].join(",");
  const walk = concessions.find((one) => one.coordinates)?.coordinates;
  const closed = concessions.find((one) => one.kind === "open" && one.name);
  const choose = async () => {
    if (walk) map.show(walk, 16);
    else if (closed) {
      const [found] = await places(service, { query: closed.name, limit: 1 }).catch(() => []);
      if (found) map.fly([found.longitude, found.latitude]);
    }
    store.set(change);
  };
  return make("button", { type: "button", class: "opening", onclick: choose },
    make("span", { text: sums(concessions).join(", ") }), make("small", { text: `then it takes ${duration(seconds)}` }));
}

/** Sums concessions of a kind and colour: `3.0 km of blue runs (47 Bois Noir, 45 Le Fond)`. */
function sums(concessions) {
  const groups = Map.groupBy(concessions, (one) => `${one.kind} ${one.colour ?? ""} ${one.kind === "open" ? one.name : ""}`);
  return [...groups.values()].map((group) => {
    const [{ kind, colour, name, difficulty }] = group;
    const length = metres(group.reduce((sum, one) => sum + (one.metres ?? 0), 0));
    const names = [...new Set(group.map((one) => one.name).filter(Boolean))];
    const named = names.length ? ` (${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""})` : "";
    return {
      harder: `${length} of ${colour ?? difficulty} runs${named}`, open: `${name ?? "a lift or run"} open`, avoidedLift: `the lift ${name ?? ""}`,
      ungraded: `${length} of runs without a grade${named}`, offScale: `${length} off the marked runs${named}`,
      snowCovered: `${length} on foot along snow-covered paths${named}`, onFoot: `${length} on foot where nothing is mapped`,
    }[kind] ?? kind;
  });
}
