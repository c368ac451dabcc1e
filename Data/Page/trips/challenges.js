import { challenges as askChallenges, createChallenge, joinChallenge, leaveChallenge, lifts as askLifts, ranking as askRanking, removeChallenge } from "../api.js";
import { make } from "../base/dom.js";
import { action, choice, expander, field, form, graveAction, hint, problemLine, repaint, submit } from "../base/forms.js";
import { dayIn, universal } from "../base/zone.js";
import { span } from "./trip.js";

const MEASURES = { descent: "metres down on runs", lifts: "different lifts", everyLift: "lifts of a list" };

/**
 * Makes the part of the challenges of the chosen trip: taking part, ranking, and a form for hosts.
 * @param {{store: Object, service: Object, group: Object}} page
 * @param {HTMLElement} part
 * @returns {function(): void} loads and paints it, while the panel is shown
 */
export function makeChallenges(page, part) {
  const { store, service, group } = page;
  const list = make("div");
  const create = newChallenge(page, () => load());
  const ranking = (one) => async (inside) => {
    const { ranking: found } = await askRanking(service, { challenge: one.id });
    const unit = one.measure === "descent" ? " m" : "";
    inside.replaceChildren(found.length ? make("ol", { class: "entries", "aria-label": "Ranking" }, ...found.map((each) =>
      make("li", { class: "entry" }, make("span", { text: `${each.rank}.` }), make("span", { class: "grow", text: each.name }),
        make("strong", { text: `${Math.round(each.score)}${unit}` })))) : hint("No one takes part yet."));
  };
  const row = (one) => make("article", { class: "event", "aria-label": one.name },
    make("p", { class: "total" }, make("strong", { text: one.name })),
    make("p", { class: "facts", text: `${MEASURES[one.measure] ?? one.measure}${one.lifts?.length ? ` (${one.lifts.length})` : ""} · ${
      span({ zone: group.trip().zone, from: one.from, until: one.until })}` }),
    make("div", { class: "buttons" }, action(one.isJoined ? "Stop taking part" : "Take part", async () => {
      await (one.isJoined ? leaveChallenge : joinChallenge)(service, { challenge: one.id });
      await load();
    }, { key: `join-${one.id}` }),
    group.isHost() ? graveAction("Delete", "Sure? Press again", async () => {
      await removeChallenge(service, { challenge: one.id });
      await load();
    }, { key: `delete-${one.id}` }) : null), expander(`ranking-${one.id}`, "Ranking", ranking(one)));
  const load = async () => {
    const asked = group.trip()?.id;
    if (!asked) return;
    const { challenges } = await askChallenges(service, { trip: asked });
    if (asked !== group.trip()?.id) return;
    create.hidden = !group.isHost();
    repaint(list, ...(challenges.length ? challenges.map(row) : [hint("There are no challenges on this trip.")]));
  };
  const head = make("h3", { text: "Challenges" });
  return () => {
    if (!group.trip()) return part.replaceChildren();
    if (store.get().panel !== "days") return;
    if (!part.contains(list)) part.replaceChildren(head, list, create);
    load().catch((problem) => list.replaceChildren(problemLine(problem.message)));
  };
}

/** Makes the form of a new challenge. */
function newChallenge({ service, group }, made) {
  const name = make("input", { id: "challenge-name", required: true, maxlength: 80 });
  const measure = choice([["descent", "Most metres down"], ["lifts", "Most different lifts"], ["everyLift", "Every lift of the map"]],
    { id: "challenge-measure" });
  const element = make("details", { hidden: true }, make("summary", { text: "New challenge" }), form({ id: "new-challenge" }, async () => {
    const { zone, from, until } = group.trip();
    // From the beginning of today, or of the trip.
    const today = universal(zone, dayIn(zone), "00:00");
    const lifts = measure.value === "everyLift" ? (await askLifts(service)).lifts.map((lift) => lift.id) : null;
    await createChallenge(service, { trip: group.trip().id }, { name: name.value, measure: measure.value, ...(lifts ? { lifts } : {}),
      from: Date.parse(today) > Date.parse(from) ? today : from, until });
    name.value = "";
    element.open = false;
    await made();
  }, field("Name", name), field("Counted are", measure), hint("It runs from today until the end of the trip."),
  make("div", { class: "buttons" }, submit("Make the challenge"))));
  return element;
}
