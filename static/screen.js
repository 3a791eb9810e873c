/* The projector turns its own pages: as many rows as fit, then the next, then the next slide, and round again.
   Space, a click or the button pauses; the arrows turn by hand. live.js keeps the rows true; this script only chooses
   which of them are seen, anew at each turn and whenever a row changes. */
(() => {
  "use strict";

  const main = document.getElementById("slides"), slides = [...main.querySelectorAll(".slide")];
  const button = document.getElementById("pause"), clock = document.getElementById("clock");
  const MINUTES = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: clock.dataset.zone };
  let slide = slides[0], page = 0, paused = false, timer = 0;

  const units = (of) => [...of.querySelectorAll("tbody, .stack > section")];
  const filled = () => slides.filter((each) => units(each).length);

  /** Heights and not places: a row may be gliding just now. */
  const tall = (part) => part.getBoundingClientRect().height + parseFloat(getComputedStyle(part).marginBlockStart);

  /** Share a slide's rows out among pages. All are shown for the measuring, which nobody sees: nothing is painted. */
  function pages() {
    for (const each of slides) each.hidden = each !== slide;
    const parts = units(slide), found = [];
    for (const part of parts) part.hidden = false;
    const head = slide.querySelector("thead");
    const room = head ? slide.getBoundingClientRect().bottom - head.getBoundingClientRect().bottom : 0;
    let left = 0;
    for (const part of parts) {
      const height = tall(part);
      if (!found.length || height > left) {
        found.push([]);
        left = room;
      }
      found.at(-1).push(part);
      left -= height;
    }
    return found;
  }

  function show(wanted) {
    const all = pages();
    page = Math.max(0, Math.min(wanted, all.length - 1));
    all.forEach((parts, index) => parts.forEach((part) => { part.hidden = index !== page; }));
    const text = main.dataset.page.replace("{page}", page + 1).replace("{pages}", all.length || 1);
    document.getElementById("page").textContent = text;
  }

  /** Turn forwards or back by one page, over the edge of a slide into the next one. */
  function turn(by) {
    const shown = filled(), at = shown.indexOf(slide), last = pages().length - 1;
    const next = page + by;
    if (next >= 0 && next <= last) return show(next);
    slide = shown[(at + by + shown.length) % shown.length] || slide;
    return show(by > 0 ? 0 : Infinity);
  }

  function wind() {
    clearInterval(timer);
    timer = paused ? 0 : setInterval(turn, 1000 * main.dataset.seconds, 1);
    button.textContent = paused ? button.dataset.continue : button.dataset.pause;
    document.documentElement.classList.toggle("paused", paused);
  }

  function pause() {
    paused = !paused;
    wind();
  }

  button.addEventListener("click", pause);
  document.addEventListener("click", (event) => event.target.closest("a, button") || pause());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
    if (by) { turn(by); wind(); }
    else if (event.key !== " " || event.target.closest("a, button")) return;
    else pause();
    event.preventDefault();
  });

  function tick() {
    const text = new Date(serverNow()).toLocaleTimeString(document.documentElement.lang, MINUTES);
    if (clock.textContent !== text) clock.textContent = text;
  }

  /** Ask the browser to keep the screen on; over plain HTTP it has no such thing, and the page says so. */
  async function keepAwake() {
    if (document.hidden) return;
    try { await navigator.wakeLock.request("screen"); } catch { document.getElementById("asleep").hidden = false; }
  }

  document.documentElement.classList.add("paged");
  button.hidden = clock.hidden = false;
  slide = filled()[0] || slide;
  show(0);
  wind();
  tick();
  keepAwake();
  setInterval(tick, 1000);
  document.addEventListener("visibilitychange", keepAwake);
  addEventListener("resize", () => show(page));
  document.fonts?.ready.then(() => show(page));
  new MutationObserver(() => show(page)).observe(main, { childList: true, subtree: true, characterData: true });
})();
