import { permitUpload, recordedDay } from "../api.js";

const MOST_BYTES = 16 * 2 ** 20;
const POLL_MILLISECONDS = 1500;
const POLLS = 120;

/** Returns the SHA-256 of bytes in hexadecimal digits. */
async function digest(bytes) {
  if (!globalThis.crypto?.subtle) throw new Error("The browser computes no SHA-256 here; open the page by https.");
  return [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Uploads a recording: asks for a permission of its size and hash, sends it, and waits until it is matched or has failed.
 * @param {Object} service
 * @param {File} file
 * @param {function(string): void} say called with each step
 * @returns {Promise<Object>} the day
 */
export async function uploadDay(service, file, say) {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} has more than 16 MiB; send a shorter recording.`);
  say(`Reading ${file.name} …`);
  const bytes = await file.arrayBuffer();
  const { day, upload } = await permitUpload(service, {}, { bytes: bytes.byteLength, sha256: await digest(bytes) });
  say(`Sending ${file.name} …`);
  await service.send("PUT", upload, { body: bytes, headers: { "Content-Type": "application/octet-stream" } });
  say("Matching the day to the map …");
  for (let left = POLLS; ; left--) {
    const found = await recordedDay(service, { day });
    if (found.state !== "waiting" || left === 0) return found;
    await new Promise((done) => setTimeout(done, POLL_MILLISECONDS));
  }
}
