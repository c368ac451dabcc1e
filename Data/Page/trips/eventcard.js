import { answerEvent, cancelEvent, changeEvent, guests as askGuests, leaveBy as askLeaveBy, suggestForEvent } from "../api.js";
import { make } from "../base/dom.js";
import { action, expander, graveAction, hint } from "../base/forms.js";
import { clockIn } from "../base/zone.js";
import { suggestionText } from "./eventform.js";

const ANSWERS = [["yes", "I'm coming"], ["maybe", "Maybe"], ["no", "I'm not coming"]];
const SAID = { yes: "is coming", maybe: "may come", no: "is not coming" };

/**
 * Makes the card of an event: time, place, seats, the own answer, guests, when to leave, the chat.
 * @param {Object} event
 * @param {{service: Object, group: Object, map: Object, talk: function}} page
 * @param {function(Object): void} changed called with the event as it is now
 */
export function eventCard(event, page, changed) {
  const { service, group, map } = page;
  const { zone } = group.trip();
  const which = { event: event.id };
  const said = make("p", { class: "facts", role: "status" });
  const clock = (time) => clockIn(zone, Date.parse(time));

  const answer = ([word, text]) => action(text, async () => changed(await answerEvent(service, which, { answer: word })),
    { key: `${word}-${event.id}`, "aria-pressed": String(event.answer === word), "data-answer": word });
  const place = () => event.place ? make("p", {}, make("button", { type: "button", class: "link", "data-key": `place-${event.id}`,
    text: event.place.name, onclick: () => map.fly([event.place.longitude, event.place.latitude], 15) }),
  event.place.isGone ? make("small", { text: " is not on the map any more" }) : null) : null;
  const guests = async (inside) => {
    const { guests: found } = await askGuests(service, which);
    group.learn(found);
    inside.replaceChildren(found.length ? make("ul", { class: "entries" }, ...found.map((one) => make("li", { class: "entry" },
      make("span", { class: "grow", text: one.name }), make("small", { text: SAID[one.answer] ?? "has not answered" })))) : hint("No guests yet."));
  };
  const leave = action("When must I leave?", async () => {
    const { leaveBy } = await askLeaveBy(service, which);
    said.textContent = leaveBy ? `Leave by ${clock(leaveBy)} to be there in time.`
      : "It is not known when you must leave: share your position with the trip first.";
  }, { key: `leave-${event.id}` });
  const suggest = action("Suggest a place", async () => {
    const found = await suggestForEvent(service, which);
    said.textContent = suggestionText(found, group);
    if (!found.place) return;
    const { source, name, latitude, longitude } = found.place;
    said.after(action(`Meet at ${name}`, async () => changed(await changeEvent(service, which, { place: { source, name, latitude, longitude } }))));
  }, { key: `suggest-${event.id}` });
  const taken = event.seats ? `${event.taken} of ${event.seats} seats taken` : event.taken ? `${event.taken} coming` : null;

  return make("article", { class: event.cancelled ? "event old" : "event", "aria-label": event.name },
    make("p", { class: "total" }, make("strong", { text: event.name }),
      make("span", { text: `${clock(event.start)} – ${clock(event.end)}` })),
    make("p", { class: "facts", text: [`by ${group.name(event.author)}`, taken].filter(Boolean).join(" · ") }),
    event.cancelled ? make("p", { class: "warning", text: "This event is cancelled." }) : null,
    place(), event.note ? make("p", { class: "note", text: event.note }) : null,
    event.cancelled ? null : make("div", { class: "buttons", role: "group", "aria-label": "Your answer" }, ...ANSWERS.map(answer)),
    event.cancelled ? null : make("div", { class: "buttons" }, event.place ? leave : null, event.mayChange ? suggest : null,
      action("Chat", () => page.talk({ event: event.id }), { key: `chat-${event.id}`, "aria-label": `Chat of ${event.name}` }),
      event.mayChange ? graveAction("Cancel the event", "Cancel it for all? Press again", async () => {
        await cancelEvent(service, which);
        changed(null);
      }, { key: `cancel-${event.id}` }) : null),
    said, expander(`guests-${event.id}`, "Guests", guests));
}
