/* Keeps an open page at the newest state. Without JavaScript the page is whole and true as of its loading.

   The page says (templates/tournaments/shared/_live.html):

     <div id="live" hidden data-stream="/live/cup/standings/?v=k3f9-12&lang=de" data-parts="standings state"
          data-live="live" data-delayed="delayed since {time}" data-offline="offline since {time}"
          data-updated="Updated: {names}" data-many="{count} rows updated"></div>
     <span id="connection"></span>            filled here; data-state is live, delayed or offline
     <p id="announce" role="status"></p>      filled here, at most every ten seconds

   The stream sends unnamed messages of <template data-rows="ID" data-order="p3 p1 p2"> with changed rows, each a
   <tbody id="p3">, and <template data-whole="ID"> with a whole element; and messages named `version` for pages that
   fetch themselves anew: then, and while the stream is silent, the elements of data-parts are taken from the page
   (a page with empty data-parts, such as the desk, listens to htmx:sse:before:message itself).
   A changed row gets the class `fresh` for a while. An open explanation (<tr class="why" data-from="/e/…">) stays in
   its <tbody> and is fetched again. After each message with rows the document gets the event crosstable:rows, and crosstable:gone
   where the page is there no more. htmx and its SSE extension hold the connection and reconnect. */
(() => {
  "use strict";

  const live = document.getElementById("live");
  if (!live || !window.htmx) return;
  const byId = (id) => document.getElementById(id);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const SILENCE = 45000, POLL = 15000, ANNOUNCE = 10000, FRESH = 15000, MOST_MOVES = 60;

  // --- Rows -----------------------------------------------------------------------------------------------------

  /** What a reader or this script added to an element does not make it another one. */
  const plain = (element) => element.outerHTML
    .replace(/ (aria-expanded|aria-pressed|data-htmx-powered)="[^"]*"/g, "").replace(/\s+/g, " ").replace(/> </g, "><");

  const focusable = (element) => [...element.querySelectorAll("a, button, input, select, textarea")];

  /** Replace a cell; focus and the mark of an open explanation pass to the new one. */
  function replaceCell(old, next) {
    const before = focusable(old), after = focusable(next);
    before.forEach((control, index) => {
      const expanded = control.getAttribute("aria-expanded");
      if (expanded) after[index]?.setAttribute("aria-expanded", expanded);
    });
    const focused = before.indexOf(document.activeElement);
    old.replaceWith(next);
    after[focused]?.focus({ preventScroll: true });
  }

  /** The rows of a <tbody> without an explanation that was opened below them: a match of teams has one for each board. */
  const rowsOf = (body) => [...body.rows].filter((row) => !row.classList.contains("why"));

  /** Bring one row up to date cell by cell; tell whether anything changed. A field in use is left alone. */
  function updateRow(row, next) {
    const cells = [...row.cells], news = [...next.cells];
    if (row.className !== next.className) row.className = next.className;
    if (cells.length !== news.length) { row.replaceWith(next); return true; }
    const changed = cells.map((cell, index) => [cell, news[index]]).filter(([cell, other]) => plain(cell) !== plain(other));
    changed.forEach(([cell, other]) => cell.querySelector("input:focus, select:focus, textarea:focus") || replaceCell(cell, other));
    return changed.length > 0;
  }

  /** Bring one <tbody> up to date; tell whether anything changed. */
  function updateBody(body, next) {
    const rows = rowsOf(body), news = rowsOf(next);
    if (rows.length === news.length) return rows.map((row, index) => updateRow(row, news[index])).includes(true);
    const focused = body.contains(document.activeElement) && document.activeElement.getAttribute("href");
    rows.forEach((row) => row.remove());
    body.prepend(...news);
    if (focused) [...body.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus({ preventScroll: true });
    return true;
  }

  function move(parent, element, before) {
    const focused = document.activeElement;
    try { parent.moveBefore(element, before); } catch { parent.insertBefore(element, before); }
    if (element.contains(focused) && focused !== document.activeElement) focused.focus({ preventScroll: true });
  }

  /** Find the row that the reader is at: the one with the focus, else one whose explanation is open, if it is in sight. */
  function readersRow(table) {
    const rows = [document.activeElement.closest("tbody"), ...[...table.querySelectorAll("tr.why")].map((why) => why.parentElement)];
    const inSight = ({ top, bottom }) => bottom > 0 && top < innerHeight;
    return rows.find((body) => body && table.contains(body) && inSight(body.getBoundingClientRect()));
  }

  /** Run a change of the table that moves neither the reader's row on the screen nor, without one, the scroll. */
  function keepPlace(table, change) {
    const row = readersRow(table), top = row?.getBoundingClientRect().top, scroll = scrollY;
    change();
    if (row?.isConnected) scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
    else if (scrollY !== scroll) scrollTo({ top: scroll, behavior: "instant" });
  }

  /** Put the given rows into a table, and all rows into the order of `order`. */
  function putRows(box, bodies, order) {
    const table = box.querySelector("table"), tops = new Map();
    table.style.overflowAnchor = "none"; // a row that moves must not take the reader's scroll with it
    for (const body of table.tBodies) tops.set(body, body.getBoundingClientRect().top);
    const changed = [];
    for (const next of bodies) {
      const body = byId(next.id);
      if (!body) table.append(next);
      if (!body || updateBody(body, next)) changed.push(body || next);
    }
    const wanted = new Set(order);
    for (const body of [...table.tBodies]) if (!wanted.has(body.id)) body.remove();
    keepPlace(table, () => {
      let place = table.tBodies[0];
      for (const body of order.map(byId)) {
        if (body === place) place = place.nextElementSibling;
        else if (body) move(table, body, place);
      }
    });
    changed.forEach(mark);
    glide(table, tops);
    announce(changed);
  }

  const marks = new WeakMap();
  function mark(body) {
    body.classList.add("fresh");
    clearTimeout(marks.get(body));
    marks.set(body, setTimeout(() => body.classList.remove("fresh"), FRESH));
    const why = body.querySelector("tr.why[data-from]");
    if (why) setTimeout(() => explainAgain(why), Math.random() * 500);
  }

  async function explainAgain(why) {
    const answer = await fetch(why.dataset.from, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.ok && why.isConnected) why.cells[0].innerHTML = await answer.text();
  }

  /** Let moved rows glide from where they were (FLIP); with reduced motion they only stay marked. */
  function glide(table, tops) {
    if (calm.matches || document.hidden) return;
    const seen = (top) => top > -100 && top < innerHeight + 100;
    const moves = [...table.tBodies].filter((body) => tops.has(body)).map((body) => {
      const top = body.getBoundingClientRect().top;
      return { body, by: tops.get(body) - top, seen: seen(top) || seen(tops.get(body)) };
    }).filter((each) => Math.abs(each.by) > 1 && each.seen);
    if (moves.length > MOST_MOVES) return;
    for (const { body, by } of moves) {
      body.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 450, easing: "ease-out" });
    }
  }

  /** Put a whole new element in the place of the old one; of a table with the same columns the rows that are there stay. */
  function putWhole(old, next) {
    if (!old || !next) return;
    const bodies = [...next.querySelectorAll("tbody[id]")];
    if (bodies.length && columns(old) === columns(next)) {
      if (around(old) !== around(next)) putBeside(old, next);
      return putRows(old, bodies, bodies.map((body) => body.id));
    }
    if (plain(old) === plain(next)) return;
    const text = (body) => rowsOf(body).map(plain).join("");
    const changed = bodies.filter((body) => byId(body.id) && text(byId(body.id)) !== text(body));
    const left = old.scrollLeft, twin = twinOf(old, next);
    old.replaceWith(next);
    next.scrollLeft = left;
    twin?.focus({ preventScroll: true });
    changed.forEach(mark);
    announce(changed);
  }

  /** Find in a new element what has the focus in the old one: the same link, else what stands at its place. */
  function twinOf(old, next) {
    const focused = document.activeElement, at = focusable(old).indexOf(focused), all = focusable(next);
    if (at < 0) return null;
    return all.find((each) => each.getAttribute("href") && each.getAttribute("href") === focused.getAttribute("href")) || all[at];
  }

  /** Count the columns of the one table in an element. */
  const columns = (element) => [...element.querySelectorAll("thead tr:first-child > *")].length;

  /** Bring up to date what stands beside the rows: head and caption of the table, and whatever is around it. */
  function putBeside(old, next) {
    const holds = (element) => element.matches("table") || element.querySelector("table");
    const others = (parent, child) => [...parent.children].filter((each) => each !== child);
    const text = (elements) => elements.map(plain).join("");
    const inner = [...old.children].find(holds), nextInner = [...next.children].find(holds);
    const olds = others(old, inner), news = others(next, nextInner), at = [...next.children].indexOf(nextInner);
    if (text(olds) !== text(news)) {
      olds.forEach((each) => each.remove());
      inner.before(...news.slice(0, at));
      inner.after(...news.slice(at));
    }
    if (!inner.matches("table")) return putBeside(inner, nextInner);
    for (const name of ["caption", "thead"]) {
      const part = inner.querySelector(name), other = nextInner.querySelector(name);
      if (part && other && plain(part) !== plain(other)) part.replaceWith(other);
    }
  }

  function around(element) {
    const copy = element.cloneNode(true);
    copy.querySelectorAll("tbody[id]").forEach((body) => body.remove());
    copy.querySelectorAll("[style]").forEach((styled) => styled.removeAttribute("style"));
    return plain(copy);
  }

  function put(html) {
    const holder = document.createElement("template");
    holder.innerHTML = html;
    for (const part of holder.content.children) {
      const { rows, order, whole } = part.dataset, box = byId(rows || whole);
      if (box && rows) putRows(box, [...part.content.children], order.split(" "));
      else putWhole(box, part.content.firstElementChild);
    }
    document.dispatchEvent(new Event("crosstable:rows"));
  }

  // --- What is said aloud ---------------------------------------------------------------------------------------

  const names = new Set();
  let speaking = 0, spoken = 0;
  function announce(bodies) {
    for (const body of bodies) names.add(body.querySelector(".name a")?.textContent.trim() || body.id);
    if (names.size && !speaking) speaking = setTimeout(speak, Math.max(0, spoken + ANNOUNCE - Date.now()));
  }

  function speak() {
    const text = names.size > 3 ? live.dataset.many : live.dataset.updated;
    const place = byId("announce");
    if (place && text) place.textContent = text.replace("{count}", names.size).replace("{names}", [...names].join(", "));
    names.clear();
    speaking = 0;
    spoken = Date.now();
  }

  // --- The connection -------------------------------------------------------------------------------------------

  let heardAt = Date.now(), polledAt = 0, etag = "", connection = null, failures = 0;

  function show(state) {
    const place = byId("connection"), format = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
    if (!place || !live.dataset[state]) return;
    // Only where the time is said: the first use of a browser's formats costs a phone a fifth of a second.
    const time = () => new Date(heardAt).toLocaleTimeString(document.documentElement.lang, format);
    const text = live.dataset[state].replace("{time}", time);
    if (place.textContent !== text) place.textContent = text;
    place.dataset.state = state;
  }

  function heard() {
    heardAt = Date.now();
    failures = 0;
    show("live");
  }

  /** Take the parts of the page from a new copy of it. */
  async function refresh() {
    polledAt = Date.now();
    try {
      const answer = await fetch(location.href, { headers: etag ? { "If-None-Match": etag } : {}, cache: "no-store" });
      if (answer.status === 304) return true;
      if (answer.status === 404) document.dispatchEvent(new Event("crosstable:gone"));
      if (!answer.ok) return false;
      etag = answer.headers.get("ETag") || "";
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const id of (live.dataset.parts || "").split(" ").filter(Boolean)) putWhole(byId(id), page.getElementById(id));
      known = page.getElementById("live")?.dataset.version || known;
      return true;
    } catch { return false; }
  }

  // Where nginx relays the messages (docs/nchan.md), the page has a data-version, and they say what they lead from and to.
  let known = live.dataset.version || "", gap = 0;
  const isOld = (stamp) => {
    const [epoch, number] = stamp.split("-"), [ours, had] = known.split("-");
    return epoch === ours && Number(number) <= Number(had);
  };

  /** Tell whether a step leads on from what is shown. What is missing in between is fetched with the page. */
  function follows([base, stamp]) {
    const leads = base === known;
    if (leads) known = stamp;
    else if (!isOld(stamp)) fetchLater();
    return leads;
  }
  function fetchLater() {
    gap ||= setTimeout(() => { gap = 0; refresh(); }, Math.random() * 2000);
  }

  async function watch() {
    if (document.hidden || Date.now() - heardAt < SILENCE || Date.now() - polledAt < POLL) return;
    connection?.reader?.cancel(); // half-open: the extension connects anew
    show(await refresh() ? "delayed" : "offline");
  }

  /** Begin, or begin again: the extension's own loop starts only with the first answer. */
  const connect = () => htmx.ajax("GET", live.dataset.stream, { source: live, swap: "none", timeout: 20000 });
  function connectLater() {
    show(navigator.onLine ? "delayed" : "offline");
    setTimeout(connect, Math.min(500 * 2 ** failures++, 10000) * (0.7 + 0.6 * Math.random()));
  }

  // htmx looks through every element for its attributes: a page without any, and with hundreds of rows, is spared that.
  document.addEventListener("htmx:before:process", (event) => {
    if (event.target === document.body && !document.querySelector("[hx-get], [hx-post]")) event.preventDefault();
  }, { once: true });

  live.addEventListener("htmx:sse:before:connection", (event) => {
    connection = event.detail.connection;
    if (connection.attempt > 0 && !document.hidden) show(navigator.onLine ? "delayed" : "offline");
  });
  live.addEventListener("htmx:sse:after:connection", heard);
  live.addEventListener("htmx:sse:before:message", (event) => {
    heard();
    const { event: name, data } = event.detail.message;
    const isNews = known ? name && !isOld(data) : name === "version";
    if (isNews && live.dataset.parts) fetchLater();
    if (name) return;
    event.preventDefault(); // nothing for htmx to swap
    event.detail.cancelled = true;
    const step = /^<template data-step="(\S+) (\S+)">/.exec(data);
    if (!step || follows(step.slice(1))) put(data);
  });
  live.addEventListener("htmx:sse:close", (event) => event.detail.reason === "ended" && connectLater());
  live.addEventListener("htmx:response:error", connectLater);
  live.addEventListener("htmx:error", connectLater);

  htmx.config.sse = {
    reconnect: true, pauseOnBackground: true, releaseOn: "immediate", reconnectMaxDelay: 10000, connectTimeout: 20000,
  };
  connect();
  setInterval(watch, 1000);
})();
