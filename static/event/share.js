/* Pass a page on: to another application where the browser can, or through the clipboard. Without HTTPS, as in a hall's own
   network, a browser has neither; the address stands on the page as text. */

import { byId, find } from "../shared/dom.js";
import "../shared/copy.js";

const address = /** @type {HTMLAnchorElement} */ (byId("address")).textContent?.trim() ?? "";
const send = find("[data-share]");

async function sendAddress() {
  await navigator.share({ title: send?.dataset.title, url: address }).catch(() => {}); // changed their mind
}

if (send && "share" in navigator) send.hidden = false;
send?.addEventListener("click", sendAddress);
