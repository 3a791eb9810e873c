/* Let the worker keep this page for times without a network: as it came, and as it is when the reader leaves it or the
   network does. A page that the worker shows says when it was seen (data-kept at its root). */

import { byId, find, findAll } from "../shared/dom.js";

const meta = /** @type {HTMLMetaElement} */ (find("meta[name=offline]")), root = document.documentElement;
const OWN = ["style", "data-htmx-powered", "aria-expanded"];
let isChanged = false;

/** Tell whether the page is the present one. One that was kept is that once it hears the server. */
const isPresent = () => !root.dataset.kept || byId("connection")?.dataset.state === "live";

/** Write the page without what its scripts have set for this moment. */
function writePage() {
  const copy = /** @type {HTMLElement} */ (root.cloneNode(true));
  delete copy.dataset.kept;
  for (const passing of findAll("tr.why, #new-round, #kept, .message", copy)) passing.remove();
  for (const hidden of findAll("tbody[hidden]", copy)) hidden.hidden = false;
  for (const name of OWN) for (const element of [copy, ...findAll(`[${name}]`, copy)]) element.removeAttribute(name);
  return `<!DOCTYPE html>\n${copy.outerHTML}`;
}

const listFiles = () => performance.getEntriesByType("resource").map((file) => file.name).filter(isFile);

/** @param {string} address */
const isFile = (address) => /\/static\/.*\.[0-9a-f]{12}\.[a-z0-9]+$/.test(address);

async function send() {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ address: location.href, html: isChanged ? writePage() : "", files: listFiles() });
  isChanged = false;
}

const sendChanges = () => isChanged && isPresent() && send();

/** @param {number} at */
function showKept(at) {
  /** @type {Intl.DateTimeFormatOptions} */
  const format = { dateStyle: "medium", timeStyle: "short", timeZone: byId("live")?.dataset.zone };
  const line = document.createElement("p");
  line.id = "kept";
  line.className = "message warning";
  line.textContent = (meta.dataset.kept ?? "").replace("{time}", new Date(at).toLocaleString(root.lang, format));
  byId("content").prepend(line);
}

async function start() {
  if (root.dataset.kept) showKept(Number(root.dataset.kept));
  await navigator.serviceWorker.register(meta.content);
  document.addEventListener("crosstable:rows", () => {
    isChanged = true;
  });
  document.addEventListener("visibilitychange", () => document.hidden && sendChanges());
  addEventListener("offline", sendChanges);
  if (!root.dataset.kept) setTimeout(send, 2000); // fonts and modules have come by then
}

if ("serviceWorker" in navigator) start();
