const KEY = "skiroute.theme";
const NEXT = { auto: "light", light: "dark", dark: "auto" };
const SAID = { auto: "as the device", light: "light", dark: "dark" };

/**
 * Makes the choice of light and dark: the device's, until the reader chooses.
 * @param {HTMLButtonElement} button
 * @param {function("light"|"dark"): void} changed
 */
export function makeTheme(button, changed) {
  const device = matchMedia("(prefers-color-scheme: dark)");
  let choice = NEXT[localStorage.getItem(KEY)] ? localStorage.getItem(KEY) : "auto";
  const theme = () => choice === "auto" ? (device.matches ? "dark" : "light") : choice;
  const paint = () => {
    document.documentElement.dataset.theme = theme();
    button.setAttribute("aria-label", `Colours: ${SAID[choice]}. Change`);
    button.title = `Colours: ${SAID[choice]}`;
    button.dataset.choice = choice;
  };
  button.addEventListener("click", () => {
    choice = NEXT[choice];
    localStorage.setItem(KEY, choice);
    paint();
    changed(theme());
  });
  device.addEventListener("change", () => {
    paint();
    changed(theme());
  });
  paint();
  return { theme };
}
