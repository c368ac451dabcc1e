/** Holds the address of the server's root as the page was reached, with a slash at its end: under a path where a proxy has one for it. */
export const ROOT = new URL("../../", import.meta.url).href;

/**
 * Returns the whole address of a path of the server.
 * @param {string} path such as `/v1/map`
 */
export const at = (path) => ROOT + path.slice(1);
