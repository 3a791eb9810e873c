/* Followed players: a star in each row of the standings. The address says whom (?follow=12,17), so that it can be
   shared and the page repeats their rows on top without this script; the choice is kept for each event in this browser. */
(() => {
  "use strict";

  const panel = () => document.getElementById("followed"), content = document.getElementById("content");
  if (!panel()) return;
  const key = `follow ${location.pathname}`;
  const asked = new URLSearchParams(location.search).get("follow");
  const followed = new Set((asked ?? stored()).split(",").filter((number) => /^\d+$/.test(number)));

  function stored() {
    try { return localStorage.getItem(key) || ""; } catch { return ""; }
  }

  function store() {
    try { localStorage.setItem(key, [...followed].join(",")); } catch { /* a private window keeps nothing */ }
  }

  function mark() {
    for (const star of document.querySelectorAll("#standings .star")) {
      const body = star.closest("tbody"), on = followed.has(body.id.slice(1));
      if (star.getAttribute("aria-pressed") !== String(on)) star.setAttribute("aria-pressed", on);
      body.classList.toggle("mine", on);
    }
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
    const own = ++asking;
    const answer = await fetch(`${location.pathname}?follow=${[...followed].join(",")}`, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) return;
    const holder = document.createElement("template");
    holder.innerHTML = await answer.text();
    if (own !== asking) return; // a later answer was or will be newer
    const next = holder.content.firstElementChild, old = panel();
    if (!next || old.outerHTML === next.outerHTML) return;
    const focused = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    old.replaceWith(next);
    if (focused) next.querySelector(`a[href="${focused}"]`)?.focus({ preventScroll: true });
  }

  let later = 0, asking = 0;
  function refreshLater() {
    if (followed.size && !later) later = setTimeout(refresh, Math.random() * 2000);
  }

  content.addEventListener("click", (event) => {
    const star = event.target.closest(".star");
    if (!star) return;
    const number = star.closest("tbody").id.slice(1);
    if (!followed.delete(number)) followed.add(number);
    store();
    mark();
    history.replaceState(history.state, "", address());
    refresh();
  });

  content.classList.add("following");
  mark();
  if (asked === null && followed.size) {
    history.replaceState(history.state, "", address());
    refresh();
  }
  document.addEventListener("crosstable:rows", refreshLater);
  new MutationObserver(mark).observe(content, { childList: true, subtree: true });
})();
