/* Followed players: a star in each row of the standings and on every card. The address of the standings says whom
   (?follow=12,17), so that it can be shared and the page repeats their rows on top without this script; the choice is
   kept for each event in this browser. The boards of a round are marked where they sit, and their next game stands above. */
(() => {
  "use strict";

  const content = document.getElementById("content"), base = content.querySelector("[data-base]")?.dataset.base;
  if (!base) return;
  const panel = () => document.getElementById("followed"), key = `follow ${base}`;
  const onTable = location.pathname === base, asked = onTable ? new URLSearchParams(location.search).get("follow") : null;
  const followed = new Set((asked ?? stored()).split(",").filter((number) => /^\d+$/.test(number)));

  function stored() {
    try { return localStorage.getItem(key) || ""; } catch { return ""; }
  }

  function store() {
    try { localStorage.setItem(key, [...followed].join(",")); } catch { /* a private window keeps nothing */ }
  }

  const numberOf = (star) => star.dataset.player || star.closest("tbody").id.slice(1);

  /** Tell whether one of the players of a board is followed. */
  const sits = (body) => [...followed].some((number) => body.querySelector(`.name a[href="${base}player/${number}/"]`));

  function mark() {
    for (const star of content.querySelectorAll(".star, .watch")) {
      const on = followed.has(numberOf(star));
      if (star.getAttribute("aria-pressed") !== String(on)) star.setAttribute("aria-pressed", on);
      if (!star.dataset.player) star.closest("tbody").classList.toggle("mine", on);
    }
    for (const body of content.querySelectorAll("#round tbody")) body.classList.toggle("mine", sits(body));
  }

  /** The address of this view, a category or the whole table, with whom it follows. */
  function address() {
    const kept = [...new URLSearchParams(location.search)].filter(([name]) => name !== "follow").map((pair) => pair.map(encodeURIComponent).join("="));
    if (followed.size) kept.push(`follow=${[...followed].join(",")}`);
    return location.pathname + (kept.length ? `?${kept.join("&")}` : "");
  }

  /** Take the panel anew from the server; who reads in it keeps the focus. */
  async function refresh() {
    clearTimeout(later);
    later = 0;
    if (!panel()) return;
    const own = ++asking;
    const answer = await fetch(`${base}?follow=${[...followed].join(",")}`, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    if (own !== asking) return; // a later answer was or will be newer
    const next = holder.content.firstElementChild, old = panel();
    if (!next || old.outerHTML === next.outerHTML) return;
    const focused = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    old.replaceWith(next);
    keepRoom();
    if (focused) next.querySelector(`a[href="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** Note how high the panel is for the next visit, and give up the room that was left for it (static/room.js). */
  function keepRoom() {
    document.documentElement.style.removeProperty("--followed-room");
    const box = panel(), own = box.getBoundingClientRect().height;
    const height = own && own + parseFloat(getComputedStyle(box).marginBlockEnd);
    try { localStorage.setItem(`follow room ${base}`, `${innerWidth} ${height}`); } catch { /* as above */ }
  }

  let later = 0, asking = 0;
  function refreshLater() {
    if (followed.size && !later) later = setTimeout(refresh, Math.random() * 2000);
  }

  content.addEventListener("click", (event) => {
    const star = event.target.closest(".star, .watch");
    if (!star) return;
    const number = numberOf(star);
    if (!followed.delete(number)) followed.add(number);
    store();
    mark();
    if (onTable) history.replaceState(history.state, "", address());
    refresh();
  });

  content.classList.add("following");
  mark();
  if (asked === null && followed.size) {
    if (onTable) history.replaceState(history.state, "", address());
    refresh();
  } else if (panel()) keepRoom();
  document.addEventListener("crosstable:rows", refreshLater);
  new MutationObserver(mark).observe(content, { childList: true, subtree: true });
})();
