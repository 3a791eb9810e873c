/* The projector turns its own pages: as many rows as fit, then the next ones, then the next slide, and so on. Space, a
   click or the button pauses; the arrows turn by hand. live.js keeps the parts of the page up to date, the arbiter's
   orders among them (#orders: which slides, how long, paused, light). This script only chooses what is seen, at each
   turn and whenever something changes. Who stands at the screen may make its text larger and its pages faster; this
   browser remembers that. */

import { read, store } from "../shared/choice.js";
import { byId, find, findAll, targetOf } from "../shared/dom.js";
import "../shared/notices.js";
import { serverNow } from "../shared/server_time.js";
import { findPages, findUnits, showUnits } from "./slide_pages.js";

const IDLE = 3000, HINT = 60000, STAND_OUT = 8000;
const FACTORS = [0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.4, 1.7, 2];
const ONWARD = document.dir === "rtl" ? -1 : 1;
const STEPS = new Map([["ArrowRight", ONWARD], ["PageDown", 1], ["ArrowLeft", -ONWARD], ["PageUp", -1]]);
const root = document.documentElement, main = byId("slides"), button = byId("pause"), clock = byId("clock");
const slides = findAll(".slide", main), controls = byId("controls"), buttons = findAll("button", controls);
const orders = () => byId("orders").dataset;
/** @type {HTMLElement | null} */
let slide = null;
let page = 0, isPausedHere = false, isRoundOut = false, timer = 0, pace = "", idle = 0;

const isPaused = () => isPausedHere || orders().paused !== undefined;

/** @param {string} control "text" or "pace" */
const factorOf = (control) => FACTORS.find((factor) => String(factor) === read(`screen ${control}`)) ?? 1;
const seconds = () => Number(orders().seconds) / factorOf("pace");
const currentPace = () => `${seconds()} ${isPaused()}`;

/** Return the slides that the arbiter wants and that have something to show. */
const filledSlides = () =>
  (orders().slides ?? "").split(" ").flatMap((name) => slides.filter((each) => each.dataset.slide === name))
    .filter((each) => findUnits(each).length);

function measurePages() {
  for (const each of slides) each.hidden = each !== slide;
  return slide ? findPages(slide, main) : [];
}

/** @param {number} wanted */
function showPage(wanted) {
  const filled = filledSlides();
  if (!slide || !filled.includes(slide)) {
    slide = filled[0] ?? null;
    wanted = 0;
  }
  const pages = measurePages();
  page = Math.max(0, Math.min(wanted, pages.length - 1));
  if (slide) showUnits(slide, pages[page] ?? []);
  const text = (main.dataset.page ?? "").replace("{page}", String(page + 1))
    .replace("{pages}", String(pages.length || 1));
  if (byId("page").textContent !== text) byId("page").textContent = text;
}

/**
 * Turn forwards or back by one page, beyond the last one to the next slide.
 * @param {1 | -1} step
 */
function turn(step) {
  const filled = filledSlides(), next = page + step;
  if (next >= 0 && next < measurePages().length) return showPage(next);
  const place = slide ? filled.indexOf(slide) : -1;
  slide = filled[(place + step + filled.length) % filled.length] ?? slide;
  showPage(step > 0 ? 0 : Infinity);
}

/** Start the time of the page that is seen again. */
function restart() {
  clearInterval(timer);
  timer = isPaused() ? 0 : setInterval(turn, 1000 * seconds(), 1);
  pace = currentPace();
  button.textContent = (isPausedHere ? button.dataset.continue : button.dataset.pause) ?? "";
  root.classList.toggle("paused", isPaused());
  byId("seconds").textContent = `${Math.round(seconds())} s`;
}

/** Follow the arbiter's orders, and show what has changed: a new round begins with where everybody plays. */
function update() {
  root.classList.toggle("light", orders().light !== undefined);
  if (pace !== currentPace()) restart();
  const names = isRoundOut && filledSlides().find((each) => each.dataset.slide === "names");
  if (names) {
    [slide, page, isRoundOut] = [names, 0, false];
    restart();
  }
  showPage(page);
}

/**
 * Note a new round, and let what came in last stand out for a while.
 * @param {HTMLElement[]} lines
 */
function noteHappenings(lines) {
  if (lines.some((line) => line.dataset.round)) isRoundOut = true;
  const newest = find("#ticker > li");
  if (!newest) return;
  newest.classList.add("newest");
  setTimeout(() => newest.classList.remove("newest"), STAND_OUT);
}

function togglePause() {
  isPausedHere = !isPausedHere;
  restart();
}

/**
 * Return the factor beyond the present one, in the direction of a button.
 * @param {HTMLElement} control
 */
const findNext = ({ dataset }) => FACTORS[FACTORS.indexOf(factorOf(dataset.control ?? "")) + Number(dataset.step)];

/** Take what is chosen here, and dim the buttons that lead no further. */
function takeChoices() {
  root.style.setProperty("--text", String(factorOf("text")));
  for (const each of buttons) each.setAttribute("aria-disabled", String(!findNext(each)));
  update();
}

/** @param {HTMLElement} control */
function choose(control) {
  store(`screen ${control.dataset.control}`, String(findNext(control) ?? factorOf(control.dataset.control ?? "")));
  takeChoices();
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = /** @type {1 | -1 | undefined} */ (STEPS.get(event.key));
  if (step) {
    turn(step);
    restart();
  } else if (event.key !== " " || targetOf(event).closest("a, button")) return;
  else togglePause();
  event.preventDefault();
}

function showTime() {
  const text = new Date(serverNow()).toLocaleTimeString(root.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: clock.dataset.zone,
  });
  if (clock.textContent !== text) clock.textContent = text;
}

/** Ask the browser to keep the screen on. Over plain HTTP it can't, and the page says so for a minute. */
async function keepAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    showHint(byId("asleep"));
  }
}

/** @param {HTMLElement} hint */
function showHint(hint) {
  if (hint.dataset.said) return;
  hint.dataset.said = "yes";
  hint.hidden = false;
  setTimeout(() => {
    hint.hidden = true;
  }, HINT);
}

/** Show the pointer and the button while somebody uses the machine. */
function noteActivity() {
  root.classList.remove("idle");
  clearTimeout(idle);
  idle = setTimeout(() => root.classList.add("idle"), IDLE);
}

function showClosed() {
  main.hidden = byId("orders").hidden = true;
  byId("closed").hidden = false;
}

root.classList.add("paged");
button.hidden = clock.hidden = controls.hidden = false;
takeChoices();
showTime();
noteActivity();
keepAwake();
setInterval(showTime, 1000);
button.addEventListener("click", togglePause);
document.addEventListener("click", (event) => targetOf(event).closest("a, button, #controls") || togglePause());
for (const each of buttons) each.addEventListener("click", () => choose(each));
document.addEventListener("keydown", pressKey);
for (const sign of ["pointermove", "keydown", "focusin"]) addEventListener(sign, noteActivity);
document.addEventListener("visibilitychange", keepAwake);
document.addEventListener("crosstable:gone", showClosed);
document.addEventListener("crosstable:happened", (event) => noteHappenings(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("crosstable:rows", update);
// The room for rows changes with the window, with a hint above the foot, and with the letters once they are loaded.
new ResizeObserver(() => showPage(page)).observe(main);
document.fonts?.ready.then(() => showPage(page));
