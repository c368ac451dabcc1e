import { changeTrip, createTrip, endTrip, leaveTrip } from "../api.js";
import { make } from "../base/dom.js";
import { action, choice, expander, field, form, graveAction, hint, repaint, submit } from "../base/forms.js";
import { dayAfter, dayIn, dayText, ownZone, universal, zoneText } from "../base/zone.js";
import { isOver } from "../service/group.js";
import { inviting } from "./invite.js";
import { memberList } from "./members.js";

/**
 * Makes the part of the user's trips: the chosen one with members and invitations, the others, and a form for a new one.
 * @param {{store: Object, service: Object, group: Object}} page
 * @param {HTMLElement} part
 */
export function makeTrip(page, part) {
  const { store, service, group } = page;
  const [chosen, list] = [make("div"), make("div")];
  const create = newTrip(page);
  let invites = null;

  const row = ({ trip, role }) => {
    const button = action("", () => group.choose(trip.id), { key: `trip-${trip.id}`, disabled: isOver(trip) });
    button.append(make("span", { text: trip.name }),
      make("small", { text: [role, span(trip), isOver(trip) ? "ended" : null].filter(Boolean).join(" · ") }));
    return make("li", { class: isOver(trip) ? "old" : null }, button);
  };
  /** Returns the part for invitations, the same as before: a link that is shown once must stay. */
  const invite = (trip) => {
    if (invites?.trip !== trip.id) {
      invites = { trip: trip.id, part: expander("invite", "Invite", async (inside) => {
        if (!inside.children.length) await inviting(page, inside);
      }) };
    }
    return invites.part;
  };
  const about = (trip) => [
    make("h3", { id: "trip-name", tabindex: -1, "data-key": "name", text: trip.name }),
    make("p", { class: "facts", text: `${group.get().own.role} · ${span(trip)} · times of ${zoneText(trip.zone)}` }),
    expander("members", `Members (${group.get().members.length})`, async (inside) => memberList(page, inside)),
    group.isHost() ? invite(trip) : null,
    group.isHost() && named(page.areas).length ? expander("areas", `Ski areas (${trip.areas.length})`, async (inside) => {
      const areas = areaChoice(page.areas, trip.areas, "trip-areas");
      inside.replaceChildren(form({ id: "change-areas" }, async () => {
        await changeTrip(service, { trip: trip.id }, { areas: chosenAreas(areas) });
        await group.refresh();
      }, field("Hosts say of the lifts there whether they run", areas), make("div", { class: "buttons" }, submit("Change"))));
    }) : null,
    make("div", { class: "buttons" },
      graveAction("Leave the trip", "Leave? Press again", async () => {
        await leaveTrip(service, { trip: trip.id });
        await group.refresh();
      }, { id: "leave-trip", key: "leave" }),
      group.isHost() ? graveAction("End the trip", "End it for all? Press again", async () => {
        await endTrip(service, { trip: trip.id });
        await group.refresh();
      }, { id: "end-trip", key: "end" }) : null),
  ];
  const paint = () => {
    const { user, trips } = group.get();
    part.hidden = !user;
    if (!user) {
      invites = null;
      for (const one of [chosen, list]) one.replaceChildren();
      return;
    }
    const others = trips.filter((one) => one.trip.id !== group.trip()?.id);
    repaint(chosen, ...(group.trip() ? about(group.trip()) : [hint("You are on no trip. Make one below, or open the link of an invitation.")]));
    repaint(list, ...(others.length ? [make("h4", { text: group.trip() ? "Your other trips" : "Your trips" }),
      make("ul", { class: "rows", id: "trips" }, ...others.map(row))] : []));
    create.open = create.open || !trips.length;
  };
  // Others may have joined or left since.
  store.listen((state, changed) => {
    if (changed.has("panel") && ["trip", "people"].includes(state.panel) && group.get().user) group.refresh().catch(() => {});
  });
  part.append(chosen, list, create);
  group.listen(paint);
  paint();
}

/** Returns the ski areas that a trip can name, by their names. */
const named = (areas) => areas.filter((one) => one.id).toSorted((a, b) => a.name.localeCompare(b.name));

/** Makes the choice of the ski areas of a trip; the only one of a map is chosen. */
function areaChoice(areas, chosen, id) {
  const known = named(areas);
  return make("select", { id, multiple: true, required: known.length > 0, size: Math.max(2, Math.min(6, known.length)) },
    ...known.map((one) => make("option", { value: one.id, text: one.name, selected: known.length === 1 || chosen.includes(one.id) })));
}

const chosenAreas = (element) => [...element.selectedOptions].map((one) => one.value);

/** Makes the form of a new trip. */
function newTrip({ service, group, areas: all }) {
  const today = dayIn(ownZone());
  const name = make("input", { id: "new-trip-name", required: true, maxlength: 80, placeholder: "Ski week" });
  const zone = choice([...new Set([ownZone(), ...Intl.supportedValuesOf("timeZone").filter((one) => one.includes("/"))])]
    .map((one) => [one, zoneText(one)]), { id: "new-trip-zone" });
  const from = make("input", { id: "new-trip-from", type: "date", required: true, value: today });
  const until = make("input", { id: "new-trip-until", type: "date", required: true, value: dayAfter(today, 6) });
  const areas = areaChoice(all, [], "new-trip-areas");
  // The clock of the mountain, unless another one was chosen.
  let isZoneChosen = false;
  const takeZone = () => {
    const found = named(all).find((one) => one.zone && chosenAreas(areas).includes(one.id))?.zone;
    if (isZoneChosen || !found || zone.value === found) return;
    if (![...zone.options].some((one) => one.value === found)) zone.add(new Option(zoneText(found), found));
    zone.value = found;
    follow();
  };
  // Days that were not chosen follow the zone: there it may be another day already.
  let proposed = today;
  const follow = () => {
    if (from.value !== proposed || until.value !== dayAfter(proposed, 6)) return;
    proposed = dayIn(zone.value);
    [from.value, until.value] = [proposed, dayAfter(proposed, 6)];
  };
  zone.addEventListener("change", () => {
    isZoneChosen = true;
    follow();
  });
  areas.addEventListener("change", takeZone);
  takeZone();
  const element = make("details", {}, make("summary", { text: "New trip" }), form({ id: "new-trip" }, async () => {
    const trip = await createTrip(service, {}, { name: name.value, zone: zone.value, areas: chosenAreas(areas),
      from: universal(zone.value, from.value, "00:00"), until: universal(zone.value, dayAfter(until.value), "00:00") });
    await group.choose(trip.id);
    name.value = "";
    element.open = false;
  }, field("Name", name), make("div", { class: "pair" }, field("First day", from), field("Last day", until)),
  named(all).length ? field("Ski areas", areas) : null, field("Time zone", zone), make("div", { class: "buttons" }, submit("Make the trip"))));
  return element;
}

/** Writes the days of a trip in its zone; its end does not belong to it. */
export function span({ zone, from, until }) {
  const [first, last] = [dayIn(zone, Date.parse(from)), dayIn(zone, Date.parse(until) - 1)];
  return first === last ? dayText(first) : `${dayText(first)} – ${dayText(last)}`;
}
