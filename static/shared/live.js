/* Keep an open page up to date. Without JavaScript the page is whole, and true as of its loading.

   The page says (templates/tournaments/shared/_live.html):

     <div id="live" hidden data-stream="/live/cup/standings/?v=k3f9-12&lang=de" data-version="k3f9-12"
       data-shared="/shared/KEY/de/cup/standings/" data-poll="1" data-parts="standings state" …></div>
     <span id="connection"></span>            filled here; data-state is live, delayed or offline
     <ol id="ticker"></ol>, <p id="announce" role="status"></p>      filled by ticker.js

   The stream sends unnamed messages (parts.js), and messages named `version` for pages that fetch themselves again: then,
   and while the stream is silent, the elements of data-parts are taken from the page. A page with empty data-parts, for
   example the desk, listens to htmx:sse:before:message itself. After each change the document gets the event
   crosstable:rows, and crosstable:gone where the page no longer exists. htmx and its SSE extension hold the connection
   and reconnect. Before a stream ends because its reader may see less now, it says `ended`: the page empties itself and
   loads again where it is still there.

   A page with data-poll holds no stream and asks data-shared instead (poll.js), every so many seconds; a page whose
   stream says nothing, for example because a proxy holds it back, does so too until the stream is heard, and so does one
   whose browser has no connection left for a stream (streams.js). */

import { byId, find } from "./dom.js";
import { putMessage, putParts } from "./parts.js";
import { isOld, takeNews } from "./poll.js";
import { prepareMorph } from "./morph.js";
import { leavePlace, takePlace } from "./streams.js";

const SILENCE = 13000, POLL = 15000, FIRST_MESSAGE = 10000, SECONDS = 2, IN_CACHES = 1500;
const live = byId("live");

let heardAt = Number(document.documentElement.dataset.kept) || Date.now(), polledAt = 0, etag = "", failures = 0;
let withdrawn = "";
/** @type {{ attempt: number, reader?: { cancel(): void }, visibilityHandler?: () => void } | null} */
let connection = null;

let known = live?.dataset.version ?? ""; // the version that the page shows
let refetching = 0; // the timer

const soon = () => Date.now() - SILENCE + FIRST_MESSAGE;
let streamedAt = soon(), timer = 0, isPolling = false, isCrowded = false;

/** @param {"live" | "delayed" | "offline"} state */
function showConnection(state) {
  const place = byId("connection"), sentence = live.dataset[state];
  if (!place || !sentence) return;
  /** @type {Intl.DateTimeFormatOptions} */
  const format = {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZone: live.dataset.zone,
  };
  // Only where the time is shown: the first use of a browser's formats costs a phone a fifth of a second.
  const time = () => new Date(heardAt).toLocaleTimeString(document.documentElement.lang, format);
  const text = sentence.replace("{time}", time);
  if (place.textContent !== text) place.textContent = text;
  place.dataset.state = state;
}

const showTrouble = () => showConnection(navigator.onLine ? "delayed" : "offline");

function noteMessage() {
  heardAt = Date.now();
  failures = 0;
  showConnection("live");
}

/** Tell whether nobody looks, and nobody wants to hear what happens meanwhile (players/notices.js). */
const isAway = () => document.hidden && document.documentElement.dataset.awake === undefined;

/** @returns {string[]} */
const parts = () => (live.dataset.parts ?? "").split(" ").filter(Boolean);

/** Take the parts of the page from a new copy of it; return whether the server has answered. */
async function refreshPage() {
  polledAt = Date.now();
  try {
    const headers = etag ? { "If-None-Match": etag } : undefined;
    const answer = await fetch(location.href, { headers, cache: "no-store" });
    if (answer.status === 304) return true;
    if (answer.status === 404) {
      emptyPage();
      document.dispatchEvent(new Event("crosstable:gone"));
    }
    if (!answer.ok) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const { version, shared } = page.getElementById("live")?.dataset ?? {};
    if (withdrawn && shared === withdrawn) return false; // a cache still had it
    etag = answer.headers.get("ETag") ?? "";
    putParts(parts(), page);
    known = version ?? known;
    if (shared) live.dataset.shared = shared;
    return true;
  } catch {
    return false;
  }
}

function refreshLater() {
  refetching ||= setTimeout(() => {
    refetching = 0;
    refreshPage();
  }, Math.random() * 2000);
}

/** Remove what may be hidden now. */
function emptyPage() {
  etag = ""; // what the page had is not there any more
  for (const id of [...parts(), "ticker"]) byId(id)?.replaceChildren();
  document.dispatchEvent(new Event("crosstable:rows"));
}

/** Ask for what is new, again and again; seldom where nobody answers. */
async function poll() {
  timer = 0;
  if (isPolling && !isAway()) await askOnce();
  const pause = Number(live.dataset.poll ?? SECONDS) * 1000 * Math.min(2 ** failures, 16);
  if (isPolling) timer = setTimeout(poll, pause * (0.8 + 0.2 * Math.random()));
}

async function askOnce() {
  const address = live.dataset.shared ?? "";
  const stamp = await takeNews(address, known, takeMessage).catch(() => null);
  if (stamp) {
    known = stamp;
    noteMessage();
    return;
  }
  failures += 1;
  showTrouble();
  if (stamp === null) return;
  emptyPage();
  withdrawn = address;
  await new Promise((done) => setTimeout(done, IN_CACHES * (1 + Math.random())));
  if (await refreshPage()) failures = 0;
}

function startPolling() {
  isPolling = true;
  if (!timer) poll();
}

