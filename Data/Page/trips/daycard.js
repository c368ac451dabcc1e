import { achievements as askAchievements, deleteDay, laps as askLaps, linkDayFile, retryDay, shareDay, unshareDay } from "../api.js";
import { make } from "../base/dom.js";
import { action, expander, graveAction, hint } from "../base/forms.js";
import { at } from "../base/root.js";
import { duration, factLine, metres } from "../base/words.js";
import { clockIn, dayIn, dayText, momentText, ownZone } from "../base/zone.js";

const ACHIEVEMENTS = {
  firstDay: () => "The first day", mostMetres: (value) => `More descent than ever: ${Math.round(value)} m`,
  tenThousandMetres: (value) => `Over ten thousand metres down: ${Math.round(value)} m`, tenLifts: (value) => `${value} different lifts`,
  everyLift: (value) => `Every lift of the area, all ${value}`, longRun: (value) => `A run of ${Math.round(value)} m down at once`,
};
const FAULTS = { future: "ends in the future", speed: "its speed is impossible", copied: "is another's recording", overlap: "was recorded twice" };

/**
 * Makes the card of a recorded day.
 * @param {Object} day
 * @param {{service: Object, group: Object, featureNames: function}} page
 * @param {function(): Promise<void>} again loads the list
 */
export function dayCard(day, page, again) {
  const { service, group } = page;
  const zone = group.trip()?.zone ?? ownZone();
  const isOwn = day.owner === group.get().user?.id;
  const trip = group.trip();
  const isShared = trip && day.trips?.includes(trip.id);

  const file = async (kind) => at((await linkDayFile(service, { day: day.id }, { kind })).link);
  const download = action("Download GPX", async () => make("a", { href: await file("gpx"), download: "day.gpx" }).click(),
    { key: `gpx-${day.id}`, title: "The corrected recording" });
  const picture = expander(`picture-${day.id}`, "Picture", async (inside) =>
    inside.replaceChildren(make("img", { class: "thumbnail", src: await file("thumbnail"), alt: "The track of the day" })));
  const laps = expander(`laps-${day.id}`, `Laps (${day.laps})`, async (inside) => {
    const { laps: found } = await askLaps(service, { day: day.id });
    const names = await page.featureNames(found.map((lap) => lap.source));
    inside.replaceChildren(make("ol", { class: "directions", "aria-label": "Laps" }, ...found.map((lap) =>
      make("li", { class: lap.kind === "lift" ? "way-lift" : null }, make("span", { class: "sign", "aria-hidden": "true", text: lap.kind === "lift" ? "⇡" : "↘" }),
        make("span", { class: lap.fault ? "old" : null }, ...lapText(lap, names.get(lap.source), zone))))));
  });
  const achievements = expander(`achievements-${day.id}`, "Achievements", async (inside) => {
    const { achievements: found } = await askAchievements(service, { day: day.id });
    inside.replaceChildren(found.length ? make("ul", { class: "entries" }, ...found.map((one) =>
      make("li", { class: "entry", text: ACHIEVEMENTS[one.kind]?.(one.value) ?? one.kind }))) : hint("None this day."));
  });
  const share = trip ? action(isShared ? "Stop sharing" : "Share with the trip", async () => {
    await (isShared ? unshareDay : shareDay)(service, { day: day.id, trip: trip.id });
    await again();
  }, { key: `share-${day.id}` }) : null;
  const remove = graveAction("Delete", "Sure? Press again", async () => {
    await deleteDay(service, { day: day.id });
    await again();
  }, { key: `delete-${day.id}` });
  const retry = action("Try again", async () => {
    await retryDay(service, { day: day.id });
    await again();
  }, { key: `retry-${day.id}` });

  const title = day.from ? dayText(dayIn(zone, Date.parse(day.from))) : `Sent ${momentText(zone, day.received)}`;
  const facts = { waiting: "Waits to be matched to the map", failed: `Could not be matched: ${day.failure ?? "unknown reason"}`,
    matched: [`${Math.round(day.descentMetres ?? 0)} m down`, day.from ? `${clockIn(zone, Date.parse(day.from))} – ${clockIn(zone, Date.parse(day.until))}` : null]
      .filter(Boolean).join(" · ") }[day.state];
  const isMatched = day.state === "matched";
  return make("article", { class: "event", "data-day": day.id, "aria-label": title },
    make("p", { class: "total" }, make("strong", { text: title }), isOwn ? null : make("span", { text: group.name(day.owner) })),
    make("p", { class: "facts", text: [facts, isOwn && isShared ? `shared with ${trip.name}` : null].filter(Boolean).join(" · ") }),
    ...(isMatched ? [laps, isOwn ? achievements : null, picture] : []),
    make("div", { class: "buttons" }, isMatched ? download : null, isOwn && isMatched ? share : null,
      isOwn && day.state === "failed" ? retry : null, isOwn ? remove : null));
}

function lapText(lap, name, zone) {
  const seconds = (Date.parse(lap.end) - Date.parse(lap.start)) / 1000;
  const top = lap.kind === "run" && lap.topSpeedMetresPerSecond ? `top ${Math.round(lap.topSpeedMetresPerSecond * 3.6)} km/h` : null;
  const facts = [factLine([metres(lap.lengthMetres), lap.kind === "run" ? `${Math.round(lap.descentMetres)} m down` : null, duration(seconds), top]),
    lap.fault ? `doesn't count: ${FAULTS[lap.fault] ?? lap.fault}` : null].filter(Boolean);
  return [make("span", { text: `${clockIn(zone, Date.parse(lap.start))} ${name ?? (lap.kind === "lift" ? "Lift" : "Run")}` }),
    make("small", { class: "under", text: facts.join(" · ") })];
}
