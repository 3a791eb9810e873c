/* What a page of tables gains with JavaScript: one finds a name, and opens the explanation of a value inside the table.
   Without it the same links lead to pages of their own. */

import { byId, find, findAll, targetOf } from "./dom.js";
import { nameSearch } from "./names.js";
import "./heads.js";
import "./new_round.js";
import "./notices.js";
import "./table_keys.js";

const PARTS = "#standings tbody, #crosstable tbody, #individuals tbody, #round .pairings tbody";
const content = byId("content"), field = /** @type {HTMLInputElement | null} */ (byId("find"));

/** @param {string} wanted */
function filterRows(wanted) {
  const isWanted = nameSearch(wanted);
  let count = 0;
  for (const part of findAll(PARTS)) {
    part.hidden = !isWanted(findAll(".name", part).map((cell) => cell.textContent).join(" "));
    if (!part.hidden) count += 1;
  }
  byId("nobody").hidden = count > 0;
}

if (field) {
  field.addEventListener("input", () => filterRows(field.value));
  // The stream brings new rows: they follow the same filter.
  document.addEventListener("crosstable:rows", () => field.value && filterRows(field.value));
}

/** @param {HTMLElement} link */
function closeExplanation(link) {
  link.setAttribute("aria-expanded", "false");
  find("tr.why", /** @type {Element} */ (link.closest("tbody")))?.remove();
}

/** @param {HTMLAnchorElement} link */
async function openExplanation(link) {
  const part = /** @type {Element} */ (link.closest("tbody"));
  findAll("[aria-expanded=true]", part).forEach(closeExplanation);
  link.setAttribute("aria-expanded", "true");
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) {
    location.href = link.href;
    return;
  }
  const html = await answer.text();
  if (link.getAttribute("aria-expanded") !== "true" || !link.isConnected) return;
  const row = document.createElement("tr"), cell = row.insertCell();
  row.className = "why";
  row.dataset.from = link.getAttribute("href") ?? "";
  cell.colSpan = link.closest("tr")?.cells.length ?? 1;
  cell.innerHTML = html;
  find("tr.why", part)?.remove();
  part.append(row);
}

content?.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = targetOf(event).closest(".standings tbody :is(.tie, .points) a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (link.getAttribute("aria-expanded") === "true") closeExplanation(link);
  else openExplanation(link);
});

content?.addEventListener("keydown", (event) => {
  const part = event.key === "Escape" && targetOf(event).closest("tbody");
  const link = part && find("[aria-expanded=true]", part);
  if (!link) return;
  closeExplanation(link);
  link.focus();
});

/* The cells that stay in sight while a table scrolls sideways are layers of their own, and dear: style.css lets them stay
   only while one does. */
content?.addEventListener("scroll", () => {
  const isLevel = findAll(".sheet").every((sheet) => !sheet.scrollLeft);
  document.documentElement.toggleAttribute("data-level", isLevel);
}, { capture: true, passive: true });

/* Rows that are laid out by themselves would be copied with a line for each cell: meanwhile they are those of a table. */
document.addEventListener("copy", () => {
  document.documentElement.classList.add("copying");
  setTimeout(() => document.documentElement.classList.remove("copying"));
});

// The followed players are in the address by now: they are shared too.
byId("share")?.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget), here = new URLSearchParams(location.search);
  here.set("lang", document.documentElement.lang);
  link.search = here.toString();
});

// After a refused form the first field to mend has the focus.
find("main [aria-invalid=true]")?.focus();

// On a phone the current tab or round may begin out of sight.
for (const current of findAll(":is(.tabs, .rounds) [aria-current]")) {
  const tabs = /** @type {Element} */ (current.closest(".tabs.staff div, .tabs, .rounds"));
  tabs.scrollLeft += current.getBoundingClientRect().left - (tabs.clientWidth - current.offsetWidth) / 2;
}
