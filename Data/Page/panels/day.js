import { match } from "../api.js";
import { byId, make } from "../base/dom.js";
import { duration, factLine, metres, sign } from "../base/words.js";
import { dayText } from "../base/zone.js";

const TYPES = {
  gpx: "application/gpx+xml", tcx: "application/vnd.garmin.tcx+xml", kml: "application/vnd.google-earth.kml+xml",
  kmz: "application/vnd.google-earth.kmz", geojson: "application/geo+json", fit: "application/vnd.ant.fit", gz: "application/gzip",
  zip: "application/zip", csv: "text/csv", nmea: "text/plain", igc: "text/plain", txt: "text/plain",
};
const MOST_BYTES = 16 * 2 ** 20;

/**
 * Makes the panel of recorded days: a file is dropped on the page or chosen, and matched to the map.
 * @param {{store: Object, service: Object, map: Object}} page
 * @param {HTMLElement} panel
 */
export function makeDay({ store, service, map }, panel) {
  const say = (...children) => panel.replaceChildren(...children);
  const send = async (file) => {
    store.set({ panel: "day" });
    if (file.size > MOST_BYTES) return say(problem(`${file.name} has more than 16 MiB; send a shorter recording.`));
    say(make("p", { class: "hint", text: `Matching ${file.name} …` }));
    const type = TYPES[file.name.split(".").at(-1).toLowerCase()] ?? "application/octet-stream";
    const ask = async (accept) => {
      const answer = await match(service, {}, file, { headers: { Accept: accept, "Content-Type": type } });
      return answer.text();
    };
    try {
      const days = (await ask("application/json")).trim().split("\n").map((line) => JSON.parse(line));
      const { features } = JSON.parse(await ask("application/geo+json"));
      const lines = features.filter((feature) => feature.geometry?.type.endsWith("LineString"));
      map.draw("day", lines.map(({ geometry, properties }) => ({ type: "Feature", geometry,
        properties: { colour: properties.kind === "lift" ? "lift" : properties.colour ?? "other" } })));
      map.show(lines.flatMap(({ geometry }) => geometry.coordinates.flat(geometry.type === "LineString" ? 0 : 1)));
      say(...days.flatMap(day), make("button", { type: "button", class: "opening", text: "Remove this day", onclick: remove }));
    } catch (error) {
      map.draw("day");
      say(problem(`${file.name}: ${error.message}`));
    }
  };
  const remove = () => {
    map.draw("day");
    say();
  };
  const day = ({ day: head, laps, totals }) => [
    make("h3", { text: dayText(localDay(head)) }),
    make("p", { class: "total" }, make("strong", { text: `${totals.runs} runs, ${totals.liftRides} lift rides` })),
    make("p", { class: "facts", text: factLine([`${Math.round(totals.runDescentMetres)} m down`, `${metres(totals.runMetres)} skied`,
      `${duration(totals.totalSeconds)} in all`]) }),
    make("ol", { class: "directions", "aria-label": "Laps" }, ...laps.map((lap) => make("li", { class: `way-${lap.colour ?? lap.kind}` },
      make("span", { class: "sign", "aria-hidden": "true", text: lap.kind === "lift" ? "⇡" : "↘" }),
      make("span", { text: `${sign(lap)}, ${Math.round(lap.verticalMetres)} m, ${duration(lap.durationSeconds)}` })))),
  ];
  const problem = (text) => make("p", { class: "problem", role: "alert", text });
  const input = byId("recording");
  input.addEventListener("change", () => {
    if (input.files[0]) send(input.files[0]);
    input.value = "";
  });
  acceptDrops(byId("drop"), send);
}

/** Takes files that are dropped on the page, and shows that it would. */
function acceptDrops(curtain, take) {
  let depth = 0;
  const hasFile = (event) => event.dataTransfer?.types.includes("Files");
  const show = (change) => {
    depth = Math.max(0, depth + change);
    curtain.hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => { if (hasFile(event)) show(1); });
  addEventListener("dragleave", (event) => { if (hasFile(event)) show(-1); });
  addEventListener("dragover", (event) => { if (hasFile(event)) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    show(-depth);
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
}

/** Returns the day of a recording by the clocks of the mountain: `2026-01-17`. */
function localDay({ start, utcOffset }) {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(utcOffset);
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  return new Date(Date.parse(start) + offset).toISOString().slice(0, 10);
}
