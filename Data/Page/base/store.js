/**
 * Makes the state of the page: one object of texts, which reports its changes.
 * @param {Object<string, string>} initial
 */
export function makeStore(initial) {
  let state = { ...initial };
  const listeners = new Set();
  return {
    /** Returns the state, which is not to be changed. */
    get: () => state,
    /**
     * Changes members, and reports which are others than before.
     * @param {Object<string, string>} change
     */
    set(change) {
      const changed = new Set(Object.keys(change).filter((key) => change[key] !== state[key]));
      if (!changed.size) return;
      state = { ...state, ...change };
      for (const listener of listeners) listener(state, changed);
    },
    /**
     * Calls a function at each change.
     * @param {function(Object<string, string>, Set<string>): void} listener
     */
    listen(listener) { listeners.add(listener); },
  };
}
