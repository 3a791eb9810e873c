/* Followed players: a star in each row of the standings and on every card. The address of the standings lists them
   (?follow=12,17), so that it can be shared and the page repeats their rows on top without this script. The choice is
   stored for each event in this browser. In a round their boards are marked, and their next game is shown above. */

import { eventBase, read, store } from "../shared/choice.js";
import { byId, find, findAll, targetOf } from "../shared/dom.js";
import "./notifications.js";

const content = byId("content"), base = eventBase();
const key = `follow ${base}`, isTable = location.pathname === base;
const asked = isTable ? new URLSearchParams(location.search).get("follow") : null;
const followed = new Set((asked ?? read(key)).split(",").filter((number) => /^\d+$/.test(number)));
let timer = 0, requests = 0;

/** @param {HTMLElement} star */
const numberOf = (star) => star.dataset.player ?? star.closest("tbody")?.id.slice(1) ?? "";

/**
 * Return whether one of the players of a board is followed.
 * @param {HTMLElement} body
 */
const isFollowed = (body) =>
  [...followed].some((number) => find(`.name a[href="${base}player/${number}/"]`, body) !== null);

function markFollowed() {
  for (const star of findAll(".star, .watch", content)) {
    const isOn = followed.has(numberOf(star));
    if (star.getAttribute("aria-pressed") !== String(isOn)) star.setAttribute("aria-pressed", String(isOn));
    if (!star.dataset.player) star.closest("tbody")?.classList.toggle("mine", isOn);
  }
  for (const part of findAll(".race [data-player]", content)) {
    part.classList.toggle("mine", followed.has(part.dataset.player ?? ""));
  }
  for (const seat of findAll("#bracket [data-player]", content)) {
    seat.classList.toggle("mine", followed.has(seat.dataset.player ?? ""));
  }
  for (const body of findAll("#round tbody", content)) body.classList.toggle("mine", isFollowed(body));
}

/** Show the choice in the address of this view, be it a category or the whole table. */
function showInAddress() {
  const others = [...new URLSearchParams(location.search)].filter(([name]) => name !== "follow");
  const query = others.map((pair) => pair.map(encodeURIComponent).join("="));
  if (followed.size) query.push(`follow=${[...followed].join(",")}`);
  history.replaceState(history.state, "", location.pathname + (query.length ? `?${query.join("&")}` : ""));
}

/** Fetch the panel again; a link in it keeps the focus. */
async function refreshPanel() {
  clearTimeout(timer);
  timer = 0;
  if (!byId("followed")) return;
  const request = ++requests, url = `${base}?follow=${[...followed].join(",")}`;
  const answer = await fetch(url, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  const holder = document.createElement("template");
  holder.innerHTML = await answer.text();
  if (request !== requests) return; // a later answer was or will be newer
  const next = holder.content.firstElementChild, old = byId("followed");
  if (!next || old.outerHTML === next.outerHTML) return;
  const focused = old.contains(document.activeElement) && document.activeElement?.getAttribute("href");
  old.replaceWith(next);
  markFollowed();
  storeRoom();
  if (focused) find(`a[href="${focused}"]`, next)?.focus({ preventScroll: true });
}

/** Store the height of the panel for the next visit, and give up the room that was reserved (followed_room.js). */
function storeRoom() {
  document.documentElement.style.removeProperty("--followed-room");
  const boxes = [byId("followed"), byId("notifications")].map((box) => {
    const height = box?.getBoundingClientRect().height;
    return height ? height + parseFloat(getComputedStyle(box).marginBlockEnd) : 0;
  });
  store(`follow room ${base}`, `${innerWidth} ${boxes[0] + boxes[1]}`);
}

/** @param {Event} event */
function toggleStar(event) {
  /** @type {HTMLElement | null} */
  const star = targetOf(event).closest(".star, .watch");
  if (!star) return;
  const number = numberOf(star);
  if (!followed.delete(number)) followed.add(number);
  store(key, [...followed].join(","));
  document.dispatchEvent(new Event("crosstable:followed"));
  markFollowed();
  if (isTable) showInAddress();
  refreshPanel();
}

function start() {
  content.addEventListener("click", toggleStar);
  content.classList.add("following");
  markFollowed();
  if (asked === null && followed.size) {
    if (isTable) showInAddress();
    refreshPanel();
  } else if (byId("followed")) storeRoom();
  document.addEventListener("crosstable:rows", () => {
    if (!followed.size) return;
    markFollowed();
    timer ||= setTimeout(refreshPanel, Math.random() * 2000);
  });
}

if (base) start();
