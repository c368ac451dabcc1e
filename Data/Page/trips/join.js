import { join, previewInvitation } from "../api.js";
import { joinSecret } from "../base/address.js";
import { make } from "../base/dom.js";
import { action, hint, problemLine } from "../base/forms.js";
import { span } from "./trip.js";

/**
 * Makes the part that joins a trip by the link of an invitation, `#join=SECRET`, after a preview.
 *
 * The secret is taken out of the address at once, and held in memory until it is used or put aside.
 * @param {{store: Object, service: Object, group: Object}} page gets `invitation`, which returns the secret; empty without
 * @param {HTMLElement} part
 */
export function makeJoin(page, part) {
  const { store, service, group } = page;
  let secret = "";
  let shown = "";
  const close = () => {
    [secret, shown] = ["", ""];
    part.replaceChildren();
  };
  const take = () => {
    const found = joinSecret(location.hash);
    if (!found) return;
    secret = found;
    history.replaceState(null, "", location.pathname);
    store.set({ panel: "trip" });
    paint();
  };
  const offer = ({ trip, role, isMember }) => [
    make("h3", { text: `Invitation to ${trip.name}` }), make("p", { class: "facts", text: `${span(trip)} · as ${role}` }),
    isMember ? hint("You are on this trip already.") : null,
    make("div", { class: "buttons" }, isMember ? null : action("Join the trip", async () => {
      const joined = await join(service, {}, { secret });
      close();
      await group.choose(joined.id);
      document.querySelector("#trip-name")?.focus();
    }, { id: "join", class: "first" }), action(isMember ? "Close" : "Not now", async () => close())),
  ].filter(Boolean);
  const paint = async () => {
    if (!secret) return;
    const { user } = group.get();
    if (!user) {
      shown = "";
      return part.replaceChildren(make("h3", { text: "You are invited to a trip" }), hint("Log in above to see which."));
    }
    if (shown === secret) return;
    shown = secret;
    try {
      part.replaceChildren(...offer(await previewInvitation(service, {}, { secret })));
      part.querySelector("button").focus();
    } catch (problem) {
      part.replaceChildren(problemLine(problem.message), make("div", { class: "buttons" }, action("Close", async () => close())));
    }
  };
  page.invitation = () => secret;
  addEventListener("hashchange", take);
  group.listen(paint);
  take();
}
