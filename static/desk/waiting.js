/* What waits on this device belongs to the browser, not to one page: every page of a signed-in user sends the entries that
   a desk of any round or event has left behind, and says how many still wait, also those of another user.

   An entry that the server refuses stays until its own desk is opened, which shows why. */

import { byId, find } from "../shared/dom.js";
import { sayCount } from "./counted.js";
import {
  isRetried,
  listPlaces,
  outcomeOf,
  placeOf,
  readEntries,
  rebaseEntries,
  retryDelay,
  storeEntry,
} from "./stored_entries.js";

/** @typedef {import("./stored_entries.js").StoredEntry} StoredEntry */

const AGE = 4000; // milliseconds in which an open desk sends its own entries
const EVERY = 5000;
const banner = byId("waiting-here"), own = find("[data-outbox]")?.dataset.outbox ?? "";
const { user = "" } = banner.dataset;
/** @type {Set<string>} */
const refused = new Set();
let failures = 0;

const readAll = () =>
  listPlaces(localStorage).filter((place) => place !== own).flatMap((place) => readEntries(localStorage, `${place}/`));

/** @param {StoredEntry} entry */
const isMine = (entry) => placeOf(entry.key).endsWith(`:${user}`);

/** @param {StoredEntry} entry */
const isOld = (entry) => Date.now() - parseInt(entry.key.slice(placeOf(entry.key).length + 1, -14), 36) > AGE;

/**
 * Send one entry and return what the answer means, with the new version of its board.
 * @param {StoredEntry} entry
 */
async function send({ url, values, board }) {
  const token = find("meta[name=csrf-token]")?.getAttribute("content") ?? "";
  const body = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const headers = { "HX-Request": "true", "X-CSRFToken": document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? token };
  const answer = await fetch(url, { method: "POST", body, headers }).catch(() => null);
  if (!answer) return { outcome: /** @type {const} */ ("away"), version: undefined };
  const version = (await answer.text()).match(new RegExp(`data-board="${board}"\\s+data-version="(\\d+)"`))?.[1];
  return { outcome: outcomeOf(answer.status, answer.redirected), version };
}

/** Send what can be sent, the oldest first, until one has to wait. */
async function sendAll() {
  for (;;) {
    const entry = readAll().find((each) => isMine(each) && isOld(each) && !refused.has(each.key));
    if (!entry) break;
    const { outcome, version } = await send(entry);
    if (outcome === 200) {
      localStorage.removeItem(entry.key);
      const later = readEntries(localStorage, `${placeOf(entry.key)}/`);
      for (const each of rebaseEntries(later, entry, entry.values.version, version)) storeEntry(localStorage, each);
      failures = 0;
    } else if (outcome === "signed out" || isRetried(outcome, failures)) {
      failures += 1;
      break;
    } else refused.add(entry.key);
  }
  showWaiting();
  setTimeout(sendAll, failures ? retryDelay(failures) : EVERY);
}

function showWaiting() {
  const all = readAll(), mine = all.filter(isMine), stuck = mine.find(({ key }) => refused.has(key));
  /** @type {Map<string, number>} */
  const others = new Map();
  for (const { by = "?" } of all.filter((entry) => !isMine(entry))) others.set(by, (others.get(by) ?? 0) + 1);
  const waiting = failures || !navigator.onLine ? mine.filter((entry) => !refused.has(entry.key)).length : 0;
  show("mine", waiting ? [["", waiting]] : []);
  show("others", [...others]);
  show("refused", stuck ? [["", refused.size]] : []);
  const link = /** @type {HTMLAnchorElement | null} */ (find("[data-desk]", banner));
  if (link && stuck?.page) link.href = stuck.page;
  banner.hidden = !waiting && !others.size && !stuck;
}

/**
 * Write a sentence for each person with so many entries.
 * @param {string} name of a part of the banner
 * @param {[string, number][]} counts
 */
function show(name, counts) {
  const part = find(`[data-part=${name}]`, banner), place = part && find("[data-one]", part);
  if (!part || !place) return;
  part.hidden = counts.length === 0;
  const text = counts.map(([person, count]) => sayCount(place, count, person)).join(" ");
  if (place.textContent !== text) place.textContent = text;
}

addEventListener("online", showWaiting);
showWaiting();
sendAll();
