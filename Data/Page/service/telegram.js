import { isLoginResult } from "../base/address.js";

const KEY = "skiroute.telegram";
const PLACE = "https://oauth.telegram.org/auth";
const RESULT = /^#tgAuthResult=([\w+/=-]*)$/;
// Telegram's results hold as long.
const PATIENCE_MILLISECONDS = 600_000;

/**
 * Returns the address of Telegram's page for a log-in by a bot, and remembers that this tab has begun it.
 * @param {number} bot
 * @param {string} hash the end of the address that stands here again after the log-in
 */
export function beginTelegram(bot, hash) {
  const state = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  sessionStorage.setItem(KEY, JSON.stringify({ state, hash, began: Date.now() }));
  const back = `${location.origin}${location.pathname}?login=${state}`;
  return `${PLACE}?${new URLSearchParams({ bot_id: String(bot), origin: location.origin, return_to: back })}`;
}

/** Forgets that a log-in was begun. */
export const forgetTelegram = () => sessionStorage.removeItem(KEY);

/**
 * Takes the result of a log-in by Telegram out of the address. One that this tab has not begun is not used: a link must not log its
 * reader into another's account.
 * @returns {{fields: Object}|{problem: string}|null} the fields to send; null when the address has none
 */
export function takeTelegram() {
  const begun = begunOne();
  if (!isLoginResult(location.hash)) {
    if (begun && Date.now() - begun.began > PATIENCE_MILLISECONDS) forgetTelegram();
    return null;
  }
  const [, result] = RESULT.exec(location.hash) ?? [];
  const isOwn = Boolean(begun) && new URLSearchParams(location.search).get("login") === begun.state
    && Date.now() - begun.began <= PATIENCE_MILLISECONDS;
  history.replaceState(null, "", `${location.pathname}${isOwn ? begun.hash : "#panel=trip"}`);
  if (!isOwn) return { problem: "This tab did not begin that log-in, or begin it too long ago; it was not used. Log in again." };
  forgetTelegram();
  const fields = read(result);
  return fields ? { fields } : { problem: "Telegram did not log you in." };
}

function begunOne() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** Returns the fields of a result; null for a refusal, which is `false`, and for what is none. */
function read(result) {
  try {
    const bytes = Uint8Array.from(atob(result.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const fields = JSON.parse(new TextDecoder().decode(bytes));
    return fields && typeof fields === "object" && !Array.isArray(fields) ? fields : null;
  } catch {
    return null;
  }
}
