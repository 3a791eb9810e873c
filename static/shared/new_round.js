/* A round that comes out while a page is open: the tab and the picker lead to it, a line above the page says so, how to find
   one's board and where the followed players sit, and the title of the window says it until somebody looks. The line moves
   nothing, stands for that of the ticker, and goes with the first result of the round or when somebody closes it. */

import { byId, find, findAll } from "./dom.js";
import { readFollowed } from "./choice.js";
import { morphElement } from "./morph.js";
import { isSaid } from "./ticker.js";

const CALM = 20000, PARTS = ["nav.tabs", ".picks"];
const title = document.title;
let titleOf = ""; // the line that the title says

/**
 * Return an element of another page.
 * @param {string} address
 * @param {Record<string, string>} [headers]
 * @returns {Promise<Document | null>}
 */
async function fetchPage(address, headers) {
  const answer = await fetch(address, { headers, cache: "no-store" }).catch(() => null);
  return answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

/** Lead to the new round from where this page leads to rounds. */
async function renewLinks() {
  const page = await fetchPage(location.href);
  for (const part of PARTS) {
    const old = find(`#content ${part}`), next = page && find(`#content ${part}`, page);
    if (old && next) morphElement(old, next);
  }
}

/** Return the cards of the followed players as they are now. */
export async function fetchFollowed() {
  const { base, numbers } = readFollowed();
  const panel = numbers.length && await fetchPage(`${base}?follow=${numbers.join(",")}`, { "HX-Request": "true" });
  return panel ? findAll(".pinned", panel) : [];
}

/**
 * Say where the followed players sit in a round.
 * @param {string} round
 * @returns {Promise<string[]>}
 */
async function findSeats(round) {
  return (await fetchFollowed()).flatMap((card) => {
    const game = find(`.fixture.next[data-round="${round}"]`, card);
    if (!game) return [];
    const parts = [find("h3", card), find(".seat", game), find(".against", game)];
    return [parts.map((part) => part?.textContent?.trim()).filter(Boolean).join(", ")];
  });
}

/**
 * @param {string} round
 * @param {string} sentence
 * @param {string[]} seats
 */
function showBanner(round, sentence, seats) {
  byId("new-round")?.remove();
  const [banner, text, link] = ["div", "p", "a"].map((name) => document.createElement(name));
  const close = document.createElement("button"),
    { find: words = "", close: closing = "" } = byId("live")?.dataset ?? {};
  const address = find(`.tabs a[href$="/round/${round}/"]`)?.getAttribute("href");
  banner.id = "new-round";
  banner.dataset.round = round;
  banner.className = "message";
  link.textContent = words;
  link.setAttribute("href", `${address}?by=name`);
  text.append(
    `${sentence}. `,
    ...(address ? [link] : []),
    ...seats.flatMap((seat) => [document.createElement("br"), seat]),
  );
  close.className = "plain";
  close.textContent = "×";
  close.setAttribute("aria-label", closing);
  close.addEventListener("click", () => banner.remove());
  banner.append(text, close);
  find("#content .freshness")?.before(banner);
}

/**
 * Say what a line says in the title of the window until somebody looks.
 * @param {string} sentence
 * @param {string} name
 */
export function showInTitle(sentence, name) {
  document.title = `${sentence} · ${title}`;
  titleOf = name;
  const calm = () =>
    document.hidden || setTimeout(() => {
      document.title = title;
    }, CALM);
  calm();
  document.addEventListener("visibilitychange", calm, { once: true });
}

/** Take the title back with what it says, and the banner with its round. */
async function checkNews() {
  if (titleOf && !isSaid(titleOf)) document.title = title;
  const banner = byId("new-round");
  if (!banner) return;
  await renewLinks();
  if (find(`#content nav.tabs a[href$="/round/${banner.dataset.round}/"]`)) return;
  banner.remove();
  document.title = title;
}

/**
 * Tell whoever follows somebody (players/notifications.js).
 * @param {{ text: string, details: string[], name: string }} detail
 */
export const sendNotification = (detail) =>
  document.dispatchEvent(new CustomEvent("crosstable:notification", { detail }));

/** @param {HTMLElement} line */
async function welcome(line) {
  const { round = "", aloud = "", name = "" } = line.dataset;
  const [seats] = await Promise.all([findSeats(round), renewLinks()]);
  if (!isSaid(name)) return;
  showBanner(round, aloud, seats);
  showInTitle(aloud, name);
  if (seats.length) sendNotification({ text: aloud, details: seats, name });
}

document.addEventListener("crosstable:happened", (event) => {
  /** @type {HTMLElement[]} */
  const lines = /** @type {CustomEvent} */ (event).detail;
  const line = lines.find((each) => each.dataset.round);
  if (line) setTimeout(welcome, Math.random() * 1000, line);
  else if (lines.some((each) => each.dataset.rows)) byId("new-round")?.remove(); // its boards are played
});
document.addEventListener("crosstable:ticker", checkNews);
