/* The projector turns its own pages: as many rows as fit, then the next, then the next slide, and round again.
   Space, a click or the button pauses; the arrows turn by hand. live.js keeps the parts of the page true, the orders of
   the arbiter among them (#orders: which slides, how long, paused, light); this script only chooses what is seen, anew at
   each turn and whenever something changes. */
(() => {
  "use strict";

  const root = document.documentElement, main = document.getElementById("slides");
  const button = document.getElementById("pause"), clock = document.getElementById("clock");
  const MINUTES = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: clock.dataset.zone };
  const IDLE = 3000, SAID = 60000;
  const sections = [...main.querySelectorAll(".slide")];
  const orders = () => document.getElementById("orders").dataset;
  let slide = null, page = 0, paused = false, timer = 0, wound = "";

  const units = (of) => [...of.querySelectorAll("tbody, .stack > section, .seats > li, .scan")];
  const filled = () => orders().slides.split(" ").map((name) => sections.find((each) => each.dataset.slide === name))
    .filter((each) => each && units(each).length);

  /** Heights and not places: a row may be gliding just now. */
  const tall = (part) => part.getBoundingClientRect().height + (parseFloat(getComputedStyle(part).marginBlockStart) || 0);

  /** Share a slide's rows out among pages. All are shown for the measuring, which nobody sees: nothing is painted. */
  function pages() {
    for (const each of sections) each.hidden = each !== slide;
    const parts = slide ? units(slide) : [], found = [];
    for (const part of parts) part.hidden = false;
    if (!parts.length) return found;
    const seats = slide.querySelector(".seats"), top = seats || slide.querySelector("thead");
    const start = top ? top.getBoundingClientRect()[seats ? "top" : "bottom"] : main.getBoundingClientRect().top;
    const columns = seats ? Number(getComputedStyle(seats).columnCount) || 1 : 1;
    const room = main.getBoundingClientRect().bottom - start - 1;
    // Columns are balanced to whole rows, so each holds as many as fit one below the other.
    const most = seats ? Math.max(1, Math.floor(room / Math.max(...parts.map(tall)))) * columns : Infinity;
    let left = 0;
    for (const part of parts) {
      const height = seats ? 0 : tall(part);
      if (!found.length || height > left || found.at(-1).length >= most) {
        found.push([]);
        left = room;
      }
      found.at(-1).push(part);
      left -= height;
    }
    return found;
  }

  function show(wanted) {
    const shown = filled();
    if (!shown.includes(slide)) { slide = shown[0]; wanted = 0; }
    const all = pages();
    page = Math.max(0, Math.min(wanted, all.length - 1));
    all.forEach((parts, index) => parts.forEach((part) => { part.hidden = index !== page; }));
    const text = main.dataset.page.replace("{page}", page + 1).replace("{pages}", all.length || 1);
    const place = document.getElementById("page");
    if (place.textContent !== text) place.textContent = text;
  }

  /** Turn forwards or back by one page, over the edge of a slide into the next one. */
  function turn(by) {
    const shown = filled(), at = shown.indexOf(slide), last = pages().length - 1;
    const next = page + by;
    if (next >= 0 && next <= last) return show(next);
    slide = shown[(at + by + shown.length) % shown.length] || slide;
    return show(by > 0 ? 0 : Infinity);
  }

  /** Wind the clockwork again, from the beginning of the page that is seen. */
  function wind() {
    const { seconds, paused: held } = orders(), still = paused || held !== undefined;
    clearInterval(timer);
    timer = still ? 0 : setInterval(turn, 1000 * seconds, 1);
    wound = `${seconds} ${still}`;
    button.textContent = paused ? button.dataset.continue : button.dataset.pause;
    root.classList.toggle("paused", still);
  }

  /** Do what the arbiter says, and show what changed. */
  function obey() {
    const { light, seconds, paused: held } = orders();
    root.classList.toggle("light", light !== undefined);
    if (wound !== `${seconds} ${paused || held !== undefined}`) wind();
    show(page);
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
    const text = new Date(globalThis.serverNow?.() ?? Date.now()).toLocaleTimeString(root.lang, MINUTES);
    if (clock.textContent !== text) clock.textContent = text;
  }

  /** Ask the browser to keep the screen on; over plain HTTP it has no such thing, and the page says so for a while. */
  async function keepAwake() {
    if (document.hidden) return;
    try { await navigator.wakeLock.request("screen"); } catch { say(document.getElementById("asleep")); }
  }

  function say(element) {
    if (element.dataset.said) return;
    element.dataset.said = "yes";
    element.hidden = false;
    setTimeout(() => { element.hidden = true; }, SAID);
  }

  /** The pointer and the button are for whoever stands at the machine just now. */
  let idle = 0;
  function awake() {
    root.classList.remove("idle");
    clearTimeout(idle);
    idle = setTimeout(() => root.classList.add("idle"), IDLE);
  }

  root.classList.add("paged");
  button.hidden = clock.hidden = false;
  obey();
  tick();
  awake();
  keepAwake();
  setInterval(tick, 1000);
  for (const sign of ["pointermove", "keydown", "focusin"]) addEventListener(sign, awake);
  document.addEventListener("visibilitychange", keepAwake);
  document.addEventListener("crosstable:gone", () => {
    main.hidden = document.getElementById("orders").hidden = true;
    document.getElementById("closed").hidden = false;
  });
  addEventListener("resize", () => show(page));
  document.fonts?.ready.then(() => show(page));
  new MutationObserver(obey).observe(main, { childList: true, subtree: true, characterData: true });
  new MutationObserver((changes) => changes.some((each) => [...each.addedNodes].some((node) => node.id === "orders")) && obey())
    .observe(document.body, { childList: true });
})();
