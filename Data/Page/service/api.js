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
  const send = async (path, options = {}, isAgain = false) => {
    const headers = new Headers(options.headers);
    // Without a renewal, what needs no token is answered all the same, and the rest is refused.
    if (isOwn(path)) await account.fresh().catch(() => {});
    const used = isOwn(path) ? token() : "";
    if (used) headers.set("Authorization", `Bearer ${used}`);
    let answer;
    try {
      answer = await fetch(at(path), { ...options, headers, credentials: "omit" });
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
      if (isRenewed) return send(path, options, true);
    }
    throw new Problem(await answer.json().catch(() => ({})), answer.status);
  };
  const json = async (path, options = {}) => {
    const clock = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const signal = options.signal ? AbortSignal.any([options.signal, clock]) : clock;
    try {
      const answer = await send(path, { ...options, signal });
      return answer.status === 204 ? null : await answer.json();
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
      throw new Problem({ code: "timedOut", detail: "The server took too long; try again." });
    }
  };
  return {
    /** Sends a request; its answer, or a `Problem`. */
    send,
    /**
     * Asks a question; its document, or a `Problem`.
     * @param {string} name such as `route`
     * @param {Object<string, string>} parameters; empty ones are left out
     * @param {AbortSignal} [signal]
     */
    ask(name, parameters = {}, signal) {
      const words = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value !== null));
      return json(`/v1/${name}${words.size ? `?${words}` : ""}`, { signal });
    },
    /** Sends a body and returns the document of the answer. */
    post: (path, body, headers) => json(path, { method: "POST", body, headers }),
    /**
     * Sends a document to a route, such as `trips`; that of the answer, null without one.
     * @param {"POST"|"PUT"|"PATCH"|"DELETE"} method
     */
    call: (method, name, document) => json(`/v1/${name}`, { method,
      ...(document ? { body: JSON.stringify(document), headers: { "Content-Type": "application/json" } } : {}) }),
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
