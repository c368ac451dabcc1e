import { changeMember, removeMember } from "../api.js";
import { make } from "../base/dom.js";
import { action, graveAction } from "../base/forms.js";

/**
 * Says what a member is on the trip, and whether the name is that of a host who is another person.
 * @param {{role: string, isNamedAsHost?: boolean}} member
 * @returns {string}
 */
export const standing = ({ role, isNamedAsHost }) => [role, isNamedAsHost ? "has a host's name" : null].filter(Boolean).join(" · ");

/**
 * Fills a part with the members of the chosen trip and their roles; hosts can change these, and remove members.
 * @param {{service: Object, group: Object}} page
 * @param {HTMLElement} part
 */
export function memberList({ service, group }, part) {
  const { user, members } = group.get();
  const which = (one) => ({ trip: group.trip().id, user: one.user });
  const change = (one, role) => action(role === "host" ? "Make host" : "Make traveller", async () => {
    await changeMember(service, which(one), { role });
    await group.refresh();
  }, { key: `role-${one.user}`, "aria-label": `Make ${one.name} ${role}` });
  const remove = (one) => graveAction("Remove", "Sure? Press again", async () => {
    await removeMember(service, which(one));
    await group.refresh();
  }, { key: `remove-${one.user}`, "aria-label": `Remove ${one.name}` });
  const row = (one) => make("li", { class: "entry" }, make("span", { class: "grow" }, make("span", { text: one.name }),
    make("small", { text: ` ${standing(one)}${one.user === user.id ? ", you" : ""}` })),
  group.isHost() && one.user !== user.id
    ? make("span", { class: "buttons" }, change(one, one.role === "host" ? "traveller" : "host"), remove(one)) : null);
  part.replaceChildren(make("ul", { class: "entries", "aria-label": "Members" },
    ...members.toSorted((a, b) => a.role.localeCompare(b.role) || a.name.localeCompare(b.name)).map(row)));
}
