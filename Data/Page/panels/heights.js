import { make } from "../base/dom.js";
import { metres } from "../base/words.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [340, 130, 40, 18, 10];

/**
 * Draws the heights along a route, coloured by grade; a cursor shows the place on the map.
 * @param {{profile?: Object, steps: Object[]}} answer of a route
 * @param {{draw: function}} map
 */
export function heightsPicture({ profile, steps }, map) {
  const stretches = (profile?.stretches ?? [])
    .map((stretch) => ({ ...stretch, spots: stretch.spots.filter(([, height]) => height !== null) })).filter(({ spots }) => spots.length > 1);
  if (!stretches.length) return make("p", { class: "hint", text: "Heights are not known here." });
  const { lowestMetres: low, highestMetres: high, lengthMetres: length } = profile;
  const x = (along) => LEFT + (along / (length || 1)) * (WIDTH - LEFT - 4);
  const y = (height) => HEIGHT - BOTTOM - ((height - low) / Math.max(high - low, 20)) * (HEIGHT - BOTTOM - TOP);
  const area = ({ spots, kind, colour }) => {
    const line = spots.map(([along, height]) => `${x(along).toFixed(1)},${y(height).toFixed(1)}`);
    const floor = HEIGHT - BOTTOM;
    const shape = `${x(spots[0][0]).toFixed(1)},${floor} ${line.join(" ")} ${x(spots.at(-1)[0]).toFixed(1)},${floor}`;
    const grade = kind === "lift" ? "lift" : colour ?? "other";
    return make("svg:g", { class: `stretch grade-${grade}` }, make("svg:polygon", { points: shape }), make("svg:polyline", { points: line.join(" ") }));
  };
  const label = (text, at, height, anchor) => make("svg:text", { x: at, y: height, "text-anchor": anchor, text });
  const cursor = make("svg:line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM, x1: -9, x2: -9 });
  const said = make("p", { class: "facts", "aria-live": "polite", text: "Move over the profile to see the place on the map." });
  const picture = make("svg:svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "heights", tabindex: 0, role: "slider",
    "aria-label": "Heights along the route", "aria-valuemin": 0, "aria-valuemax": Math.round(length), "aria-valuenow": 0 },
  ...stretches.map(area),
  label(`${Math.round(high)} m`, LEFT - 4, TOP + 8, "end"), label(`${Math.round(low)} m`, LEFT - 4, HEIGHT - BOTTOM, "end"),
  label("0", LEFT, HEIGHT - 4, "start"), label(metres(length), WIDTH - 4, HEIGHT - 4, "end"), cursor);

  let at = 0;
  const point = (along) => {
    at = Math.min(Math.max(along, 0), length);
    const found = spotAt(stretches, steps, at);
    if (!found) return;
    const text = `${Math.round(found.height)} m, after ${metres(at)}${found.name ? `: ${found.name}` : ""}`;
    cursor.setAttribute("x1", x(at));
    cursor.setAttribute("x2", x(at));
    picture.setAttribute("aria-valuenow", Math.round(at));
    picture.setAttribute("aria-valuetext", text);
    said.textContent = text;
    map.draw("chosen", [{ type: "Feature", properties: {}, geometry: { type: "Point", coordinates: found.place } }]);
  };
  picture.addEventListener("pointermove", (event) => {
    const box = picture.getBoundingClientRect();
    point(((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - 4) * length);
  });
  picture.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 0.02, ArrowLeft: -0.02, PageUp: 0.1, PageDown: -0.1, Home: -1, End: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    point(at + step * length);
  });
  return make("figure", { class: "profile" }, picture, said);
}

/** Finds the height, name and place at a distance along the route. */
function spotAt(stretches, steps, along) {
  const stretch = stretches.find(({ spots }) => along <= spots.at(-1)[0]) ?? stretches.at(-1);
  const { spots } = stretch;
  const next = Math.max(1, spots.findIndex(([end]) => along <= end));
  const [[start, low], [end, high]] = [spots[next - 1], spots[next] ?? spots[next - 1]];
  const share = end > start ? (along - start) / (end - start) : 0;
  const whole = spots.at(-1)[0] - spots[0][0];
  const place = placeAt(steps[stretch.step]?.coordinates ?? [], whole ? (along - spots[0][0]) / whole : 0);
  return place && { height: low + (high - low) * share, name: stretch.name, place };
}

/** Finds the place at a share of a line's length. */
function placeAt(line, share) {
  if (line.length < 2) return line[0];
  const narrow = Math.cos(line[0][1] * Math.PI / 180);
  const lengths = line.slice(1).map((place, at) => Math.hypot((place[0] - line[at][0]) * narrow, place[1] - line[at][1]));
  let rest = Math.min(Math.max(share, 0), 1) * lengths.reduce((sum, one) => sum + one, 0);
  for (const [at, length] of lengths.entries()) {
    if (rest <= length && length > 0) {
      return [0, 1].map((axis) => line[at][axis] + (line[at + 1][axis] - line[at][axis]) * rest / length);
    }
    rest -= length;
  }
  return line.at(-1);
}
