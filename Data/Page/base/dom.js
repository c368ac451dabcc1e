/**
 * Makes an element.
 * @param {string} tag its name; `svg:path` for one of SVG
 * @param {Object<string, any>} [properties] attributes; `on…` are listeners, `class` and `text` as said; null leaves one out
 * @param {...(Node|string|null)} children
 * @returns {Element}
 */
export function make(tag, properties = {}, ...children) {
  const svg = tag.startsWith("svg:");
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4)) : document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * Finds the element of an id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => document.getElementById(id);

/**
 * Makes a function that runs a while after its first call, once for all calls until then.
 * @param {function(): void} action
 * @param {number} milliseconds
 */
export function gathered(action, milliseconds) {
  let timer = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      action();
    }, milliseconds);
  };
}

/**
 * Makes a function that runs a while after its last call.
 * @param {function(...any): void} action
 * @param {number} milliseconds
 */
export function delayed(action, milliseconds) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...values), milliseconds);
  };
}
