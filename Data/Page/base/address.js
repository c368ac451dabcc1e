import { delayed } from "./dom.js";

/** Holds the members of the state that stand in an address, with their defaults. A token is never one. */
export const SHARED = {
  from: "", to: "", home: "", ceiling: "red", date: "", depart: "", closing: "", ungraded: "", allow: "", minutes: "30",
  panel: "route", look: "auto", view: "",
};

const ALLOWED = {
  ceiling: /^(green|blue|red|black|double-black)$/, date: /^(\d{4}-\d\d-\d\d)?$/, depart: /^(\d\d:\d\d)?$/, closing: /^(\d\d:\d\d)?$/,
  ungraded: /^(allow)?$/, allow: /^[a-z,]{0,60}$/, minutes: /^\d{1,3}$/, panel: /^(route|reach|home|lifts|people|day|trip|events|chat|days)$/,
  look: /^(auto|mountain|street)$/, view: /^(\d{1,2}(\.\d+)?(\/-?\d{1,3}(\.\d+)?){2})?$/,
};

/**
 * Reads the shared state of an address; what is not understood takes its default.
 * @param {string} hash
 */
export function readAddress(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const read = ([key, standard]) => {
    const value = (words.get(key) ?? standard).slice(0, 200);
    return [key, !ALLOWED[key] || ALLOWED[key].test(value) ? value : standard];
  };
  return Object.fromEntries(Object.entries(SHARED).map(read));
}

/** Writes the shared state as the end of an address, without defaults. */
export function writeAddress(state) {
  const words = new URLSearchParams();
  for (const [key, standard] of Object.entries(SHARED)) if (state[key] !== standard) words.set(key, state[key]);
  return `#${words.toString().replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

/** Returns the secret of an invitation in an address, `#join=SECRET`; empty without. It is never written back. */
export const joinSecret = (hash) => (new URLSearchParams(hash.replace(/^#/, "")).get("join") ?? "").slice(0, 200);

/** Returns whether an address ends with the result of a log-in by Telegram. */
export const isLoginResult = (hash) => hash.startsWith("#tgAuthResult=");

/** Writes the address's end of an invitation. */
export const joinAddress = (secret) => `#join=${encodeURIComponent(secret)}`;

/** Keeps the address of the window and the state alike. */
export function followAddress(store) {
  const write = delayed(() => history.replaceState(null, "", writeAddress(store.get())), 150);
  store.listen(write);
  addEventListener("hashchange", () => { if (!joinSecret(location.hash) && !isLoginResult(location.hash)) store.set(readAddress(location.hash)); });
}
