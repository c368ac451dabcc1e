import { byId } from "../base/dom.js";

/**
 * Makes the keys that work everywhere: `/` goes to the search, Escape closes what is open.
 * @param {{clicks: {close: function, isOpen: function}}} page
 */
export function makeKeys({ clicks }) {
  const isWriting = (element) => element.matches?.("input, textarea, select") && element.type !== "range";
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !isWriting(event.target) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      fold(false);
      byId("search").focus();
      byId("search").select();
    }
    if (event.key !== "Escape") return;
    if (clicks.isOpen()) {
      clicks.close();
      byId("map").querySelector("canvas").focus();
    } else if (isWriting(event.target)) event.target.blur();
  });
  byId("fold").addEventListener("click", () => fold(!byId("side").classList.contains("folded")));
}

/** Folds or opens the panel, which is a sheet on phones. */
function fold(isFolded) {
  byId("side").classList.toggle("folded", isFolded);
  byId("fold").setAttribute("aria-expanded", String(!isFolded));
  byId("fold").setAttribute("aria-label", isFolded ? "Open the panel" : "Fold the panel");
}
