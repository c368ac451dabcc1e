import { at } from "../base/root.js";

/** A refusal of the server, or a failure to reach it (`code` is "offline"). */
export class Problem extends Error {
  /** Creates a problem of a document of `application/problem+json`. */
  constructor(document, status = 0) {
    super(document.detail || document.title || `the server answered ${status}`);
    this.code = document.code ?? "unknown";
    this.status = status;
  }
}

const PATIENCE_MILLISECONDS = 25_000;

/**
 * Makes the client of the service.
 * @param {{token: function(): string, reached: function(boolean): void, account: Object}} parts the user's token, what is called
 *   with whether the server was reached, and the tokens of a log-in
 */
export function makeService({ token, reached, account }) {
  // Log-ins, signed uploads and links go without a token.
  const isOwn = (path) => path.startsWith("/v1/") && !/^\/v1\/(login|uploads|files)\b/.test(path);
  const send = async (method, path, { query = {}, ...options } = {}, isAgain = false) => {
    const headers = new Headers(options.headers);
    // Without a renewal, what needs no token is answered all the same, and the rest is refused.
    if (isOwn(path)) await account.fresh().catch(() => {});
    const used = isOwn(path) ? token() : "";
    if (used) headers.set("Authorization", `Bearer ${used}`);
    const words = new URLSearchParams(Object.entries(query).filter(([, value]) => (value ?? "") !== ""));
    let answer;
    try {
      answer = await fetch(`${at(path)}${words.size ? `?${words}` : ""}`, { ...options, method, headers, credentials: "omit" });
    } catch (error) {
      if (error.name === "AbortError" || error.name === "TimeoutError") throw error;
      reached(false);
      throw new Problem({ code: "offline", detail: "The server can't be reached." });
    }
    reached(true);
    if (answer.ok) return answer;
    if (answer.status === 401 && used && !isAgain) {
      // A session that has ended meanwhile leaves what needs no token.
      const isRenewed = await account.again(used).catch(() => !token());
      if (isRenewed) return send(method, path, { query, ...options }, true);
    }
    throw new Problem(await answer.json().catch(() => ({})), answer.status);
  };
  const json = async (method, path, { query, body, signal } = {}) => {
    const clock = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const document = body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    try {
      const answer = await send(method, path, { query, ...document, signal: signal ? AbortSignal.any([signal, clock]) : clock });
      return answer.status === 204 ? null : await answer.json();
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
      throw new Problem({ code: "timedOut", detail: "The server took too long; try again." });
    }
  };
  return {
    /**
     * Sends a request; its answer, or a `Problem`. The functions of the server's operations, `/page/api.js`, call it and `json`.
     * @param {string} method
     * @param {string} path of the server, such as `/v1/map`
     * @param {{query: Object, body: BodyInit, headers: Object, signal: AbortSignal}} [options] of `query`, empty values are left out
     */
    send,
    /** Sends a request whose body, if there is one, is a document; that of the answer, null without one, or a `Problem`. */
    json,
  };
}

/**
 * Makes a function that gives up its last call when it is called again.
 * @param {function(AbortSignal, ...any): Promise<void>} action
 */
export function latest(action) {
  let last = null;
  return async (...values) => {
    last?.abort();
    const own = last = new AbortController();
    try {
      await action(own.signal, ...values);
    } catch (error) {
      if (error.name !== "AbortError" && !own.signal.aborted) throw error;
    }
  };
}
