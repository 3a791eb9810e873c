/* What a page of standings gains with JavaScript: find a name, and open a value's explanation inside the table.
   Without it the same links lead to pages of their own. */
(() => {
  "use strict";

  const find = document.getElementById("find");
  // A name is found without its accents, and with umlauts as they are written where a keyboard lacks them:
  // "mueller" and "muller" find Müller, and "müller" finds Mueller. tournaments/domain/name_matching.py does the same for long lists.
  const LETTERS = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ə: "e" };
  const SPELLED = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
  const written = (text, letters) => text.toLowerCase().normalize("NFC").replace(/./gu, (each) => letters[each] ?? each);
  const plain = (text) => written(text, LETTERS).normalize("NFD").replace(/\p{M}/gu, "");
  const spelled = (text) => plain(written(text, SPELLED));
  const has = (name, words) => words.every((word) => name.includes(word));

  function filter() {
    const wanted = find.value.trim().split(/[\s,]+/), ways = [plain, spelled].map((way) => [way, wanted.map(way)]);
    let shown = 0;
    for (const part of document.querySelectorAll("#standings tbody, #crosstable tbody, #individuals tbody, #round .pairings tbody")) {
      const names = [...part.querySelectorAll(".name")].map((cell) => cell.textContent).join(" ");
      part.hidden = !ways.some(([way, words]) => has(way(names), words));
      shown += !part.hidden;
    }
    document.getElementById("nobody").hidden = shown > 0;
  }

  if (find) {
    find.addEventListener("input", filter);
    // The stream brings new rows: they follow the same filter.
    new MutationObserver(() => find.value && filter()).observe(document.getElementById("content"), { childList: true, subtree: true });
  }

  const table = document.getElementById("content");

  function close(link) {
    link.setAttribute("aria-expanded", "false");
    link.closest("tbody").querySelector("tr.why")?.remove();
  }

  async function open(link) {
    const part = link.closest("tbody");
    part.querySelectorAll("[aria-expanded=true]").forEach(close);
    link.setAttribute("aria-expanded", "true");
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (!answer?.ok) { location.href = link.href; return; }
    const html = await answer.text();
    if (link.getAttribute("aria-expanded") !== "true" || !link.isConnected) return;
    const row = document.createElement("tr");
    row.className = "why";
    row.dataset.from = link.getAttribute("href");
    const cell = row.insertCell();
    cell.colSpan = link.closest("tr").cells.length;
    cell.innerHTML = html;
    part.querySelector("tr.why")?.remove();
    part.append(row);
  }

  table?.addEventListener("click", (event) => {
    const link = event.target.closest(".standings tbody :is(.tie, .points) a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    link.getAttribute("aria-expanded") === "true" ? close(link) : open(link);
  });

  table?.addEventListener("keydown", (event) => {
    const link = event.key === "Escape" && event.target.closest("tbody")?.querySelector("[aria-expanded=true]");
    if (link) { close(link); link.focus(); }
  });

  // On a phone the current tab or round may begin out of sight.
  for (const current of document.querySelectorAll(":is(.tabs, .rounds) [aria-current]")) {
    const tabs = current.closest(".tabs, .rounds");
    tabs.scrollLeft += current.getBoundingClientRect().left - (tabs.clientWidth - current.offsetWidth) / 2;
  }
})();
