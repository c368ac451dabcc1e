import { byId } from "../base/dom.js";
import { makeChatPanel } from "./chatpanel.js";
import { makeChats } from "./chats.js";
import { makeDays } from "./days.js";
import { makeEvents } from "./events.js";
import { makeFriends } from "./friends.js";
import { makeJoin } from "./join.js";
import { liftWord } from "./liftword.js";
import { makeLogin } from "./login.js";
import { makeFeatureNames } from "./names.js";
import { makeShare } from "./share.js";
import { makeTrip } from "./trip.js";

/**
 * Makes the panels of the trip services, on servers that have these.
 * @param {Object} page
 */
export function makeTripPanels(page) {
  for (const name of ["trip", "events", "chat", "days"]) byId(`tab-${name}`).hidden = false;
  // A log-in takes the place of a token that is pasted.
  byId("session").hidden = true;
  page.chats = makeChats(page);
  page.featureNames = makeFeatureNames(page);
  makeChatPanel(page, byId("answer-chat"));
  makeTrip(page, byId("answer-trip"));
  makeShare(page, byId("answer-share"));
  makeFriends(page, byId("answer-friends"));
  makeEvents(page, byId("answer-events"));
  makeDays(page, byId("answer-days"));
  page.offers.push(liftWord(page));
  const login = makeLogin(page, byId("answer-login"));
  makeJoin(page, byId("answer-join"));
  return login;
}
