import { places } from "../api.js";
import { sign } from "../base/words.js";

// So many names are asked for at once at most: those of a long day.
const MOST = 60;

/**
 * Makes the memory of names of lifts and runs by their ids of the map.
 * @param {{service: Object}} page
 * @returns {function(string[]): Promise<Map<string, string>>} the names that are known
 */
export function makeFeatureNames({ service }) {
  const names = new Map();
  const learn = async (id) => {
    const [found] = await places(service, { query: id, limit: 1 });
    if (found?.id === id) names.set(id, sign(found));
  };
  return async (ids) => {
    const unknown = [...new Set(ids)].filter((id) => !names.has(id)).slice(0, MOST);
    await Promise.allSettled(unknown.map(learn));
    return names;
  };
}
