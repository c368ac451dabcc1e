import { map as describeMap } from "./api.js";
import { followAddress, readAddress } from "./base/address.js";
import { byId, delayed, make } from "./base/dom.js";
import { makeStore } from "./base/store.js";
import { makeClicks } from "./map/clicks.js";
import { makeLook } from "./map/look.js";
import { makeMap } from "./map/map.js";
import { makeMarks } from "./map/marks.js";
import { makeTheme } from "./map/theme.js";
import { makeDay } from "./panels/day.js";
import { makeForm } from "./panels/form.js";
import { makeHome } from "./panels/home.js";
import { makeKeys } from "./panels/keys.js";
import { makeLifts } from "./panels/lifts.js";
import { makePeople } from "./panels/people.js";
import { makeReach } from "./panels/reach.js";
import { makeRoute } from "./panels/route.js";
import { makeSearch } from "./panels/search.js";
import { makeTabs } from "./panels/tabs.js";
import { makeAccount } from "./service/account.js";
import { makeService } from "./service/client.js";
import { makeGroup } from "./service/group.js";
import { makeLive } from "./service/live.js";
import { makeOffline } from "./service/offline.js";
import { makePlaces } from "./service/places.js";
import { makeSession } from "./service/session.js";
import { takeTelegram } from "./service/telegram.js";
import { makeTripPanels } from "./trips/panels.js";

/** Shows a fault of the page or the map. */
function trouble(text) {
  byId("trouble").textContent = text;
  byId("trouble").hidden = !text;
}

/** Puts the page together. */
async function start() {
  const returned = takeTelegram(); // before the address is read
  const asking = [];
  const again = () => { for (const panel of asking) panel.again(); };
  let map = null;
  const offline = makeOffline(byId("offline"), () => {
    trouble("");
    map?.refresh();
    again();
  });
  const session = makeSession();
  const account = makeAccount(() => service);
  const service = makeService({ token: () => account.token() || session.get().token, reached: offline.reached, account });
  const store = makeStore(readAddress(location.hash));
  const places = makePlaces();
  const theme = makeTheme(byId("theme"), (name) => map?.dress({ theme: name }));
  if (typeof maplibregl === "undefined") {
    byId("map").replaceChildren(make("p", { class: "missing" },
      "The map's library is not installed. Run ", make("code", { text: "Tools/setup --page" }), " and start the server again."));
    throw new Error("MapLibre GL is missing");
  }
  const about = await describeMap(service);
  document.title = about.areas.length === 1 ? `${about.areas[0].name} · SkiRoute` : "SkiRoute";
  const { look, view } = store.get();
  map = await makeMap(byId("map"), { bounds: about.bounds, theme: theme.theme(), look: look === "street" ? "street" : "mountain",
    heights: about.sets.find((name) => /heights|terrarium/.test(name)) ?? null, view }, trouble);
  const page = { map, store, service, places, session, account, again, areas: about.areas, isLive: about.live, returned, offers: [] };
  page.group = makeGroup(page);
  page.live = makeLive(page);
  page.clicks = makeClicks(page);
  page.live.listen((event) => {
    if (event === "map") map.refresh();
    if (event === "map" || event === "lifts") again();
  });

  makeTabs(store);
  makeForm(page);
  makeMarks(page);
  makeSearch(byId("search"), page, (one) => {
    byId("search").value = one.label;
    map.fly(one.place);
    page.clicks.offer(one.place, one.label, one);
  });
  asking.push(makeRoute(page, byId("answer-route")), makeReach(page, byId("answer-reach")), makeHome(page, byId("answer-home")),
    makeLifts(page, byId("answer-lifts")));
  makeDay(page, byId("answer-day"));
  makePeople(page, byId("answer-people"));
  if (about.trips) asking.push(makeTripPanels(page));
  else if (!byId(`tab-${store.get().panel}`) || byId(`tab-${store.get().panel}`).hidden) store.set({ panel: "route" });
  makeLook(page, byId("look"), byId("where"));
  makeKeys(page);
  followAddress(store);
  map.map.on("moveend", delayed(() => store.set({ view: map.view() }), 200));
  store.listen((state, changed) => { if (changed.has("view") && state.view !== map.view()) map.goTo(state.view); });
  return page;
}

/** Holds the parts of the page when it has begun. */
export const ready = start();
ready.catch((error) => { if (typeof maplibregl !== "undefined") trouble(`The map can't begin: ${error.message}`); });
