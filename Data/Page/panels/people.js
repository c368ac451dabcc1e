import { people as askPeople } from "../api.js";
import { byId, make } from "../base/dom.js";
import { age, coordinateText } from "../base/words.js";

const STALE_SECONDS = 120;
const GONE_SECONDS = 1800;
const TICK_MILLISECONDS = 5000;
const AGAIN_MILLISECONDS = 15_000;
// Who is asked for: the people around the middle of the map, and again around another middle when it went this far.
const AROUND = { metres: 20_000, most: 200 };
const AWAY_METRES = 8000;

/**
 * Makes the panel of people who share where they are: live, fading when old, gone when they end it.
 * @param {{service: Object, map: Object, session: Object, group: Object, account: Object, live: Object}} page
 * @param {HTMLElement} panel
 */
export function makePeople({ service, map, session, group, account, live, isLive }, panel) {
  const people = new Map();
  let [said, middle, followed, user, turn] = ["", null, "", "", 0];
  const name = ({ user, name: given }) => given ?? (account.user() ? group.name(user) : user);

  const take = (person) => {
    const own = people.get(person.user) ?? {};
    people.set(person.user, { ...own, person, heardAt: Date.now() });
    if (account.user()) group.meet(person.user);
    paint();
  };
  const drop = (user) => {
    people.get(user)?.marker?.remove();
    people.delete(user);
    paint();
  };
  const paint = () => {
    for (const [user, one] of people) {
      const { person } = one;
      const seconds = seen(person, one.heardAt);
      if (seconds > GONE_SECONDS || (person.expiresAt && Date.parse(person.expiresAt) < Date.now())) {
        one.marker?.remove();
        people.delete(user);
        continue;
      }
      one.isStale = person.freshness === "stale" || seconds > STALE_SECONDS;
      mark(one, person, seconds);
    }
    const rows = [...people.values()].toSorted((a, b) => name(a.person).localeCompare(name(b.person))).map(row);
    panel.replaceChildren(make("p", { class: "facts", role: "status", text: said }), make("ul", { class: "rows" }, ...rows));
  };
  const mark = (one, person, seconds) => {
    if (!person.place) {
      one.marker?.remove();
      one.marker = null;
      return;
    }
    if (!one.marker) {
      const element = make("div", { class: "person" });
      one.marker = new maplibregl.Marker({ element, anchor: "center" }).setLngLat(person.place).addTo(map.map);
    }
    const element = one.marker.setLngLat(person.place).getElement();
    element.textContent = initials(name(person));
    element.title = `${name(person)}, ${age(seconds)}`;
    element.classList.toggle("stale", one.isStale);
  };
  const row = ({ person, heardAt, isStale }) => make("li", { class: isStale ? "old" : null },
    make("button", { type: "button", disabled: !person.place, onclick: () => map.fly(person.place, 15) },
      make("span", { text: name(person) }),
      make("small", { text: [detail(person), age(seen(person, heardAt))].filter(Boolean).join(" · ") })));

  const tell = (event, document) => {
    if (event === "broken") said = followed ? "Connecting again …" : said;
    else if (event === "refused") said = document.message;
    else if (followed) said = "Live";
    if (event === "snapshot") for (const user of [...people.keys()]) drop(user);
    else if (event === "person") take(document);
    else if (event === "gone") drop(document.user);
    paint();
    if (event !== "refused" || !account.user()) return;
    // The user may have left the trip, or been removed from it.
    group.refresh().catch(() => {});
    setTimeout(() => { if (account.user() && !live.isOpen()) start(); }, AGAIN_MILLISECONDS);
  };
  const present = () => account.user() ? group.trip()?.id ?? "" : session.get().token && session.get().trip;
  const start = async () => {
    const own = ++turn;
    live.close();
    for (const user of [...people.keys()]) drop(user);
    [followed, user] = [present(), account.user()];
    said = isLive ? "" : "This server shares no positions.";
    if (!isLive) return paint();
    // Without a trip there still are chats.
    if (!followed) {
      if (account.user()) live.open({});
      return paint();
    }
    said = "Connecting …";
    paint();
    middle = map.map.getCenter();
    const around = { place: coordinateText(middle), ...AROUND };
    try {
      const answer = await askPeople(service, { trip: followed, ...around });
      if (own !== turn) return;
      for (const person of answer.people) take(person);
    } catch (problem) {
      if (own !== turn) return;
      said = problem.message;
      if (account.user()) live.open({});
      return paint();
    }
    live.open({ trip: followed, ...around });
  };
  live.listen(tell);
  group.listen(() => {
    if (present() !== followed || account.user() !== user) start();
    else paint();
  });
  map.map.on("moveend", () => { if (followed && live.isOpen() && map.map.getCenter().distanceTo(middle) > AWAY_METRES) start(); });
  byId("session").addEventListener("submit", (event) => {
    event.preventDefault();
    session.set({ token: byId("token").value.trim(), trip: byId("trip").value.trim() });
    byId("token").value = "";
    start();
  });
  byId("leave").addEventListener("click", () => {
    session.set({ token: "", trip: "" });
    byId("trip").value = "";
    start();
  });
  byId("trip").value = session.get().trip;
  setInterval(() => { if (people.size) paint(); }, TICK_MILLISECONDS);
  start();
}

const initials = (words) => words.split(/[\s._-]+/).map((word) => word[0] ?? "").join("").slice(0, 2).toUpperCase();

/** Returns how many seconds ago a person was seen. */
function seen(person, heardAt) {
  const at = person.observedAt ?? person.seenAt;
  if (at) return Math.max(0, (Date.now() - Date.parse(at)) / 1000);
  return (person.ageSeconds ?? 0) + (Date.now() - heardAt) / 1000;
}

/** Says what is known of a person's place. */
function detail(person) {
  if (person.precision === "area") return `in ${person.area}`;
  if (person.precision === "cell") return `within ${person.sideMetres} m`;
  return person.state?.replaceAll("-", " ") ?? "";
}
