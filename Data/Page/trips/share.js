import { grant as makeGrant, grants as askGrants, removeLocation, reportLocation, revoke } from "../api.js";
import { make } from "../base/dom.js";
import { action, choice, field, form, hint, repaint, submit } from "../base/forms.js";
import { momentText, timeText } from "../base/zone.js";

const HOUR_MILLISECONDS = 3_600_000;
// A grant takes a moment to hold at all servers.
const PATIENCE_MILLISECONDS = 1500;
const TRIES = 4;
// Who stands still sends no change; a position is old to others after a minute.
const EVERY_MILLISECONDS = 45_000;
const WORDS = { exact: "exactly", area: "by ski area" };
const REFUSED = {
  outsideArea: "You are outside of the ski areas: there your position isn't shared.", older: "", unchanged: "",
  notSharing: "Your position isn't shared yet.",
};

/**
 * Makes the part that shares one's own position with the chosen trip: grants, and the position while the page is open.
 * The device is asked for its position after a click alone.
 * @param {{service: Object, group: Object}} page
 * @param {HTMLElement} part
 */
export function makeShare({ service, group }, part) {
  let [grants, watch, timer, trip] = [[], null, 0, null];
  const status = make("p", { class: "facts", role: "status" });
  const say = (text) => { status.textContent = text; };
  const precision = choice([["exact", "Exactly"], ["grid:500", "Within 500 m"], ["area", "Ski area only"]], { id: "share-precision" });
  const until = choice([["1", "1 hour"], ["4", "4 hours"], ["12", "12 hours"], ["", "The whole trip"]], { id: "share-until" });
  const start = form({ id: "share" }, async () => {
    const end = Math.min(until.value ? Date.now() + Number(until.value) * HOUR_MILLISECONDS : Infinity, Date.parse(trip.until));
    await makeGrant(service, {}, { trip: trip.id, audience: "trip", precision: precision.value, until: timeText(end) });
    send();
    await load();
  }, make("div", { class: "pair" }, field("Show me", precision), field("For", until)),
  make("div", { class: "buttons" }, submit("Share my position")), hint("All members of the trip see it until then, or until you stop."));

  const report = async (own, { coords, timestamp }, tries = TRIES) => {
    const fix = { latitude: coords.latitude, longitude: coords.longitude, accuracyMetres: coords.accuracy,
      time: new Date(Math.min(timestamp, Date.now())).toISOString() };
    try {
      const { outcomes: [{ outcome, reason }] } = await reportLocation(service, { trip: own }, { fixes: [fix] });
      if (watch === null || trip?.id !== own) return;
      // A device that stands still may tell the time at which it came there, which is before one that was removed.
      if (["notSharing", "older"].includes(outcome) && tries > 1) {
        setTimeout(() => report(own, { coords, timestamp: Date.now() }, tries - 1), PATIENCE_MILLISECONDS);
      } else say(outcome === "stored" || outcome === "unchanged" ? "Your position is being shared."
        : outcome === "refused" ? `Your position was refused: ${reason}.` : REFUSED[outcome] ?? "");
    } catch (problem) {
      say(problem.message);
    }
  };
  const rest = () => {
    if (watch !== null) navigator.geolocation.clearWatch(watch);
    watch = null;
    clearInterval(timer);
  };
  const send = () => {
    rest();
    if (!navigator.geolocation) return say("This device tells the page no position.");
    say("Asking the device where it is …");
    const own = trip.id;
    watch = navigator.geolocation.watchPosition((position) => report(own, position), (error) => {
      say(error.code === 1 ? "The browser may not use the position of the device; allow it in its settings."
        : "The device doesn't know where it is.");
      if (error.code === 1) rest();
      paint();
    }, { enableHighAccuracy: true, maximumAge: 10_000 });
    timer = setInterval(() => navigator.geolocation.getCurrentPosition(({ coords }) => {
      if (watch !== null && trip?.id === own) report(own, { coords, timestamp: Date.now() });
    }, () => {}, { enableHighAccuracy: true }), EVERY_MILLISECONDS);
  };
  const stop = async () => {
    rest();
    await Promise.all(grants.map((grant) => revoke(service, { grant: grant.id })));
    await removeLocation(service, { trip: trip.id });
    say("You share nothing any more.");
    await load();
  };
  const load = async () => {
    const own = trip?.id;
    const answer = await askGrants(service);
    if (own !== trip?.id) return;
    grants = answer.grants.filter((grant) => grant.trip === own);
    paint();
  };
  const row = (grant) => make("li", { class: "entry", text: `With ${{ trip: "the trip", hosts: "the hosts", people: "some members",
    link: "a link" }[grant.audience] ?? grant.audience}, ${WORDS[grant.precision] ?? grant.precision.replace(/^grid:(\d+)$/, "within $1 m")}, until ${
    momentText(trip.zone, grant.until)}` });
  const paint = () => {
    part.hidden = !trip;
    if (!trip) return;
    const isHeld = part.contains(document.activeElement);
    if (!grants.length) {
      if (!part.contains(start)) part.replaceChildren(make("h3", { text: "My position" }), start, status);
      if (isHeld && document.activeElement === document.body) start.querySelector("[type=submit]").focus();
      return;
    }
    repaint(part, make("h3", { text: "My position" }), make("ul", { class: "entries", id: "grants" }, ...grants.map(row)),
      make("div", { class: "buttons" }, watch === null ? action("Send my position", async () => {
        send();
        paint();
      }, { key: "send", id: "send-position" }) : null, action("Stop sharing", stop, { key: "stop", id: "stop-sharing" })), status);
    if (isHeld && document.activeElement === document.body) part.querySelector("#stop-sharing").focus();
  };
  group.listen(() => {
    if (group.trip()?.id === trip?.id) return;
    rest();
    [trip, grants] = [group.trip(), []];
    say("");
    paint();
    if (trip) load().catch((problem) => say(problem.message));
  });
  paint();
}
