import { byId } from "../base/dom.js";

/**
 * Makes the tabs of the panels (the pattern of the ARIA practices): arrows go from one to the next.
 * @param {Object} store
 */
export function makeTabs(store) {
  const tabs = [...byId("tabs").querySelectorAll("[role=tab]")];
  const paint = () => {
    const { panel } = store.get();
    for (const tab of tabs) {
      const isChosen = tab.dataset.panel === panel;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(`panel-${tab.dataset.panel}`).hidden = !isChosen;
    }
    // Each panel has the fields of its question.
    for (const field of document.querySelectorAll("[data-of]")) field.hidden = !field.dataset.of.split(" ").includes(panel);
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener("click", () => store.set({ panel: tab.dataset.panel }));
    tab.addEventListener("keydown", (event) => {
      const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      const to = tabs[(next + tabs.length) % tabs.length];
      store.set({ panel: to.dataset.panel });
      to.focus();
    });
  }
  store.listen(paint);
  paint();
}
