import { byId } from "../base/dom.js";

/**
 * Makes the tabs of the panels (the pattern of the ARIA practices): arrows go from one to the next.
 * @param {Object} store
 */
export function makeTabs(store) {
  const tabs = [...byId("tabs").querySelectorAll("[role=tab]")];
  /** Moves the strip of tabs, which is wider than a phone, until the chosen one is seen. */
  const seek = () => {
    const strip = byId("tabs");
    const chosen = tabs.find((tab) => tab.dataset.panel === store.get().panel);
    strip.scrollLeft = chosen.offsetLeft - strip.offsetLeft - (strip.clientWidth - chosen.offsetWidth) / 2;
  };
  const paint = () => {
    const { panel } = store.get();
    for (const tab of tabs) {
      const isChosen = tab.dataset.panel === panel;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(`panel-${tab.dataset.panel}`).hidden = !isChosen;
    }
    seek();
    // Each panel has the fields of its question.
    for (const field of document.querySelectorAll("[data-of]")) field.hidden = !field.dataset.of.split(" ").includes(panel);
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => store.set({ panel: tab.dataset.panel }));
    tab.addEventListener("keydown", (event) => {
      const shown = tabs.filter((one) => !one.hidden);
      const at = shown.indexOf(tab);
      const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      const to = shown[(next + shown.length) % shown.length];
      store.set({ panel: to.dataset.panel });
      to.focus();
    });
  }
  store.listen((_, changed) => {
    paint();
    if (changed.has("panel")) byId("body").scrollTop = 0;
  });
  new ResizeObserver(seek).observe(byId("tabs"));
  paint();
}
