import { make } from "./dom.js";

let count = 0;

/** Makes a line that states a problem. */
export const problemLine = (text) => make("p", { class: "problem", role: "alert", text });

/** Makes a line that explains. */
export const hint = (text) => make("p", { class: "hint", text });

// Elements whose action has not ended.
const busy = new WeakSet();

/**
 * Runs an action of an element; a problem of it stands behind the element until the next. Calls until it has ended do nothing.
 *
 * The focus stays at the element, or goes to what has taken its place: buttons are marked as disabled only, since one that is disabled
 * loses the focus.
 * @param {HTMLElement} element a button, a form or an input
 * @param {function(): Promise<any>} act
 */
export async function attempt(element, act) {
  if (busy.has(element)) return;
  busy.add(element);
  const buttons = element.matches("form") ? [...element.querySelectorAll("button")] : [element];
  const goBack = element.contains(document.activeElement) ? wayBack(element) : () => {};
  const behind = element.closest(".buttons") ?? element;
  if (behind.nextElementSibling?.matches(".problem")) behind.nextElementSibling.remove();
  const hold = (isHeld) => {
    for (const one of buttons) {
      if (one.localName !== "button") one.disabled = isHeld;
      else if (isHeld) one.setAttribute("aria-disabled", "true");
      else one.removeAttribute("aria-disabled");
    }
  };
  hold(true);
  try {
    await act();
  } catch (problem) {
    const line = problemLine(problem.message);
    if (behind.isConnected) behind.after(line);
  } finally {
    busy.delete(element);
    hold(false);
    goBack();
  }
}

/**
 * Returns a function that gives the focus back after an action, when nothing has it: to the element, what has its key, the folded part
 * it was in, or its panel.
 */
function wayBack(element) {
  const focused = document.activeElement;
  const keys = [element.dataset.key, element.closest("details[data-key]")?.dataset.key].filter(Boolean);
  const [part, panel] = [element.closest("details"), element.closest("[role=tabpanel]")];
  return () => {
    const now = document.activeElement;
    if (now && now !== document.body && now.checkVisibility()) return;
    const named = keys.map((key) => panel?.querySelector(`[data-key="${CSS.escape(key)}"]`)).find(Boolean);
    for (const one of [focused, named, part, panel]) {
      const target = one?.localName === "details" ? one.querySelector("summary") : one;
      if (!target?.checkVisibility()) continue;
      if (target === panel) panel.tabIndex = -1;
      target.focus();
      if (document.activeElement === target) return;
    }
  };
}

/**
 * Makes a button of an action that may fail.
 * @param {string} text
 * @param {function(): Promise<any>} act
 * @param {Object} [properties] `key` finds it again when its list is painted
 */
export function action(text, act, { key, ...properties } = {}) {
  const button = make("button", { type: "button", text, "data-key": key, ...properties, onclick: () => attempt(button, act) });
  return button;
}

// Until which time the next press acts, by key: a list may be painted anew between both presses.
const sure = new Map();
const SURE_MILLISECONDS = 6000;

/** Makes a button of an action that can't be undone: it asks once more before it acts. */
export function graveAction(text, question, act, properties = {}) {
  const key = properties.key ?? {};
  const left = () => (sure.get(key) ?? 0) - Date.now();
  const show = () => {
    button.textContent = left() > 0 ? question : text;
    if (left() > 0) setTimeout(show, left() + 10);
    else sure.delete(key);
  };
  const button = action(text, async () => {
    if (left() <= 0) {
      sure.set(key, Date.now() + SURE_MILLISECONDS);
      return show();
    }
    sure.delete(key);
    show();
    return act();
  }, { ...properties, class: "grave" });
  show();
  return button;
}

/** Makes a field with its label; the control gets an id. */
export function field(label, control) {
  control.id ||= `field-${++count}`;
  return make("div", { class: "field" }, make("label", { for: control.id, text: label }), control);
}

/** Makes a choice of `[value, text]`. */
export const choice = (options, properties = {}) => make("select", properties, ...options.map(([value, text]) => make("option", { value, text })));

/** Makes a form that acts when it is sent. */
export function form(properties, act, ...children) {
  const element = make("form", { autocomplete: "off", ...properties, onsubmit: (event) => {
    event.preventDefault();
    attempt(element, act);
  } }, ...children);
  return element;
}

/** Makes the button that sends a form. */
export const submit = (text) => make("button", { type: "submit", text });

/**
 * Paints the contents of an element anew: what had the focus keeps it, what was open stays open, by `data-key`.
 * @param {HTMLElement} element
 * @param {...(Node|null)} children
 */
export function repaint(element, ...children) {
  const key = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const open = new Set([...element.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key));
  element.replaceChildren(...children.filter(Boolean));
  for (const one of element.querySelectorAll("details[data-key]")) if (open.has(one.dataset.key)) one.open = true;
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

/**
 * Paints a list anew; the element of an entry stays as long as its key is there, and is not made again.
 * @param {HTMLElement} list
 * @param {[string, function(): Element][]} entries keys, each once, and what makes the element
 */
export function relist(list, entries) {
  const known = new Map([...list.children].map((one) => [one.dataset.entry, one]));
  const wanted = new Set(entries.map(([key]) => key));
  for (const [key, element] of known) if (!wanted.has(key)) element.remove();
  let next = list.firstElementChild;
  for (const [key, makeEntry] of entries) {
    const element = known.get(key) ?? makeEntry();
    element.dataset.entry = key;
    if (element === next) next = next.nextElementSibling;
    else list.insertBefore(element, next);
  }
}

/** Makes a part that is folded; its contents are loaded when it is opened. */
export function expander(key, summary, load) {
  const inside = make("div", { class: "inside" });
  return make("details", { "data-key": key, ontoggle: (event) => {
    if (event.currentTarget.open) load(inside).catch((problem) => inside.replaceChildren(problemLine(problem.message)));
  } }, make("summary", { text: summary }), inside);
}
