import { createEvent, suggestMeeting } from "../api.js";
import { make } from "../base/dom.js";
import { action, choice, field, form, repaint, submit } from "../base/forms.js";
import { clockIn, universal } from "../base/zone.js";
import { placeField } from "./place.js";

const AUDIENCES = [["friends", "My friends on the trip"], ["people", "Some members"], ["near", "Who is near me and shares"]];

/**
 * Makes the form of a new event of the chosen trip.
 * @param {{service: Object, group: Object}} page
 * @param {function(): string} day returns the day that is shown
 * @param {function(Object): void} made called with the new event
 */
export function eventForm(page, day, made) {
  const { service, group } = page;
  const name = make("input", { id: "event-name", required: true, maxlength: 80, placeholder: "Lunch at the hut" });
  const start = make("input", { id: "event-start", type: "time", required: true });
  const end = make("input", { id: "event-end", type: "time", required: true });
  const note = make("textarea", { id: "event-note", rows: 2, maxlength: 2000 });
  const seats = make("input", { id: "event-seats", type: "number", min: 1, max: 1000, placeholder: "any" });
  const audience = choice([], { id: "event-audience" });
  const people = make("fieldset", { class: "people", hidden: true });
  const place = placeField(page, "event-place");
  const said = make("p", { class: "hint", role: "status" });

  const chosen = () => [...people.querySelectorAll("input:checked")].map((one) => one.value);
  const begin = () => universal(group.trip().zone, day(), start.value);
  const suggest = action("Suggest a place", async () => {
    if (!start.value) throw new Error("Set the start first: the place is one that all can reach by then.");
    const all = group.get().members.map((one) => one.user);
    const answer = await suggestMeeting(service, { trip: group.trip().id }, { people: audience.value === "people" ? chosen() : all, time: begin() });
    if (answer.place) place.set(answer.place);
    said.textContent = suggestionText(answer, group);
  });
  const element = make("details", { id: "new-event-part" }, make("summary", { text: "New event" }), form({ id: "new-event" }, async () => {
    const { zone } = group.trip();
    // An end before the start is on the day after.
    const [from, same] = [begin(), universal(zone, day(), end.value)];
    const until = same > from ? same : new Date(Date.parse(same) + 86_400_000).toISOString().replace(".000", "");
    const event = await createEvent(service, { trip: group.trip().id }, { name: name.value, note: note.value, place: place.get(), start: from,
      end: until, seats: seats.value ? Number(seats.value) : null, audience: audience.value,
      ...(audience.value === "people" ? { people: chosen() } : {}) });
    for (const one of [name, note, seats]) one.value = "";
    place.set(null);
    said.textContent = "";
    element.open = false;
    made(event);
  }, field("Name", name), make("div", { class: "pair" }, field("From", start), field("Until", end)),
  ...place.elements(suggest), said, field("Note", note), make("div", { class: "pair" }, field("For", audience), narrow(field("Seats", seats))), people,
  make("div", { class: "buttons" }, submit("Make the event"))));

  const paintPeople = () => {
    people.hidden = audience.value !== "people";
    const { user, members } = group.get();
    const kept = new Set(chosen());
    repaint(people, make("legend", { text: "Members" }), ...members.filter((one) => one.user !== user?.id).map((one) =>
      make("label", {}, make("input", { type: "checkbox", value: one.user, checked: kept.has(one.user), "data-key": one.user }), ` ${one.name}`)));
  };
  const paint = () => {
    const options = group.isHost() ? [["trip", "All members of the trip"], ...AUDIENCES] : AUDIENCES;
    if (audience.options.length !== options.length) {
      audience.replaceChildren(...options.map(([value, text]) => make("option", { value, text })));
    }
    paintPeople();
  };
  audience.addEventListener("change", paintPeople);
  start.addEventListener("change", () => {
    if (!end.value && start.value) end.value = clockIn("UTC", Date.parse(`2026-01-01T${start.value}:00Z`) + 3_600_000);
  });
  for (const one of [start, end]) {
    one.addEventListener("change", () => { said.textContent = end.value && end.value <= start.value ? "It ends on the day after." : ""; });
  }
  element.addEventListener("toggle", () => { if (!element.open) place.stop(); });
  group.listen(paint);
  paint();
  return element;
}

/** Lets a field be as narrow as a number needs. */
function narrow(element) {
  element.classList.add("narrow");
  return element;
}

/** Says which place is suggested, and whose position is missing. */
export function suggestionText({ place, missing }, group) {
  const who = Array.isArray(missing) ? missing.map((one) => group.name(one.user ?? one)) : [];
  return [place ? `Suggested: ${place.name}.` : "No place can be suggested.",
    who.length ? `Without the position of: ${who.join(", ")}.` : null].filter(Boolean).join(" ");
}
