/* Pass a page on: to another application where the browser can, or through the clipboard. Without HTTPS, as in a hall's own
   network, a browser has neither; the address stands on the page as text. */

import { byId, find } from "../shared/dom.js";

const address = /** @type {HTMLAnchorElement} */ (byId("address")).textContent?.trim() ?? "";
const send = find("[data-share]"), copy = find("[data-copy]");

async function sendAddress() {
  await navigator.share({ title: send?.dataset.title, url: address }).catch(() => {}); // changed their mind
}

async function copyAddress() {
  await navigator.clipboard.writeText(address);
  byId("copied").textContent = copy?.dataset.copied ?? "";
  byId("copied").classList.remove("aloud");
}

if (send && "share" in navigator) send.hidden = false;
if (copy && "clipboard" in navigator) copy.hidden = false;
byId("send").hidden = !!(send?.hidden && copy?.hidden);
send?.addEventListener("click", sendAddress);
copy?.addEventListener("click", copyAddress);
