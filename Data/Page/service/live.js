import { stream } from "../api.js";
import { followEvents } from "./events.js";

/**
 * Makes the one stream of events of the page: people of a trip, messages, lifts and the map.
 *
 * Listeners also hear `opened` when a connection is there, `broken` when it is made again, and `refused` with the problem.
 * @param {{service: Object, account: Object}} page
 */
export function makeLive({ service, account }) {
  const listeners = new Set();
  let stop = null;
  const report = (event, document) => { for (const listener of listeners) listener(event, document); };
  const lost = (error) => {
    const isRefused = error?.status >= 400 && error.status < 500 && error.status !== 429;
    if (isRefused) stop = null;
    report(isRefused ? "refused" : "broken", error);
    return !isRefused;
  };
  const close = () => {
    stop?.();
    stop = null;
  };
  return {
    /** Opens the stream with other parameters: the trip, and around which place people are asked for. */
    open(parameters) {
      close();
      const question = { ...parameters, ...(account.user() ? { chats: "all" } : {}) };
      stop = followEvents((options) => stream(service, question, options), report, lost, () => report("opened"));
    },
    close,
    /** Returns whether there is a stream, or one is made again. */
    isOpen: () => Boolean(stop),
    /** Calls a function with the name and the document of each event. */
    listen(listener) { listeners.add(listener); },
  };
}
