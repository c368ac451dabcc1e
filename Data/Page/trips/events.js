import { events as askEvents } from "../api.js";
import { make } from "../base/dom.js";
import { field, hint, problemLine, repaint } from "../base/forms.js";
import { dayAfter, dayIn, dayText, zoneText } from "../base/zone.js";
import { latest } from "../service/client.js";
import { eventCard } from "./eventcard.js";
import { eventForm } from "./eventform.js";

const EVERY_MILLISECONDS = 60_000;

/**
 * Makes the panel of events: those of a day in the trip's zone, and a form for a new one.
 * @param {{store: Object, service: Object, group: Object}} page
 * @param {HTMLElement} panel
 */
export function makeEvents(page, panel) {
  const { store, service, group } = page;
  let [trip, events] = [null, []];
  let isKnown = false; // whether the events of the day have come
  const input = make("input", { id: "event-day", type: "date", required: true });
  const step = (text, label, days) => make("button", { type: "button", class: "icon", text, "aria-label": label,
    onclick: () => go(dayAfter(input.value, days)) });
  const said = make("p", { class: "facts", role: "status" });
  const list = make("div", { id: "events" });
  const create = eventForm(page, () => input.value, (event) => go(event.day));
  const content = make("div", {}, make("div", { class: "pair" }, step("‹", "The day before", -1), field("Day", input), step("›", "The day after", 1)),
    said, list, create);

  const changed = (event) => {
    if (!trip) return;
    if (event) events = events.map((one) => one.id === event.id ? event : one);
    if (event) paint();
    load();
  };
  const paint = () => {
    said.textContent = [dayText(input.value), input.value === dayIn(trip.zone) ? "today" : null,
      isKnown ? `${events.length || "no"} event${events.length === 1 ? "" : "s"}` : "loading", `times of ${zoneText(trip.zone)}`].filter(Boolean).join(" · ");
    repaint(list, ...events.toSorted((a, b) => a.start.localeCompare(b.start)).map((event) => eventCard(event, page, changed)));
  };
  const ask = latest(async (signal) => {
    const answer = await askEvents(service, { trip: group.trip().id, day: input.value }, signal);
    if (!trip) return;
    const isSame = isKnown && JSON.stringify(answer.events) === JSON.stringify(events);
    [events, isKnown] = [answer.events, true];
    page.learnEvents?.(events);
    if (!isSame) paint();
  });
  const load = () => {
    if (!trip || store.get().panel !== "events" || document.hidden) return;
    ask().catch((problem) => {
      isKnown = false;
      said.textContent = "";
      list.replaceChildren(problemLine(problem.message));
    });
  };
  const go = (day) => {
    const [first, last] = [input.min, input.max];
    input.value = day < first ? first : day > last ? last : day;
    [events, isKnown] = [[], false];
    paint(); // with the line of text, so that what is below doesn't move when the answer comes
    load();
  };
  input.addEventListener("change", () => { if (input.value) go(input.value); });
  group.listen(() => {
    const next = group.trip();
    if (!next) {
      [trip, events] = [null, []];
      list.replaceChildren();
      return panel.replaceChildren(hint(group.get().user ? "Choose or make a trip first, in the panel Trip." : "Log in first, in the panel Trip."));
    }
    const isOther = trip?.id !== next.id;
    trip = next;
    if (!panel.contains(content)) panel.replaceChildren(content);
    [input.min, input.max] = [dayIn(trip.zone, Date.parse(trip.from)), dayIn(trip.zone, Date.parse(trip.until) - 1)];
    if (isOther) go(dayIn(trip.zone));
  });
  store.listen((_, names) => { if (names.has("panel")) load(); });
  document.addEventListener("visibilitychange", load);
  setInterval(load, EVERY_MILLISECONDS);
  panel.append(hint("Log in first, in the panel Trip."));
}
