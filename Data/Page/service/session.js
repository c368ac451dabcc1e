const KEY = "skiroute.session";

/** Makes the memory of the user's token and trip: that of this tab alone, gone when it is closed. */
export function makeSession() {
  let held = { token: "", trip: "" };
  try {
    held = { ...held, ...JSON.parse(sessionStorage.getItem(KEY) ?? "{}") };
  } catch {
    sessionStorage.removeItem(KEY);
  }
  return {
    /** Returns token and trip; empty without. */
    get: () => held,
    /** Keeps token and trip; forgets them when the token is empty. */
    set(next) {
      held = { ...next };
      if (held.token) sessionStorage.setItem(KEY, JSON.stringify(held));
      else sessionStorage.removeItem(KEY);
    },
  };
}
