import { days as askDays, tripDays } from "../api.js";
import { make } from "../base/dom.js";
import { attempt, field, hint, problemLine, repaint } from "../base/forms.js";
import { makeChallenges } from "./challenges.js";
import { dayCard } from "./daycard.js";
import { uploadDay } from "./upload.js";

const EVERY_MILLISECONDS = 5000;

/**
 * Makes the panel of recorded days that the server keeps: the own, those shared with the trip, and challenges.
 * @param {{store: Object, service: Object, group: Object}} page
 * @param {HTMLElement} panel
 */
export function makeDays(page, panel) {
  const { store, service, group } = page;
  let [own, shared] = [[], []];
  const [mine, ours, challenges] = [make("div", { id: "own-days" }), make("div", { id: "trip-days" }), make("div", { id: "challenges" })];
  const said = make("p", { class: "facts", role: "status" });
  const input = make("input", { id: "day-file", type: "file", accept: ".gpx,.fit,.tcx,.kml,.kmz,.geojson,.igc,.nmea,.csv,.gz,.zip,.txt" });
  const content = make("div", {}, field("Keep a recording", input), said,
    hint("A kept day is private until you share it. Laps of it count for achievements and challenges."), mine, ours, challenges);
  const paintChallenges = makeChallenges(page, challenges);

  const paint = () => {
    const card = (day) => dayCard(day, page, load);
    const newest = (days) => days.toSorted((a, b) => (b.from ?? b.received).localeCompare(a.from ?? a.received));
    const user = group.get().user?.id;
    const others = shared.filter((day) => day.owner !== user);
    repaint(mine, make("h3", { text: "Your days" }), ...(own.length ? newest(own).map(card) : [hint("No day is kept yet.")]));
    repaint(ours, ...(others.length ? [make("h3", { text: "Shared with the trip" }), ...newest(others).map(card)] : []));
  };
  const load = async () => {
    const [asked, trip] = [group.get().user?.id, group.trip()];
    const [{ days }, ofTrip] = await Promise.all([askDays(service),
      trip ? tripDays(service, { trip: trip.id, count: 50 }).then((answer) => answer.days) : []]);
    if (asked !== group.get().user?.id || trip?.id !== group.trip()?.id) return;
    if (JSON.stringify([days, ofTrip]) === JSON.stringify([own, shared]) && mine.children.length) return;
    [own, shared] = [days, ofTrip];
    paint();
  };
  const look = () => {
    if (!group.get().user || store.get().panel !== "days" || document.hidden) return;
    load().catch((problem) => repaint(mine, problemLine(problem.message)));
  };
  input.addEventListener("change", () => attempt(input, async () => {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    try {
      const day = await uploadDay(service, file, (text) => { said.textContent = text; });
      said.textContent = {
        matched: `${file.name} is matched.`, failed: `${file.name} could not be matched.`,
      }[day.state] ?? `${file.name} waits to be matched.`;
    } catch (problem) {
      said.textContent = "";
      throw problem;
    } finally {
      await load().catch(() => {});
    }
  }));
  store.listen((_, names) => {
    if (!names.has("panel")) return;
    look();
    paintChallenges();
  });
  let shown = null;
  group.listen(() => {
    const { user } = group.get();
    if (!user) {
      [own, shared, shown] = [[], [], null];
      for (const part of [mine, ours, challenges]) part.replaceChildren();
      said.textContent = "";
      return panel.replaceChildren(hint("Log in first, in the panel Trip."));
    }
    if (!panel.contains(content)) panel.replaceChildren(content);
    const now = `${user.id} ${group.trip()?.id}`;
    if (now !== shown) {
      look();
      paintChallenges();
    }
    shown = now;
  });
  // Days are matched in the background.
  setInterval(() => { if (own.some((day) => day.state === "waiting")) look(); }, EVERY_MILLISECONDS);
  panel.append(hint("Log in first, in the panel Trip."));
}
