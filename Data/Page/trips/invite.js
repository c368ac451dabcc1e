import { invitations as askInvitations, invite, revokeInvitation } from "../api.js";
import { joinAddress } from "../base/address.js";
import { make } from "../base/dom.js";
import { action, choice, field, form, graveAction, hint, submit } from "../base/forms.js";
import { ROOT } from "../base/root.js";
import { momentText, timeText } from "../base/zone.js";

const DAY_MILLISECONDS = 86_400_000;

/**
 * Fills a part with the invitations of the chosen trip and a form for another one, whose link is shown this once.
 * @param {{service: Object, group: Object}} page
 * @param {HTMLElement} part
 */
export async function inviting({ service, group }, part) {
  const trip = group.trip();
  const role = choice([["traveller", "Traveller"], ["host", "Host"]], { id: "invite-role" });
  const uses = make("input", { id: "invite-uses", type: "number", min: 1, max: 1000, value: 10, required: true });
  const days = choice([["1", "1 day"], ["7", "7 days"], ["30", "30 days"]], { id: "invite-days" });
  days.value = "7";
  const [made, open] = [make("div", { role: "status" }), make("div")];

  const show = (secret) => {
    const address = `${ROOT}${joinAddress(secret)}`;
    const link = make("input", { id: "invite-link", "data-key": "invite-link", readonly: true, value: address, onfocus: () => link.select() });
    const copy = action("Copy", async () => {
      link.select();
      await navigator.clipboard.writeText(address);
      copy.textContent = "Copied";
    });
    made.replaceChildren(field("Link of the invitation", link), make("div", { class: "buttons" }, copy),
      hint("The link is shown this once. Give it to those who may join, and to no others."));
    link.focus();
  };
  const list = async () => {
    const { invitations } = await askInvitations(service, { trip: trip.id });
    const row = (one) => make("li", { class: "entry" }, make("span", { class: "grow",
      text: `${one.role}, ${one.usesLeft} ${one.usesLeft === 1 ? "use" : "uses"} left, until ${momentText(trip.zone, one.expires)}` }),
    graveAction("Revoke", "Sure? Press again", async () => {
      await revokeInvitation(service, { invitation: one.id });
      await list();
    }));
    open.replaceChildren(...(invitations.length ? [make("h4", { text: "Open invitations" }),
      make("ul", { class: "entries" }, ...invitations.map(row))] : []));
  };
  part.replaceChildren(form({ id: "invite" }, async () => {
    const end = Math.min(Date.now() + Number(days.value) * DAY_MILLISECONDS, Date.parse(trip.until));
    const { secret } = await invite(service, { trip: trip.id },
      { role: role.value, uses: Number(uses.value), expires: timeText(end) });
    show(secret);
    await list();
  }, make("div", { class: "pair" }, field("Role", role), field("People", uses), field("Valid for", days)),
  make("div", { class: "buttons" }, submit("Make a link"))), made, open);
  await list();
}
