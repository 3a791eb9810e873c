/* Count how long the boards have waited that called an arbiter. */

import { findAll } from "../shared/dom.js";
import { compareClocks, serverNow } from "../shared/server_time.js";

const SECOND = 1000, MINUTE = 60 * SECOND;

function countMinutes() {
  for (const place of findAll("[data-waits]")) {
    const minutes = Math.max(0, Math.floor((serverNow() - Date.parse(place.getAttribute("datetime") ?? "")) / MINUTE));
    const { waits = "", time = "" } = place.dataset;
    const text = waits.replace("{time}", time).replace("{minutes}", String(minutes));
    if (place.textContent !== text) place.textContent = text;
  }
}

compareClocks().then(countMinutes);
setInterval(countMinutes, 5 * SECOND);
