import { chooseTrip, me, members as askMembers, trips as askTrips } from "../api.js";

// For an unknown person the server is asked for the members again, but not more often.
const PAUSE_MILLISECONDS = 10_000;
const NONE = { user: null, trips: [], own: null, members: [] };

/** Returns whether a trip was ended, or its time is over. */
export const isOver = (trip) => Boolean(trip.ended) || Date.parse(trip.until) <= Date.now();

/**
 * Makes the memory of the user, their trips, and the chosen one with its members.
 * @param {{service: Object, account: Object}} page
 */
export function makeGroup({ service, account }) {
  let held = NONE;
  let [turn, asked] = [0, 0];
  const names = new Map();
  const listeners = new Set();
  const set = (next) => {
    if (JSON.stringify(next) === JSON.stringify(held)) return;
    held = next;
    for (const listener of listeners) listener(held);
  };
  const refresh = async () => {
    const own = ++turn;
    if (!account.user()) return set(NONE);
    const [user, { trips }] = await Promise.all([me(service), askTrips(service)]);
    const running = trips.filter((one) => !isOver(one.trip));
    let chosen = running.find((one) => one.isChosen) ?? running[0] ?? null;
    let members = [];
    try {
      if (chosen) ({ members } = await askMembers(service, { trip: chosen.trip.id }));
    } catch (problem) {
      if (problem.status !== 404) throw problem;
      chosen = null; // left or ended meanwhile
    }
    if (own !== turn) return;
    names.set(user.id, user.name);
    for (const one of members) names.set(one.user, one.name);
    set({ user, trips, own: chosen, members });
  };
  account.listen(() => {
    names.clear();
    refresh().catch(() => {});
  });
  return {
    /** Returns user, trips, own membership of the chosen trip, and its members. */
    get: () => held,
    /** Returns the chosen trip; null without. */
    trip: () => held.own?.trip ?? null,
    /** Returns whether the user is a host of the chosen trip. */
    isHost: () => held.own?.role === "host",
    /** Chooses a trip by its identifier. */
    async choose(trip) {
      await chooseTrip(service, {}, { trip });
      await refresh();
    },
    /** Asks the server again. */
    refresh,
    /** Remembers names of people. */
    learn(people) { for (const one of people) if (one.name) names.set(one.user, one.name); },
    /** Asks for the members again when a person isn't among those that are known: they may have joined since. */
    meet(user) {
      if (!user || names.has(user) || Date.now() < asked + PAUSE_MILLISECONDS) return;
      asked = Date.now();
      refresh().catch(() => {});
    },
    /** Returns the member of the chosen trip who is a user; null for others. */
    member: (user) => held.members.find((one) => one.user === user) ?? null,
    /** Returns whether the name of a user is known. */
    knows: (user) => names.has(user),
    /** Returns the name of a user as far as it is known. */
    name: (user) => names.get(user) ?? "Someone",
    /** Calls a function when something changed. */
    listen(listener) { listeners.add(listener); },
  };
}
