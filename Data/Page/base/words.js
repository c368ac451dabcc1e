/** Lists the ceilings one may choose, from the least. */
export const CEILINGS = [
  ["green", "Green"], ["blue", "Blue"], ["red", "Red"], ["black", "Black"], ["double-black", "Double black"],
];

const STATES = { open: "Open", closed: "Closed", hold: "On hold", scheduled: "As scheduled" };
const KINDS = {
  ride: "lift", ski: "run", lift: "lift", run: "run", station: "station", hut: "hut", connector: "link", walk: "on foot",
};

/** Writes a duration: `7 min`, `1 h 05`. */
export function duration(seconds) {
  const minutes = Math.max(seconds > 0 ? 1 : 0, Math.round(seconds / 60));
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

/** Writes a length: `350 m`, `8.5 km`. */
export const metres = (value) => value < 995 ? `${Math.round(value)} m` : `${(value / 1000).toFixed(1)} km`;

/** Joins short facts, each of which stays on one line, so that a number is never parted from its unit; absent ones are left out. */
export const factLine = (facts) => facts.filter(Boolean).map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ");

/** Writes an age: `just now`, `3 min ago`. */
export function age(seconds) {
  if (seconds < 60) return "just now";
  return seconds < 5400 ? `${Math.round(seconds / 60)} min ago` : `${Math.round(seconds / 3600)} h ago`;
}

/** Writes the state of a lift. */
export const state = (word) => STATES[word] ?? word;

/** Writes the kind of a feature. */
export const kind = (word) => KINDS[word] ?? word;

/** Writes a feature by number and name, as on its sign. */
export const sign = (feature) => [feature.ref, feature.name].filter(Boolean).join(" ") || `${kind(feature.kind)} without a name`;

/** Writes a coordinate as it is asked for: latitude and longitude with five decimals. */
export const coordinateText = ({ lat, lng }) => `${lat.toFixed(5)},${lng.toFixed(5)}`;

/**
 * Reads a coordinate.
 * @param {string} text
 * @returns {[number, number]|null} longitude and latitude
 */
export function coordinateOf(text) {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text ?? "");
  return found && Math.abs(found[1]) <= 90 && Math.abs(found[2]) <= 180 ? [Number(found[2]), Number(found[1])] : null;
}
