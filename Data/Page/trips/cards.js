import { make } from "../base/dom.js";
import { duration, factLine, metres } from "../base/words.js";

const isNumber = (value, limit) => typeof value === "number" && Math.abs(value) <= limit;
const text = (value) => typeof value === "string" ? value.slice(0, 200) : "";

/** Returns the card of a place for a message. */
export const placeCard = ({ place, title, about }) => JSON.stringify({ name: title, latitude: place[1], longitude: place[0],
  ...(about?.source ? { source: about.source } : {}) });

/** Returns the card of the route that the page's fields ask for. */
export const routeCard = ({ from, to, ceiling }, places) => JSON.stringify({ from, to, ceiling,
  fromName: places.label(from), toName: places.label(to) });

/** Writes what a message is, in a line. */
export function messageLine({ kind, body }) {
  if (kind === undefined) return "Deleted message";
  if (kind === "text") return body;
  const card = read(body);
  if (kind === "place") return `Place: ${text(card.name) || "without a name"}`;
  return `Route: ${text(card.fromName) || text(card.from)} – ${text(card.toName) || text(card.to)}`;
}

/**
 * Makes the card of a route or a place. Its contents are others': they are texts, and are shown as such.
 * @param {{kind: string, body: string}} message
 * @param {{map: Object, store: Object}} page
 */
export function cardOf(message, { map, store }) {
  const card = read(message.body);
  const line = make("strong", { text: messageLine(message) });
  if (message.kind === "place" && isNumber(card.latitude, 90) && isNumber(card.longitude, 180)) {
    return make("div", { class: "card" }, line, make("button", { type: "button", text: "Show on the map",
      onclick: () => map.fly([card.longitude, card.latitude], 15) }));
  }
  if (message.kind === "route" && text(card.from) && text(card.to)) {
    const facts = [isNumber(card.seconds, 1e6) ? duration(card.seconds) : null, isNumber(card.lengthMetres, 1e7) ? metres(card.lengthMetres) : null];
    return make("div", { class: "card" }, line, make("small", { text: factLine(facts) }),
      make("button", { type: "button", text: "Show the route",
        onclick: () => store.set({ from: text(card.from), to: text(card.to), panel: "route" }) }));
  }
  return make("div", { class: "card" }, line);
}

function read(body) {
  try {
    const card = JSON.parse(body);
    return card && typeof card === "object" ? card : {};
  } catch {
    return {};
  }
}
