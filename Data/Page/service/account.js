import { logOut, refresh as refreshTokens } from "../api.js";

const KEY = "skiroute.refresh";
// A token is renewed this long before it ends, so that no request is on its way with one that has ended.
const EARLY_MILLISECONDS = 60_000;

/**
 * Makes the memory of the user's tokens: the access token in memory alone, the refresh token in `sessionStorage` of the tab.
 * @param {function(): Object} service returns the client of the service
 */
export function makeAccount(service) {
  let [access, user, ends, renewing, isOver] = ["", "", 0, null, false];
  let refresh = sessionStorage.getItem(KEY) ?? "";
  const listeners = new Set();
  // A duplicated tab has the same refresh token, which only one of both may turn.
  const tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(KEY);
  const report = () => { for (const listener of listeners) listener(user); };
  const keep = (tokens) => {
    const isNew = user !== tokens.user;
    isOver = false;
    [access, user, refresh] = [tokens.access, tokens.user, tokens.refresh];
    ends = Date.parse(tokens.accessExpires);
    sessionStorage.setItem(KEY, refresh);
    if (isNew) report();
  };
  const forget = () => {
    [access, user, ends, refresh] = ["", "", 0, ""];
    sessionStorage.removeItem(KEY);
    report();
  };
  const turn = async () => {
    const used = refresh;
    try {
      const tokens = await refreshTokens(service(), {}, { refresh: used });
      tabs?.postMessage({ used, tokens });
      if (refresh === used) keep(tokens); // not after a log-out meanwhile
    } catch (problem) {
      if (problem.status >= 400 && problem.status < 500 && problem.status !== 429 && refresh === used) {
        isOver = true;
        forget();
      }
      throw problem;
    }
  };
  if (tabs) tabs.onmessage = ({ data }) => { if (refresh && refresh === data.used) keep(data.tokens); };
  const renew = () => {
    renewing ??= turn().finally(() => { renewing = null; });
    return renewing;
  };
  return {
    /** Returns the access token; empty while there is none. */
    token: () => access,
    /** Returns the identifier of the user; empty before the log-in. */
    user: () => user,
    /** Returns whether the server ended the session. */
    isOver: () => isOver,
    /** Returns whether there is a session, or one that can be gone on with. */
    isKnown: () => Boolean(refresh),
    /** Waits until the access token is valid for a while; one renewal at a time. Without a session it does nothing. */
    async fresh() {
      if (refresh && Date.now() > ends - EARLY_MILLISECONDS) await renew();
    },
    /** Renews the token that a server refused; whether there is another one. */
    async again(refused) {
      if (!refresh) return false;
      if (access === refused) await renew();
      return access !== "" && access !== refused;
    },
    /** Logs in by an operation: `logInForDevelopment` with `{name}`. A session that there was before ends, if it is the same user's. */
    async enter(operation, body) { keep(await operation(service(), {}, refresh ? { ...body, refresh } : body)); },
    /** Ends the session, here at once and at the server. */
    async leave() {
      const ended = refresh;
      isOver = false;
      forget();
      if (ended) await logOut(service(), {}, { refresh: ended });
    },
    /** Calls a function with the user at each log-in and log-out. */
    listen(listener) { listeners.add(listener); },
  };
}
