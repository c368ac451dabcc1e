import { gathered, make } from "../base/dom.js";
import { action, form, hint, problemLine, relist, repaint, submit } from "../base/forms.js";
import { clockIn, dayIn, dayText, ownZone } from "../base/zone.js";
import { cardOf, routeCard } from "./cards.js";
import { standing } from "./members.js";

// Many messages at once are painted, and said to be read, together.
const [PAINT_MILLISECONDS, READ_MILLISECONDS] = [60, 400];

/**
 * Makes the part of one chat: messages paged backwards, sending, and the cards of routes and places.
 * @param {{store: Object, chats: Object, group: Object, places: Object, map: Object}} page
 * @param {HTMLElement} part
 * @param {function(string): string} title writes the name of a chat
 */
export function makeTalk(page, part, title) {
  const { store, chats, group } = page;
  let [id, count, newest] = [null, 0, 0];
  const drafts = new Map();
  const head = make("h3", { tabindex: -1 });
  const list = make("ol", { class: "messages", "aria-label": "Messages" });
  const [earlier, failed] = [make("div", { class: "earlier" }), make("div")];
  const input = make("textarea", { id: "message", rows: 2, maxlength: 4000, required: true, "aria-label": "Message. Enter sends, Shift and Enter begin a line",
    placeholder: "Message" });
  const route = action("Send the route of the panel Route", () => chats.send(id, "route", routeCard(store.get(), page.places)), { class: "chip" });
  const write = form({ id: "write" }, async () => {
    const body = input.value;
    if (!body.trim()) return;
    input.value = "";
    input.focus();
    chats.send(id, "text", body); // fails by the message, which stays to be sent again
  }, make("div", { class: "line" }, input, submit("Send")), route);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    write.requestSubmit();
  });

  const zone = () => group.trip()?.zone ?? ownZone();
  const clock = (one) => make("small", { text: clockIn(zone(), Date.parse(one.sent)) });
  const content = (one) => one.kind === "text" ? make("p", { text: one.body }) : cardOf(one, page);
  const role = (one) => one.role ? standing({ ...group.member(one.author), role: one.role }) : "";
  const message = (one) => {
    if (one.author === undefined) return make("li", { class: "gap" }, make("span", { text: "Deleted message" }), " ", clock(one));
    const isOwn = one.author === group.get().user?.id;
    return make("li", { class: isOwn ? "own" : null }, make("span", { class: "author" }, make("strong", { text: isOwn ? "You" : group.name(one.author) }),
      role(one) ? make("small", { class: "role", text: role(one) }) : null, " ", clock(one), isOwn ? action("Delete", () => chats.remove(id, one.position), { key: `delete-${one.position}`, class: "quiet",
        "aria-label": "Delete this message" }) : null), content(one));
  };
  const waiting = (one) => make("li", { class: "own waiting" }, make("span", { class: "author" }, make("strong", { text: "You" }),
    make("small", { text: one.problem ? " not sent" : " sending …" })), content(one), one.problem ? problemLine(one.problem) : null,
  one.problem ? make("span", { class: "buttons" }, action("Send again", () => chats.again(id, one)),
    action("Put aside", async () => chats.forget(id, one))) : null);
  // The key of a message holds what its looks depend on, besides what never changes.
  const entry = (one) => [`${one.position} ${one.author ? `${group.name(one.author)} ${role(one)}` : "gap"}`, () => message(one)];
  const entries = (messages, pending) => {
    const days = new Set();
    return [...messages.flatMap((one) => {
      const day = dayIn(zone(), Date.parse(one.sent));
      const isNew = !days.has(day);
      days.add(day);
      return isNew ? [[day, () => make("li", { class: "day", text: dayText(day) })], entry(one)] : [entry(one)];
    }), ...pending.map((one) => [`${one.id} ${one.problem}`, () => waiting(one)])];
  };
  const paint = () => {
    if (!id) return;
    const { messages, pending, isWhole, isLoaded } = chats.talk(id);
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80;
    const [height, top] = [box.scrollHeight, box.scrollTop];
    head.textContent = title(id);
    relist(list, entries(messages, pending));
    repaint(earlier, !isLoaded ? hint("Loading …") : isWhole ? (messages.length || pending.length ? null : hint("No messages yet."))
      : action("Earlier messages", () => chats.back(id), { key: "earlier" }));
    const last = messages.at(-1)?.position ?? 0;
    route.hidden = !store.get().from || !store.get().to;
    if (isAtEnd || count === 0) box.scrollTop = box.scrollHeight;
    else if (last === newest && messages.length + pending.length > count) box.scrollTop = top + box.scrollHeight - height;
    [count, newest] = [isLoaded ? messages.length + pending.length : 0, last];
    read();
  };
  // The last message stays in sight when the room changes, as by a phone's keyboard.
  const box = part.closest("#body");
  let wasAtEnd = true;
  box.addEventListener("scroll", () => { wasAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 80; });
  const size = new ResizeObserver(() => { if (id && wasAtEnd && !part.closest("[hidden]")) box.scrollTop = box.scrollHeight; });
  for (const one of [box, list]) size.observe(one);
  const readNow = () => {
    if (id && store.get().panel === "chat" && !document.hidden && chats.talk(id).isLoaded) chats.read(id).catch(() => {});
  };
  const read = gathered(readNow, READ_MILLISECONDS);
  chats.listen(gathered(paint, PAINT_MILLISECONDS));
  group.listen(({ user }) => {
    if (user) return;
    drafts.clear();
    input.value = "";
  });
  document.addEventListener("visibilitychange", read);
  store.listen((_, changed) => { if (changed.has("panel")) paint(); });
  return {
    /** Shows a chat; null closes it. */
    async show(next, back) {
      readNow();
      if (id) drafts.set(id, input.value);
      [id, count, newest] = [next, 0, 0];
      input.value = drafts.get(next) ?? "";
      part.hidden = !next;
      if (!next) return part.replaceChildren();
      list.replaceChildren();
      part.replaceChildren(make("div", { class: "top" }, make("button", { type: "button", class: "icon", "aria-label": "Back to all chats", text: "‹",
        id: "all-chats", onclick: back }), head), earlier, failed, list, write);
      failed.replaceChildren();
      paint();
      input.focus({ preventScroll: true });
      if (chats.talk(id).isLoaded) return;
      await chats.back(id).catch((problem) => {
        if (id === next) failed.replaceChildren(problemLine(problem.message));
      });
    },
    /** Returns the chat that is shown; null without. */
    shown: () => id,
  };
}
