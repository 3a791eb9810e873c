/* The time until the next round, by the server's clock: laptops and phones in a hall go wrong by minutes.
   The page names every round to come with its moment; without this script the first of them stands there. */
(() => {
  "use strict";

  const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
  let ahead = 0; // how many milliseconds the server's clock is ahead of ours

  /** The server names its time to the second in every answer; the way there and back is shared out evenly. */
  async function compare() {
    const sent = Date.now();
    const answer = await fetch("/health/", { cache: "no-store" }).catch(() => null);
    const told = Date.parse(answer?.headers.get("Date"));
    const here = (sent + Date.now()) / 2;
    if (answer?.ok && told) ahead = Math.abs(told + 500 - here) < 1000 ? 0 : told + 500 - here;
  }

  /** 4:05 within the hour, 2:45 h within the day, nothing beyond it. */
  function written(left) {
    if (left >= DAY) return "";
    const two = (number) => String(number).padStart(2, "0");
    if (left >= HOUR) return `${Math.floor(left / HOUR)}:${two(Math.floor((left % HOUR) / MINUTE))} h`;
    return `${Math.floor(left / MINUTE)}:${two(Math.floor((left % MINUTE) / 1000))}`;
  }

  function tick() {
    const now = serverNow();
    let shown = false;
    for (const each of document.querySelectorAll(".begins")) {
      const left = Date.parse(each.dataset.at) - now;
      each.hidden = shown || left <= 0;
      if (each.hidden) continue;
      shown = true;
      const rest = written(left), text = rest && each.dataset.in.replace("{time}", rest);
      const place = each.querySelector(".countdown");
      if (place.textContent !== text) place.textContent = text;
      each.classList.toggle("soon", left < 10 * MINUTE);
    }
  }

  const serverNow = () => Date.now() + ahead;
  globalThis.serverNow = serverNow;
  compare().then(tick);
  setInterval(compare, 10 * MINUTE);
  setInterval(tick, 1000);
})();
