import { at } from "../base/root.js";

const PAUSE_MILLISECONDS = 4000;

/**
 * Makes the notice that the server can't be reached; it asks again until it can.
 * @param {HTMLElement} notice
 * @param {function(): void} back called when the server is reached again
 */
export function makeOffline(notice, back) {
  let timer = 0;
  const show = (isOffline) => {
    if (notice.hidden !== isOffline) return;
    notice.hidden = !isOffline;
    notice.textContent = isOffline ? "Offline. The map shows what was loaded; answers come when the connection is back." : "";
    clearInterval(timer);
    if (isOffline) timer = setInterval(look, PAUSE_MILLISECONDS);
    else back();
  };
  const look = async () => {
    if (!navigator.onLine) return;
    const answered = await fetch(at("/v1/map"), { cache: "no-store" }).then((answer) => answer.ok, () => false);
    if (answered) show(false);
  };
  addEventListener("offline", () => show(true));
  addEventListener("online", look);
  if (!navigator.onLine) show(true);
  return { reached: (isReached) => show(!isReached) };
}
