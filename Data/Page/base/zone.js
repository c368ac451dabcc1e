const DAY = { locale: "en-CA", year: "numeric", month: "2-digit", day: "2-digit" };
const CLOCK = { locale: "en-GB", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const writers = new Map();

/** Returns the writer of a form in a zone; making one takes longer than writing with it. */
function writer(zone, { locale, ...form }) {
  const key = `${locale} ${zone}`;
  if (!writers.has(key)) writers.set(key, new Intl.DateTimeFormat(locale, { timeZone: zone, ...form }));
  return writers.get(key);
}

/** Returns the day of a time in a zone: `2026-01-17`. */
export const dayIn = (zone, time = Date.now()) => writer(zone, DAY).format(time);

/** Returns the clock of a time in a zone: `09:30`. */
export const clockIn = (zone, time) => writer(zone, CLOCK).format(time);

/** Writes a day for readers: `Sat, 17 Jan`, with its year when that is another than this one. */
export const dayText = (day) => new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { timeZone: "UTC", weekday: "short", day: "numeric",
  month: "short", ...(day.slice(0, 4) === String(new Date().getFullYear()) ? {} : { year: "numeric" }) });

/** Writes the name of a zone for readers: `America/Los Angeles`. */
export const zoneText = (zone) => zone.replaceAll("_", " ");

/** Writes day and clock of a time in a zone for readers. */
export const momentText = (zone, time) => `${dayText(dayIn(zone, Date.parse(time)))}, ${clockIn(zone, Date.parse(time))}`;

/** Returns the day some days later. */
export const dayAfter = (day, days = 1) => new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Returns the time of a clock on a day in a zone, in UTC: `2026-01-17T08:30:00Z`. */
export function universal(zone, day, clock) {
  const wanted = Date.parse(`${day}T${clock}:00Z`);
  const offset = (at) => Date.parse(`${dayIn(zone, at)}T${clockIn(zone, at)}:00Z`) - Math.floor(at / 60_000) * 60_000;
  // The offset at the time itself, which may differ from that at the first guess.
  const guess = wanted - offset(wanted);
  return timeText(wanted - offset(guess));
}

/** Writes a time in UTC with whole seconds. */
export const timeText = (milliseconds) => new Date(milliseconds).toISOString().replace(/\.\d+Z/, "Z");

/** Returns the zone of the reader's device. */
export const ownZone = () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone.includes("/") && zone !== "Etc/UTC" ? zone : "UTC";
};
