import { askFriend, block, blocks as askBlocks, companions as askCompanions, consentToFriend, friends as askFriends, removeFriend, unblock } from "../api.js";
import { make } from "../base/dom.js";
import { action, expander, graveAction, hint, repaint } from "../base/forms.js";
import { standing } from "./members.js";

const STATES = { none: "", asked: "asked by you", asking: "asks to be your friend", friend: "friend" };
// With more people than this, they can be filtered; so many are listed at once.
const [FEW, MOST] = [12, 60];

/**
 * Makes the part of friends: members of the trip and friends, asking, consent, removal, and blocks.
 * @param {{service: Object, group: Object, talk: function}} page `talk` opens the chat of `{person}`
 * @param {HTMLElement} part
 */
export function makeFriends(page, part) {
  const { service, group } = page;
  const filter = make("input", { type: "search", "aria-label": "Filter people", placeholder: "Name" });
  const list = make("div");
  let people = [];

  const load = async () => {
    const [asked, trip] = [group.get().user?.id, group.trip()];
    const [{ people: friends }, companions] = await Promise.all([askFriends(service),
      trip ? askCompanions(service, { trip: trip.id }).then((answer) => answer.people) : []]);
    if (asked !== group.get().user?.id) return;
    group.learn([...friends, ...companions]);
    const known = new Set(companions.map((one) => one.user));
    people = [...companions, ...friends.filter((one) => !known.has(one.user))].filter((one) => one.user !== group.get().user?.id);
    paint();
  };
  const asking = (one, text, operation, isFirst) => action(text, async () => {
    await operation(service, { user: one.user });
    await load();
  }, { key: isFirst ? `friend-${one.user}` : null, "aria-label": `${text}: ${one.name}` });
  const ways = (one) => ({
    none: [asking(one, "Ask as a friend", askFriend, true)], asked: [asking(one, "Withdraw", removeFriend, true)],
    asking: [asking(one, "Accept", consentToFriend, true), asking(one, "Refuse", removeFriend)], friend: [asking(one, "Remove friend", removeFriend, true)],
  }[one.state] ?? []);
  const link = ({ label, address }) => /^https:\/\//.test(address)
    ? make("a", { href: address, rel: "noopener noreferrer", target: "_blank", text: label }) : null;
  const row = (one) => make("li", { class: "entry" }, make("span", { class: "grow" }, make("strong", { text: one.name }),
    make("small", { text: ` ${[one.role ? standing({ ...group.member(one.user), role: one.role }) : null, STATES[one.state]].filter(Boolean).join(" · ")}` }),
    ...(one.links ?? []).flatMap((each) => [" ", link(each)])),
  make("span", { class: "buttons" }, ...ways(one), action("Message", () => page.talk({ person: one.user }), { "aria-label": `Message to ${one.name}` }),
    graveAction("Block", "Sure? Press again", async () => {
      await block(service, { user: one.user });
      await load();
    }, { "aria-label": null, title: `Block ${one.name}` })));
  const paint = () => {
    const wanted = filter.value.trim().toLocaleLowerCase();
    const found = people.filter((one) => one.name.toLocaleLowerCase().includes(wanted));
    const order = { asking: 0, friend: 1, asked: 2, none: 3 };
    const shown = found.toSorted((a, b) => order[a.state] - order[b.state] || a.name.localeCompare(b.name)).slice(0, MOST);
    filter.hidden = people.length <= FEW;
    repaint(list, shown.length ? make("ul", { class: "entries" }, ...shown.map(row)) : hint("There is no one else yet."),
      found.length > shown.length ? hint(`${found.length - shown.length} more; filter by name.`) : null);
  };
  const blocks = async (inside) => {
    const { people: blocked } = await askBlocks(service);
    const entry = (one) => make("li", { class: "entry" }, make("span", { class: "grow", text: one.name }), action("Unblock", async () => {
      await unblock(service, { user: one.user });
      await blocks(inside);
    }));
    inside.replaceChildren(blocked.length ? make("ul", { class: "entries" }, ...blocked.map(entry)) : hint("You block no one."));
  };
  filter.addEventListener("input", paint);
  const friends = expander("friends", "Friends and members", async (inside) => {
    if (!inside.contains(list)) inside.replaceChildren(filter, list, expander("blocks", "Blocked people", blocks));
    await load();
  });
  part.append(friends);
  let shown = null;
  group.listen(() => {
    part.hidden = !group.get().user;
    if (part.hidden) {
      people = [];
      filter.value = "";
      list.replaceChildren();
    }
    const now = `${group.get().user?.id} ${group.trip()?.id} ${group.get().members.length}`;
    if (now !== shown && group.get().user && friends.open) load().catch(() => {});
    shown = now;
  });
  part.hidden = true;
}
