/* Keep an open page up to date. Without JavaScript the page is whole, and true as of its loading.

   The page says (templates/tournaments/shared/_live.html):

     <div id="live" hidden data-stream="/live/cup/standings/?v=k3f9-12&lang=de" data-version="k3f9-12"
       data-shared="/shared/KEY/de/cup/standings/" data-poll="1" data-parts="standings state" …></div>
     <span id="connection"></span>            filled here; data-state is live, delayed or offline
     <ol id="ticker"></ol>, <p id="aloud" role="status"></p>         filled by ticker.js

   data-version follows what the page shows. Changes come by three ways, each with start() and stop(), which tell what they
   hear to a listener:

     stream.js   holds a connection, which sends unnamed messages (parts.js), and messages named `version` for pages that
                 fetch themselves again
     poll.js     asks data-shared every so many seconds: always where the page has data-poll, otherwise while the stream is
                 silent or other windows of this browser have all its connections (windows.js)
     refetch.js  takes the elements of data-parts from a new copy of the page: after a message named `version` or one that
                 does not fit, and while neither of the others hears anything

   A page with empty data-parts, for example the desk, listens to htmx:sse:before:message itself. After each change the
   document gets the event crosstable:rows, and crosstable:gone where the page no longer exists. Before a stream ends
   because its reader may see less now, it says `ended`: the page empties itself and loads again where it is still there. */

import { byId, find, isAway } from "./dom.js";
import { prepareMorph } from "./morph.js";
import { putMessage } from "./parts.js";
import { Poll } from "./poll.js";
import { Refetch } from "./refetch.js";
import { SILENCE, Stream } from "./stream.js";

const PAUSE = 15000;
const live = byId("live");
let heardAt = Number(document.documentElement.dataset.kept) || Date.now();

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
  showConnection("live");
}

/**
 * Put a message in place; return whether it is. A step is for a page that shows exactly the state that it leads from.
 * @param {string} data
 * @returns {boolean}
 */
function putStep(data) {
  const [base, stamp] = /^<template data-step="(\S+) (\S+)">/.exec(data)?.slice(1) ?? []; // none of the whole of a state
  if ((base && base !== live.dataset.version) || !putMessage(data)) return false;
  if (stamp) live.dataset.version = stamp;
  return true;
}

function start() {
  // htmx looks through every element for its attributes: a page without any, and with hundreds of rows, is spared that.
  document.addEventListener("htmx:before:process", (event) => {
    if (event.target === document.body && !find("[hx-get], [hx-post]")) event.preventDefault();
  }, { once: true });
  prepareMorph();
  if (!live.dataset.stream) return; // the event is over

  const refetch = new Refetch();
  const isFetching = () => refetch.parts.length > 0;

  /** @type {import("./poll.js").Listener} */
  const listener = {
    onMessage({ event: name, data }) {
      if (!name) return putStep(data);
      if (name === "version") {
        putMessage(data.slice(data.split("\n", 1)[0].length)); // below the version stands what happened
        if (isFetching()) refetch.start();
      } else if (name === "ended" && isFetching()) {
        refetch.empty();
        refetch.now().then((isThere) => isThere && location.reload());
      }
      return true;
    },
    onHeard: noteMessage,
    onTrouble: showTrouble,
  };
  const stream = new Stream(listener, refetch), poll = new Poll(listener, refetch);

  /** Hold the stream, and poll while it is not heard. */
  function chooseWay() {
    if (!live.dataset.poll) stream.look();
    if (live.dataset.shared && (live.dataset.poll || stream.state !== "heard")) poll.start();
    else poll.stop();
  }

  async function look() {
    if (isAway()) return;
    chooseWay();
    if (Date.now() - heardAt < SILENCE || Date.now() - refetch.at < PAUSE) return;
    stream.renew();
    showConnection(await refetch.now() ? "delayed" : "offline");
  }

  document.addEventListener("crosstable:happened", (event) => {
    /** @type {HTMLElement[]} */
    const lines = /** @type {CustomEvent} */ (event).detail;
    if (lines.some((line) => line.dataset.name?.startsWith("final"))) live.dataset.live = live.dataset.final;
  });
  document.addEventListener("visibilitychange", () => isAway() && stream.stop());
  addEventListener("pagehide", () => stream.stop());
  addEventListener("offline", showTrouble);
  chooseWay();
  setInterval(look, 1000);
}

// When all scripts of the page have run: "live" then means that its keys work too, and no message comes before its listeners.
if (live && "htmx" in globalThis) addEventListener("DOMContentLoaded", start);
