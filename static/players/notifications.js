/* Tell whoever follows players what happens to them: a round is out, their own result, their place. While the page is open
   its title says it until somebody looks, and a phone vibrates; whoever presses the button is also notified by the browser
   where that is allowed, which needs HTTPS: through a push service also when the page is closed (push.js), or else by this
   page, which then listens while nobody looks at it (live.js). */

import { read, readFollowed, store } from "../shared/choice.js";
import { byId, find, findAll } from "../shared/dom.js";
import { fetchFollowed, sendNotification, showInTitle } from "../shared/new_round.js";
import { isSaid } from "../shared/ticker.js";

const panel = byId("notifications"), button = panel && find("button", panel), hint = panel && find("small", panel);
const { base } = readFollowed(), BUZZ = 200;
const key = `notices ${base}`; // as earlier releases stored the choice

/** How the reader wants to be told: "" only by the title, "on" by this page, "push" also when it is closed. */
const way = () => read(key);
const isAllowed = () => "Notification" in globalThis && Notification.permission === "granted";

/** Say what the button is good for, once somebody is followed. */
function showPanel() {
  if (!panel || !button || !hint) return;
  panel.hidden = !readFollowed().numbers.length;
  button.setAttribute("aria-pressed", String(way() !== ""));
  const isRefused = way() && isSecureContext && !isAllowed();
  hint.textContent = panel.dataset[isRefused ? refusal() : way() || "off"] ?? "";
}

/** iPhones and iPads notify only for what is on their home screen. */
const refusal = () => "standalone" in navigator && !navigator.standalone ? "install" : "denied";

/** Listen also while nobody looks, unless a push service does. */
function listenAway() {
  const { dataset } = document.documentElement;
  if (way() === "on") dataset.awake = "";
  else delete dataset.awake;
  document.dispatchEvent(new Event("crosstable:awake"));
}

/** Few press the button: only then is the rest fetched. */
const loadPush = () => import("./push.js");

async function startPush() {
  const { canPush, push } = await loadPush();
  return canPush() && push();
}

async function toggle() {
  if (way() === "push") loadPush().then(({ stopPush }) => stopPush());
  store(key, way() ? "" : "on");
  if (way() && isSecureContext && "Notification" in globalThis) await Notification.requestPermission();
  if (way() && isAllowed() && await startPush()) store(key, "push");
  showPanel();
  listenAway();
}

/** Whoever follows somebody else is notified of them; whoever follows nobody any more, of nobody. */
function followChoice() {
  showPanel();
  if (way() === "push") startPush();
}

/** @type {Map<string, Notification>} what the browser shows, by the name of the line */
const open = new Map();

/** Close what the browser shows of lines that were taken back. */
function closeTakenBack() {
  for (const [name, shown] of open) {
    if (isSaid(name)) continue;
    shown.close();
    open.delete(name);
  }
}

/** @param {{ text: string, details: string[], name: string }} notification */
function tell({ text, details, name }) {
  if (!isSaid(name)) return;
  navigator.vibrate?.(BUZZ);
  if (!document.hidden) return;
  showInTitle(text, name);
  if (way() !== "on" || !isAllowed()) return;
  const icon = find("link[rel='apple-touch-icon']")?.getAttribute("href") ?? "";
  const body = details.join("\n"), tag = base + name, { lang } = document.documentElement;
  try {
    const shown = new Notification(text, { body, tag, icon, lang });
    open.set(name, shown);
    shown.onclick = () => {
      globalThis.focus();
      shown.close();
    };
  } catch { /* Android shows only those of a service worker */ }
}

/**
 * Say where those who are followed among the sides of a result stand now.
 * @param {HTMLElement} line
 * @param {string[]} numbers
 */
const placesIn = (line, numbers) =>
  findAll("[data-place]", line)
    .filter(({ dataset }) => dataset.place && numbers.includes(dataset.player ?? ""))
    .map((side) => `${side.textContent}: ${side.dataset.place} ${arrowOf(side)}`.trim());

/** @param {HTMLElement} side */
const arrowOf = (side) =>
  side.nextElementSibling?.classList.contains("moved") ? side.nextElementSibling.textContent : "";

/** Say where all who are followed stand now: the table is final, or results came that were withheld. */
async function findPlaces() {
  return (await fetchFollowed()).flatMap((card) =>
    card.dataset.place ? [`${find("h3", card)?.textContent?.trim()}: ${card.dataset.place}`] : []
  );
}

/** @param {HTMLElement} line */
async function tellLine(line) {
  const { numbers } = readFollowed(), { name = "", aloud = "", rows = "" } = line.dataset;
  const text = aloud.split(";")[0], isOwn = numbers.some((number) => rows.split(" ").includes(`p${number}`));
  if (isOwn) sendNotification({ text, details: placesIn(line, numbers), name });
  else if (/^(final|released)-/.test(name) && numbers.length) {
    sendNotification({ text, details: await findPlaces(), name });
  } else if (/^notice-/.test(name) && numbers.length) sendNotification({ text: aloud, details: [], name });
}

function start() {
  button?.addEventListener("click", toggle);
  showPanel();
  listenAway();
  document.addEventListener("crosstable:followed", followChoice);
  document.addEventListener("crosstable:notification", (event) => tell(/** @type {CustomEvent} */ (event).detail));
  document.addEventListener("crosstable:happened", (event) => {
    /** @type {HTMLElement[]} */
    const lines = /** @type {CustomEvent} */ (event).detail;
    for (const line of lines) setTimeout(tellLine, Math.random() * 1000, line);
  });
  document.addEventListener("crosstable:ticker", closeTakenBack);
}

if (base) start();
