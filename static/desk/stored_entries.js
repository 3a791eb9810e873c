/* Entries that wait to be sent, as localStorage has them, and what becomes of them. Nothing here touches the page. */

/**
 * @typedef {Record<string, FormDataEntryValue>} Values
 * @typedef {{ url: string, values: Values, board: string | null }} Entry
 * @typedef {Entry & { key: string, isAnswered?: boolean, by?: string, page?: string }} StoredEntry an entry, who made it where
 * @typedef {number | "away" | "signed out"} Outcome the status of an answer, or why there is none
 */

/** The answers that the page shows as they are. */
export const ANSWERED = [200, 409, 422];
/** The answer to somebody whose right has ended, or whose page is too old: what they have typed stays with them. */
export const NO_RIGHT = 403;
const AWAY = [429, 502, 503, 504];
const TRIES = 4; // of an entry at which the server fails, so that it does not hold up all others

/**
 * Return a random UUID. The hall's network is plain HTTP, where browsers have no crypto.randomUUID.
 * @returns {string}
 */
export function randomUuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 15) | 64;
  bytes[8] = (bytes[8] & 63) | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/**
 * Return a key in localStorage: the keys of a place sort by the time when their entries were made.
 * @param {string} place
 * @param {number} now milliseconds since 1970
 * @param {number} running milliseconds since the page was opened, which keeps entries of one moment apart
 * @returns {string}
 */
export const entryKey = (place, now, running) =>
  place + now.toString(36).padStart(9, "0") + running.toFixed(3).padStart(14, "0");

/**
 * Read the entries of a place, oldest first.
 * @param {Storage} storage
 * @param {string} place
 * @returns {StoredEntry[]}
 */
export function readEntries(storage, place) {
  const keys = Object.keys(storage).filter((key) => key.startsWith(place));
  return keys.sort().map((key) => ({ ...JSON.parse(storage.getItem(key) ?? ""), key }));
}

/**
 * Return the place of a key: the page with its event and round, or its slip, and the user.
 * @param {string} key
 */
export const placeOf = (key) => key.slice(0, key.lastIndexOf("/"));

/**
 * Return the places of all pages where signed-in users have left entries. A player's report stays with its slip.
 * @param {Storage} storage
 * @returns {string[]}
 */
export function listPlaces(storage) {
  const keys = Object.keys(storage).filter((key) => /^(desk|check|phone|slip):.*:\d+\//.test(key));
  return [...new Set(keys.sort().map(placeOf))];
}

/**
 * Store an entry, or a change to it.
 * @param {Storage} storage
 * @param {StoredEntry} entry
 */
export function storeEntry(storage, entry) {
  const { key, isAnswered: _, ...values } = entry;
  storage.setItem(key, JSON.stringify(values));
}

/**
 * Return what an answer means for the entry that was sent.
 * @param {number} status
 * @param {boolean} isRedirected to the page where one signs in
 * @returns {Outcome}
 */
export const outcomeOf = (status, isRedirected) =>
  isRedirected ? "signed out" : AWAY.includes(status) ? "away" : status;

/**
 * Return whether an entry is sent again: the network is away, or the server fails for the first few times.
 * @param {Outcome} outcome
 * @param {number} failures so far
 * @returns {boolean}
 */
export const isRetried = (outcome, failures) =>
  outcome === "away" || (typeof outcome === "number" && outcome >= 500 && failures < TRIES);

/**
 * Return how many milliseconds to wait before the next try.
 * @param {number} failures
 * @returns {number}
 */
export const retryDelay = (failures) => Math.min(15000, 500 * 2 ** failures);

/**
 * Give one's own later entries for a board its new version: they were made on top of the one just stored. Return those.
 * @template {Entry} E
 * @param {E[]} waiting
 * @param {Entry} stored
 * @param {FormDataEntryValue} before the version that the stored entry was made for
 * @param {string | undefined} version
 * @returns {E[]}
 */
export function rebaseEntries(waiting, stored, before, version) {
  if (!stored.board || !version) return [];
  const later = waiting.filter(({ board, values }) => board === stored.board && values.version === before);
  for (const { values } of later) values.version = version;
  return later;
}
