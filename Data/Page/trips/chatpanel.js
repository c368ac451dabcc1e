import { event as askEvent, friends as askFriends } from "../api.js";
import { byId, gathered, make } from "../base/dom.js";
import { action, attempt, hint, repaint } from "../base/forms.js";
import { clockIn, dayIn, dayText, ownZone } from "../base/zone.js";
import { messageLine, placeCard } from "./cards.js";
import { makeTalk } from "./talk.js";

/**
 * Makes the panel of chats: the list with unread messages and previews, or one chat.
 * @param {{store: Object, service: Object, chats: Object, group: Object, offers: function[]}} page gets `talk`, which opens the chat of a subject, and an offer of the
 *   map that sends a place
 * @param {HTMLElement} panel
 */
export function makeChatPanel(page, panel) {
  const { store, service, chats, group } = page;
  const [list, one] = [make("div", { id: "chats" }), make("div", { id: "talk", hidden: true })];
  // Heard by those who listen to the page; the list of messages itself would be read out at each change.
  const heard = make("p", { class: "unseen", role: "status" });
  const events = new Map();
  let isAsked = false;
  panel.append(list, one, heard);

  /** Asks for the name of an event, once. */
  const ask = (event) => {
    events.set(event, "Event");
    askEvent(service, { event }).then(({ name }) => {
      events.set(event, name);
      paint();
    }, () => {});
    return "Event";
  };
  /** Asks for the names of friends who are on no trip with the user, once. */
  const learnFriends = () => {
    if (isAsked || !chats.all().some((chat) => chat.person && !group.knows(chat.person))) return;
    isAsked = true;
    askFriends(service).then(({ people }) => {
      group.learn(people);
      paint();
    }, () => {});
  };
  const title = (id) => {
    const chat = chats.chat(id);
    if (chat?.subject === "person") return group.name(chat.person);
    if (chat?.subject === "event") return events.get(chat.event) ?? ask(chat.event);
    return chat ? group.get().trips.find((own) => own.trip.id === chat.trip)?.trip.name ?? "Trip" : "";
  };
  const talk = makeTalk(page, one, title);
  const show = (id) => {
    list.hidden = true;
    return talk.show(id, () => {
      talk.show(null);
      list.hidden = false;
      list.querySelector(`[data-key="chat-${CSS.escape(id)}"]`)?.focus();
    });
  };
  page.talk = async (subject) => {
    const id = await chats.open(subject);
    store.set({ panel: "chat" });
    await show(id);
  };
  page.learnEvents = (found) => { for (const event of found) events.set(event.id, event.name); };

  const preview = ({ preview: last }) => {
    if (!last) return "No messages yet";
    const who = last.author === group.get().user?.id ? "You" : last.author === undefined ? null : group.name(last.author);
    return [who, messageLine(last)].filter(Boolean).join(": ");
  };
  const when = ({ preview: last }) => {
    if (!last) return "";
    const [zone, at] = [group.trip()?.zone ?? ownZone(), Date.parse(last.sent)];
    return dayIn(zone, at) === dayIn(zone) ? clockIn(zone, at) : dayText(dayIn(zone, at));
  };
  const row = (chat) => make("li", {}, make("button", { type: "button", "data-key": `chat-${chat.id}`, onclick: () => show(chat.id) },
    make("strong", { text: title(chat.id) }), make("small", { text: when(chat) }),
    chat.unread ? make("span", { class: "count", text: String(chat.unread), "aria-label": `${chat.unread} unread` }) : null,
    make("small", { class: "preview", text: preview(chat) })));
  const paint = () => {
    const { user, own } = group.get();
    const unread = chats.all().reduce((sum, chat) => sum + chat.unread, 0);
    byId("tab-chat").textContent = unread ? `Chat (${unread})` : "Chat";
    if (!user) {
      isAsked = false;
      events.clear();
      talk.show(null);
      list.hidden = false;
      heard.textContent = "";
      return list.replaceChildren(hint("Log in to chat, in the panel Trip."));
    }
    learnFriends();
    const at = (chat) => Date.parse(chat.preview?.sent ?? 0);
    const shown = chats.all().toSorted((a, b) => at(b) - at(a));
    const isMissing = own && !shown.some((chat) => chat.subject === "trip" && chat.trip === own.trip.id);
    repaint(list, isMissing ? action("Open the chat of the trip", () => page.talk({ trip: own.trip.id }), { key: "trip-chat", id: "trip-chat" }) : null,
      shown.length ? make("ul", { class: "rows" }, ...shown.map(row)) : hint("No chats yet. To write to one person, press Message in the panel People."));
    if (talk.shown() && !chats.chat(talk.shown())) {
      talk.show(null);
      list.hidden = false;
    }
  };
  const paintSoon = gathered(paint, 60);
  chats.listen(({ chat, message }) => {
    paintSoon();
    if (message?.author && message.author !== group.get().user?.id) {
      const author = group.name(message.author);
      const from = [title(chat), author].filter((one, at, all) => one && all.indexOf(one) === at).join(", ");
      heard.textContent = `${from}: ${messageLine(message)}`;
    }
  });
  group.listen(paint);
  page.offers.push((offered, close) => {
    if (!group.get().user || !(talk.shown() || group.trip())) return [];
    const button = make("button", { type: "button", text: "Send to chat", onclick: () => attempt(button, async () => {
      if (!talk.shown()) await page.talk({ trip: group.trip().id });
      store.set({ panel: "chat" });
      close();
      await chats.send(talk.shown(), "place", placeCard(offered));
    }) });
    return [button];
  });
  paint();
}