/** Poll where the stream is silent, and no longer once it is heard. */
function chooseWay() {
  if (live.dataset.poll) return;
  if (isCrowded) {
    isCrowded = !mayStream();
    if (isCrowded) return;
    streamedAt = soon();
    connect();
  }
  mayStream(); // the place is kept
  if (!live.dataset.shared) return;
  const isSilent = Date.now() - streamedAt > SILENCE;
  if (isSilent && !isPolling) {
    connection?.reader?.cancel(); // half-open: the extension connects again
    startPolling();
  } else if (!isSilent) isPolling = false;
}

async function checkSilence() {
  if (isAway()) return;
  chooseWay();
  if (Date.now() - heardAt < SILENCE || Date.now() - polledAt < POLL) return;
  connection?.reader?.cancel(); // half-open: the extension connects again
  showConnection(await refreshPage() ? "delayed" : "offline");
}

/** Return whether this window may have a stream. One that can't poll always has it. */
const mayStream = () => takePlace(!live.dataset.shared);

/** Begin, or begin again: the extension's own loop starts only with the first answer. */
const connect = () => htmx.ajax("GET", live.dataset.stream ?? "", { source: live, swap: "none", timeout: 20000 });

/** Hold the stream also while nobody looks, where somebody wants to be told: the extension would end it. */
function keepAwake() {
  const pause = connection?.visibilityHandler, isAwake = document.documentElement.dataset.awake !== undefined;
  if (pause) document[isAwake ? "removeEventListener" : "addEventListener"]("visibilitychange", pause);
}

/** Begin with a stream, or poll while other windows of this browser have all of them. */
function connectIfPossible() {
  isCrowded = !mayStream();
  if (isCrowded) startPolling();
  else connect();
}

function connectLater() {
  showTrouble();
  setTimeout(connect, Math.min(500 * 2 ** failures++, 10000) * (0.7 + 0.6 * Math.random()));
}

/**
 * Return the states that a message leads from and to; none of the whole of one.
 * @param {string} data
 */
const stepOf = (data) => /^<template data-step="(\S+) (\S+)">/.exec(data)?.slice(1) ?? [];

/**
 * Put a message in place, or fetch the page again where it only says that something is new. Return whether it is in
 * place: a step is for a page that shows exactly the state that it leads from.
 * @param {{ event?: string, data: string }} message
 * @returns {boolean}
 */
function takeMessage({ event: name, data }) {
  if (name === "version") takeVersion(data);
  if (name) return true;
  const [base, stamp] = stepOf(data);
  if ((base && base !== known) || !putMessage(data)) return false;
  known = stamp ?? known;
  return true;
}

/**
 * Fetch the page again. Below the first line, which is the version, stands what happened.
 * @param {string} data
 */
function takeVersion(data) {
  putMessage(data.slice(data.split("\n", 1)[0].length));
  if (parts().length) refreshLater();
}

/** @param {CustomEvent} event */
function receive(event) {
  streamedAt = Date.now();
  noteMessage();
  const { message } = event.detail, { event: name, id } = message;
  if (!name) {
    event.preventDefault(); // nothing for htmx to swap
    event.detail.cancelled = true;
  }
  if (name === "ended" && parts().length) {
    emptyPage();
    refreshPage().then((isThere) => isThere && location.reload());
    return;
  }
  if (!name && isOld(id, known)) return; // while it was silent, the page may have got further
  if (!takeMessage(message)) refreshLater();
  else if (!name && id) known = id;
}

function start() {
  // htmx looks through every element for its attributes: a page without any, and with hundreds of rows, is spared that.
  document.addEventListener("htmx:before:process", (event) => {
    if (event.target === document.body && !find("[hx-get], [hx-post]")) event.preventDefault();
  }, { once: true });

  /** @type {(name: string, listener: (event: CustomEvent) => void) => void} */
  const on = (name, listener) => live.addEventListener(name, /** @type {EventListener} */ (listener));

  on("htmx:sse:before:connection", (event) => {
    connection = event.detail.connection;
    keepAwake();
    isCrowded = !mayStream(); // perhaps seen again after a while in the background
    event.detail.cancelled = isCrowded;
    if (isCrowded) startPolling();
    if (event.detail.connection.attempt > 0 && !isAway()) showTrouble();
  });
  on("htmx:sse:after:connection", noteMessage);
  on("htmx:sse:before:message", receive);
  on("htmx:sse:close", (event) => event.detail.reason === "ended" && !isCrowded && connectLater());
  on("htmx:sse:error", (event) => event.detail.status === 404 && refreshPage()); // hidden, or this address withdrawn
  on("htmx:response:error", connectLater);
  on("htmx:error", connectLater);
  const patience = { releaseOn: "immediate", reconnectMaxDelay: 10000, connectTimeout: 20000 };
  htmx.config.sse = { reconnect: true, pauseOnBackground: true, ...patience };
  prepareMorph();
  document.addEventListener("crosstable:happened", (event) => {
    /** @type {HTMLElement[]} */
    const lines = /** @type {CustomEvent} */ (event).detail;
    if (lines.some((line) => line.dataset.name?.startsWith("final"))) live.dataset.live = live.dataset.final;
  });
  document.addEventListener("crosstable:awake", keepAwake);
  document.addEventListener("visibilitychange", () => {
    if (isAway()) leavePlace();
    if (!timer || isAway()) return;
    clearTimeout(timer);
    poll();
  });
  addEventListener("pagehide", leavePlace);
  if (live.dataset.poll) startPolling();
  else connectIfPossible();
  addEventListener("offline", showTrouble);
  setInterval(checkSilence, 1000);
}

// When all scripts of the page have run: "live" then means that its keys work too, and no message comes before its listeners.
if (live && "htmx" in globalThis) addEventListener("DOMContentLoaded", start);
