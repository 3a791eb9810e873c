/* What waits to be sent: one entry at a time, in order, through htmx.

   Each entry has a UUID, so that sending it again is harmless, and the version of its board that was on the screen, so
   that nobody else's result is overwritten. Entries are kept in localStorage, each under a key of its own, so that two
   tabs never overwrite each other's: what was typed while the network was away survives a reload. */

import { byId, find } from "../shared/dom.js";
import { sayCount } from "./counted.js";
import {
  ANSWERED,
  entryKey,
  isRetried,
  NO_RIGHT,
  outcomeOf,
  randomUuid,
  readEntries,
  rebaseEntries,
  retryDelay,
  storeEntry,
} from "./stored_entries.js";

/**
 * @typedef {import("./stored_entries.js").Entry} Entry
 * @typedef {import("./stored_entries.js").StoredEntry} StoredEntry
 * @typedef {import("./stored_entries.js").Outcome} Outcome
 *
 * @typedef {object} Hooks
 * @property {(entry: StoredEntry) => void} waits called for each entry while the network is away
 * @property {(entry: StoredEntry) => void} [barred] called for each entry that stays here, since the right to it has ended
 * @property {(entry: StoredEntry) => void} failed the server could not store the entry
 * @property {(entry: StoredEntry, outcome: Outcome) => void} answered called after each answer
 * @property {() => void} idle called when nothing is left to send
 */

/**
 * Open the outbox whose place `root.dataset.outbox` names.
 * @param {HTMLElement} root
 * @param {Hooks} hooks
 * @returns {{ waiting: StoredEntry[], add(entry: Entry): void, pump(): Promise<void> }}
 */
export function openOutbox(root, hooks) {
  const place = `${root.dataset.outbox}/`, waiting = readEntries(localStorage, place);
  let isSending = false;
  /** @type {Outcome} */
  let outcome = "away";

  function add(/** @type {Entry} */ entry) {
    entry.values.uuid = randomUuid();
    const by = byId("waiting-here")?.dataset.name, page = location.pathname;
    const stored = Object.assign(entry, { key: entryKey(place, Date.now(), performance.now()), by, page });
    waiting.push(stored);
    storeEntry(localStorage, stored);
  }

  async function pump() {
    if (isSending) return;
    isSending = true;
    for (let failures = 0; waiting.length;) {
      const entry = waiting[0], before = entry.values.version;
      await send(entry);
      if (outcome === "signed out") break;
      if (outcome === NO_RIGHT) {
        waiting.forEach((each) => hooks.barred?.(each));
        break;
      }
      if (isRetried(outcome, failures)) {
        failures += 1;
        waiting.forEach(hooks.waits);
        await pause(retryDelay(failures));
        continue;
      }
      failures = 0;
      settle(entry, before);
    }
    isSending = false;
    hooks.idle();
  }

  async function send(/** @type {Entry} */ { url, values }) {
    outcome = "away";
    const field = /** @type {HTMLInputElement} */ (find("[name=csrfmiddlewaretoken]", root));
    const headers = { "X-CSRFToken": document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? field.value };
    // The source has no fields: htmx would add those of all boards to the entry.
    await htmx.ajax("POST", url, { source: byId("outbox"), target: root, swap: "none", values, headers });
    const result = /** @type {Outcome} */ (outcome);
    show("signed-out", result === "signed out");
    show("no-right", result === NO_RIGHT);
    if (result === "away" || (typeof result === "number" && result >= 500)) showCount(waiting.length);
  }

  function show(/** @type {string} */ id, /** @type {boolean} */ isMeant) {
    const message = byId(id);
    if (message) message.hidden = !isMeant;
  }

  function settle(/** @type {StoredEntry} */ entry, /** @type {FormDataEntryValue} */ before) {
    waiting.shift();
    localStorage.removeItem(entry.key);
    if (outcome === 200) {
      const version = find(`[data-board="${entry.board}"]`, root)?.dataset.version;
      for (const later of rebaseEntries(waiting, entry, before, version)) storeEntry(localStorage, later);
    } else if (typeof outcome === "number" && !ANSWERED.includes(outcome)) hooks.failed(entry);
    hooks.answered(entry, outcome);
    showCount(0);
  }

  function showCount(/** @type {number} */ count) {
    const banner = byId("outbox"), place = find("[data-one]", banner);
    banner.hidden = count === 0;
    if (place) place.textContent = sayCount(place, count);
  }

  root.addEventListener("htmx:before:response", (event) => {
    const { ctx } = /** @type {CustomEvent} */ (event).detail;
    const answer = outcomeOf(ctx.response.status, ctx.response.raw.redirected);
    const isAnswered = typeof answer === "number" && ANSWERED.includes(answer);
    if (ctx.request.method === "POST") {
      outcome = answer;
      if (waiting.length) waiting[0].isAnswered = isAnswered;
    }
    if (!isAnswered) event.preventDefault();
  });

  addEventListener("beforeunload", (event) => {
    if (waiting.length) event.preventDefault();
  });

  return { waiting, add, pump };
}

/**
 * Wait for a time, or until the browser is online again.
 * @param {number} time milliseconds
 * @returns {Promise<void>}
 */
function pause(time) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, time);
    addEventListener("online", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
