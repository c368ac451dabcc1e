import { endSession, logInByTelegram, logInForDevelopment, logins, sessions as askSessions } from "../api.js";
import { joinAddress, writeAddress } from "../base/address.js";
import { make } from "../base/dom.js";
import { action, expander, field, form, hint, problemLine, submit } from "../base/forms.js";
import { momentText, ownZone } from "../base/zone.js";
import { beginTelegram, forgetTelegram, takeTelegram } from "../service/telegram.js";

/**
 * Makes the part for logging in and out.
 * @param {{store: Object, service: Object, account: Object, group: Object, invitation: function, returned: Object|null}} page
 *   `returned` is the result with which the page came back from Telegram
 * @param {HTMLElement} part
 */
export function makeLogin(page, part) {
  const { store, service, account, group } = page;
  let failure = page.returned?.problem ?? "";
  const name = make("input", { id: "login-name", required: true, maxlength: 40, autocomplete: "username" });
  const development = form({ id: "login" }, async () => {
    await account.enter(logInForDevelopment, { name: name.value.trim() });
    name.value = "";
  }, field("Your name", name), make("div", { class: "buttons" }, submit("Log in")),
  hint("This log-in is for development; the server offers it on its own machine alone."));

  const ways = ({ telegram, openID, development: isOffered }) => [
    account.isOver() ? make("p", { class: "warning", role: "status", text: "Your session has ended; log in again." }) : null,
    failure ? problemLine(failure) : null,
    telegram?.bot ? byTelegram(telegram.bot) : null,
    isOffered ? development : null,
    !isOffered && !telegram?.bot && (telegram || openID) ? hint("This server offers the log-in to apps alone.") : null,
    isOffered || telegram || openID ? null : hint("This server offers no log-in."),
  ].filter(Boolean);

  const byTelegram = (bot) => make("div", {}, make("div", { class: "buttons" }, make("button", { type: "button", id: "by-telegram", class: "first",
    text: "Log in with Telegram", onclick: () => {
      const secret = page.invitation();
      location.assign(beginTelegram(bot, secret ? joinAddress(secret) : writeAddress(store.get())));
    } })), hint("You go to Telegram's page, and come back when you have confirmed it there."));

  /** Lists the sessions of the user, each of which but this one has a button that ends it. */
  const sessions = async (inside) => {
    const { sessions: all } = await askSessions(service);
    const moment = (time) => momentText(ownZone(), time);
    const entry = (one) => make("li", { class: "entry" }, make("span", { class: "grow" },
      make("strong", { text: one.isAsking ? "Here" : `Since ${moment(one.begun)}` }), make("small", { text: ` ${[one.isAsking
        ? `since ${moment(one.begun)}` : null, `last used ${moment(one.used)}`, `ends ${moment(one.expires)}`].filter(Boolean).join(" · ")}` })),
    one.isAsking ? null : action("Log out there", async () => {
      await endSession(service, { session: one.id });
      await sessions(inside);
    }, { "aria-label": `Log out there: since ${moment(one.begun)}` }));
    inside.replaceChildren(make("ul", { class: "entries", id: "sessions" }, ...all.map(entry)),
      hint("A session ends 30 days after its last use, and 180 days after its log-in."));
  };

  let isHeld = false; // the focus was here before what had it was painted over
  const paint = async () => {
    const { user } = group.get();
    isHeld ||= part.contains(document.activeElement);
    if (user) {
      failure = "";
      forgetTelegram();
      const me = part.querySelector("#me");
      if (me?.dataset.user === user.id) me.textContent = user.name;
      else {
        part.replaceChildren(make("p", { class: "top" },
          make("strong", { class: "grow", id: "me", tabindex: -1, "data-user": user.id, text: user.name }),
          action("Log out", () => account.leave(), { id: "log-out" })), expander("sessions", "Where you are logged in", sessions));
      }
      if (isHeld && (document.activeElement ?? document.body).contains(part)) part.querySelector("#me").focus();
      isHeld = false;
      return;
    }
    if (account.isKnown()) return part.replaceChildren(make("p", { class: "hint", role: "status", text: "Logging in …" }));
    if (part.contains(development)) return;
    part.replaceChildren(make("h3", { text: "Log in" }));
    try {
      const offered = await logins(service);
      if (!account.isKnown()) part.replaceChildren(make("h3", { text: "Log in" }), ...ways(offered));
    } catch (problem) {
      part.replaceChildren(problemLine(problem.message), action("Try again", again));
    }
  };
  const again = async () => {
    try {
      await account.fresh();
      if (account.user()) await group.refresh();
      await paint();
    } catch (problem) {
      if (!account.isKnown()) return paint();
      part.replaceChildren(problemLine(problem.message), make("div", { class: "buttons" }, action("Try again", again),
        action("Log out", () => account.leave())));
    }
  };
  const start = async () => {
    if (!page.returned?.fields || account.isKnown()) return again();
    part.replaceChildren(make("p", { class: "hint", role: "status", text: "Logging in …" }));
    try {
      await account.enter(logInByTelegram, page.returned.fields);
    } catch (problem) {
      failure = problem.message;
      await paint();
    }
  };
  addEventListener("hashchange", () => {
    const problem = takeTelegram()?.problem;
    if (!problem || account.isKnown()) return;
    failure = problem;
    part.replaceChildren();
    store.set({ panel: "trip" });
    paint();
  });
  group.listen(paint);
  account.listen(paint);
  start();
  return { again: () => { if (account.isKnown() && !group.get().user) again(); } };
}
