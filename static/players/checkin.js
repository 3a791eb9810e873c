/* The check-in with JavaScript: names are found while one types, and after a tap the search is empty for the next player
   in the queue. Without it the search button and the page's own answers do the same. The camera does what a scanner does,
   where the browser lets a page have it: over HTTPS, and on the server's own machine. */

import { byId, find, findAll } from "../shared/dom.js";
import { nameSearch } from "../shared/names.js";
import { findCodeReader } from "./code_reader.js";
import "./ticks.js";

const field = /** @type {HTMLInputElement} */ (byId("q"));
const code = /** @type {HTMLInputElement | null} */ (find("#code"));
const PAUSE = 300; // milliseconds between two looks of the camera

function filterPlayers() {
  const isWanted = nameSearch(field.value, { atWordStart: true });
  for (const row of findAll(".attendees li[id]")) row.hidden = !isWanted(find(".who", row)?.textContent ?? "");
}

field.addEventListener("input", filterPlayers);
field.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const shown = findAll(".attendees li[id]:not([hidden])");
  if (shown.length === 1) find("button", shown[0])?.focus();
});
// Whoever tells which list is shown gets only what has changed since: of a thousand players that is one.
document.body.addEventListener("htmx:config:request", (event) => {
  const { request } = /** @type {CustomEvent} */ (event).detail.ctx, seen = find("#checkin-head")?.dataset.seen;
  if (seen && request.body instanceof FormData) request.body.set("seen", seen);
});
document.body.addEventListener("htmx:before:swap", (event) => {
  /** @type {CustomEvent} */ (event).detail.ctx.sourceElement = document.body; // the row that was tapped goes
});
document.body.addEventListener("htmx:after:swap", () => {
  field.value = "";
  if (code) code.value = "";
  filterPlayers();
});

/** Show the camera's picture, and check in whoever's code it sees; the same code twice in a row counts once. */
async function watchCamera(/** @type {string} */ jsqr) {
  const picture = /** @type {HTMLVideoElement} */ (byId("viewfinder"));
  const readCode = await findCodeReader(jsqr);
  picture.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  picture.hidden = false;
  await picture.play();
  let last = "";
  setInterval(async () => {
    const seen = await readCode(picture);
    if (!code || !seen || seen === last) return;
    last = code.value = seen;
    code.form?.requestSubmit();
  }, PAUSE);
}

const camera = find("#camera");
if (camera && navigator.mediaDevices) {
  camera.hidden = false;
  camera.addEventListener("click", () => {
    camera.hidden = byId("no-camera").hidden = true;
    watchCamera(camera.dataset.jsqr ?? "").catch(() => {
      camera.hidden = byId("no-camera").hidden = false; // the field takes what a scanner types
    });
  });
} else if (camera) byId("no-https").hidden = false;
