/* Count down to the next round. The page names every round to come with its time; without this script it shows the
   first of them. */

import { find, findAll } from "./dom.js";
import { compareClocks, formatCountdown, serverNow } from "./server_time.js";

const SECOND = 1000, MINUTE = 60 * SECOND;

function showCountdown() {
  const now = serverNow();
  let isShown = false;
  for (const line of findAll(".begins")) {
    const left = Date.parse(line.dataset.at ?? "") - now;
    line.hidden = isShown || left <= 0;
    if (line.hidden) continue;
    isShown = true;
    const rest = formatCountdown(left), text = rest && (line.dataset.in ?? "").replace("{time}", rest);
    const place = find(".countdown", line);
    if (place && place.textContent !== text) place.textContent = text;
    line.classList.toggle("soon", left < 10 * MINUTE);
  }
}

compareClocks().then(showCountdown);
setInterval(compareClocks, 10 * MINUTE);
setInterval(showCountdown, SECOND);
document.addEventListener("crosstable:rows", showCountdown);
