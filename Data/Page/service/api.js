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
 * @param {{token: function(): string, reached: function(boolean): void}} parts the user's token, and what is called with
 *   whether the server was reached
 */
export function makeService({ token, reached }) {
  const send = async (path, options = {}) => {
    const headers = new Headers(options.headers);
    if (token() && path.startsWith("/v1/")) headers.set("Authorization", `Bearer ${token()}`);
    let answer;
    try {
      answer = await fetch(path, { ...options, headers, credentials: "omit" });
    } catch (error) {
      if (error.name === "AbortError" || error.name === "TimeoutError") throw error;
      reached(false);
      throw new Problem({ code: "offline", detail: "The server can't be reached." });
    }
    reached(true);
    if (answer.ok) return answer;
    throw new Problem(await answer.json().catch(() => ({})), answer.status);
  };
  const json = async (path, options = {}) => {
    const clock = AbortSignal.timeout(PATIENCE_MILLISECONDS);
    const signal = options.signal ? AbortSignal.any([options.signal, clock]) : clock;
    try {
      return await (await send(path, { ...options, signal })).json();
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
