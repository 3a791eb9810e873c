/* Keep an open page up to date. Without JavaScript the page is whole, and true as of its loading.

   The page says (templates/tournaments/shared/_live.html):

     <div id="live" hidden data-stream="/live/cup/standings/?v=k3f9-12&lang=de" data-parts="standings state" …></div>
     <span id="connection"></span>            filled here; data-state is live, delayed or offline
     <p id="announce" role="status"></p>      filled here, at most every ten seconds

   The stream sends unnamed messages (parts.js), and messages named `version` for pages that fetch themselves again: then,
   and while the stream is silent, the elements of data-parts are taken from the page. A page with empty data-parts, for
   example the desk, listens to htmx:sse:before:message itself. After each change the document gets the event
   crosstable:rows, and crosstable:gone where the page no longer exists. htmx and its SSE extension hold the connection
   and reconnect. */

import { byId, find } from "./dom.js";
import { putMessage, putParts } from "./parts.js";
import { prepareMorph } from "./rows.js";

const SILENCE = 45000, POLL = 15000;
const live = byId("live");

let heardAt = Date.now(), polledAt = 0, etag = "", failures = 0;
/** @type {{ attempt: number, reader?: { cancel(): void } } | null} */
let connection = null;

// Where nginx relays the messages (docs/nchan.md), the page has a data-version, and each message says from which version
// it leads to which.
let known = live?.dataset.version ?? "", gap = 0;

/**
 * Return whether a version is no newer than another one of the same epoch.
 * @param {string} stamp
 * @param {string} other
 * @returns {boolean}
 */
export function isOld(stamp, other) {
  const [epoch, number] = stamp.split("-"), [otherEpoch, otherNumber] = other.split("-");
  return epoch === otherEpoch && Number(number) <= Number(otherNumber);
}

/** @param {"live" | "delayed" | "offline"} state */
function showConnection(state) {
  const place = byId("connection"), sentence = live.dataset[state];
  if (!place || !sentence) return;
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
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

/** Take the parts of the page from a new copy of it; return whether the server has answered. */
async function refreshPage() {
  polledAt = Date.now();
  try {
    const headers = etag ? { "If-None-Match": etag } : undefined;
    const answer = await fetch(location.href, { headers, cache: "no-store" });
    if (answer.status === 304) return true;
    if (answer.status === 404) document.dispatchEvent(new Event("crosstable:gone"));
    if (!answer.ok) return false;
    etag = answer.headers.get("ETag") ?? "";
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    putParts((live.dataset.parts ?? "").split(" ").filter(Boolean), page);
    known = page.getElementById("live")?.dataset.version ?? known;
    return true;
  } catch {
    return false;
  }
}

function refreshLater() {
  gap ||= setTimeout(() => {
    gap = 0;
    refreshPage();
  }, Math.random() * 2000);
}

/**
 * Return whether a step leads on from what the page shows. What is missing in between is fetched with the page.
 * @param {string} base
 * @param {string} stamp
 */
function isNextStep(base, stamp) {
  const isNext = base === known;
  if (isNext) known = stamp;
  else if (!isOld(stamp, known)) refreshLater();
  return isNext;
}

async function checkSilence() {
  if (document.hidden || Date.now() - heardAt < SILENCE || Date.now() - polledAt < POLL) return;
  connection?.reader?.cancel(); // half-open: the extension connects again
  showConnection(await refreshPage() ? "delayed" : "offline");
}

/** Begin, or begin again: the extension's own loop starts only with the first answer. */
const connect = () => htmx.ajax("GET", live.dataset.stream ?? "", { source: live, swap: "none", timeout: 20000 });

function connectLater() {
  showTrouble();
  setTimeout(connect, Math.min(500 * 2 ** failures++, 10000) * (0.7 + 0.6 * Math.random()));
}

/** @param {CustomEvent} event */
function receive(event) {
  noteMessage();
  const { event: name, data } = event.detail.message;
  const isNews = known ? name && !isOld(data, known) : name === "version";
  if (isNews && live.dataset.parts) refreshLater();
  if (name) return;
  event.preventDefault(); // nothing for htmx to swap
  event.detail.cancelled = true;
  const step = /^<template data-step="(\S+) (\S+)">/.exec(data);
  if (!step || isNextStep(step[1], step[2])) putMessage(data);
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
    if (event.detail.connection.attempt > 0 && !document.hidden) showTrouble();
  });
  on("htmx:sse:after:connection", noteMessage);
  on("htmx:sse:before:message", receive);
  on("htmx:sse:close", (event) => event.detail.reason === "ended" && connectLater());
  on("htmx:sse:error", (event) => event.detail.status === 404 && refreshPage()); // hidden, or this address withdrawn
  on("htmx:response:error", connectLater);
  on("htmx:error", connectLater);
  const patience = { releaseOn: "immediate", reconnectMaxDelay: 10000, connectTimeout: 20000 };
  htmx.config.sse = { reconnect: true, pauseOnBackground: true, ...patience };
  prepareMorph();
  connect();
  setInterval(checkSilence, 1000);
}

if (live && "htmx" in globalThis) start();
