import { sayLiftState, withdrawLiftState } from "../api.js";
import { make } from "../base/dom.js";
import { action } from "../base/forms.js";

const WORDS = [["open", "Open"], ["hold", "On hold"], ["closed", "Closed"]];

/**
 * Returns the part with which a host tells the trip that a lift is open, closed or on hold; none for others, for other things, and on
 * trips without ski areas.
 * @param {{service: Object, group: Object, again: function}} page `again` asks for the lifts
 */
export const liftWord = ({ service, group, again, map }) => ({ about }, close) => {
  if (about?.kind !== "lift" || !about.source || !group.isHost() || !group.trip().areas.length) return [];
  const lift = about.source;
  const done = () => {
    close();
    map.map.getCanvas().focus();
    again();
  };
  const say = ([state, text]) => action(text, async () => {
    await sayLiftState(service, { lift }, { trip: group.trip().id, state });
    done();
  }, { "data-state": state });
  const withdraw = action("Take my word back", async () => {
    await withdrawLiftState(service, { lift, trip: group.trip().id });
    done();
  });
  return [make("fieldset", { class: "word" }, make("legend", { text: "As a host, tell your trip that it is" }),
    make("div", { class: "buttons" }, ...WORDS.map(say), withdraw))];
};
