/* The check-in with JavaScript: names are found while they are typed, and after a tap the search is empty and ready for
   the next one in the queue. Without it the search button and the page's own answers do the same. */
(() => {
  "use strict";

  const field = document.getElementById("q");
  const folded = (text) => text.toLowerCase().replace(/ä/g, "ae").replace(/ö/g, "oe").replace(/ü/g, "ue").replace(/ß/g, "ss")
    .normalize("NFD").replace(/\p{M}/gu, "");

  function filter() {
    const wanted = folded(field.value).split(/\s+/).filter(Boolean);
    for (const row of document.querySelectorAll(".attendees li[id]")) {
      const words = folded(row.querySelector(".who").textContent).split(/[^\p{L}\p{N}]+/u);
      row.hidden = !wanted.every((each) => words.some((word) => word.startsWith(each)));
    }
  }

  field.addEventListener("input", filter);
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const shown = [...document.querySelectorAll(".attendees li[id]:not([hidden]) details")];
    if (shown.length === 1) { shown[0].open = true; shown[0].querySelector("button")?.focus(); }
  });
  document.body.addEventListener("htmx:after:swap", () => { field.value = ""; filter(); });
})();
