/* The arrow keys lead from the field of the rating lists through the suggestions and back; Escape leads back at once.
   Without JavaScript the same links follow the field in the order of the Tab key. */
(() => {
  "use strict";

  const field = document.getElementById("look");
  if (!field) return;
  const places = () => [field, ...document.querySelectorAll("#found .suggested a")];
  let at = places().indexOf(document.activeElement);

  const go = (to) => { const all = places(); all[Math.min(Math.max(to, 0), all.length - 1)].focus(); };

  document.addEventListener("focusin", (event) => { at = places().indexOf(event.target); });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at < 0 || (!step && !(event.key === "Escape" && at > 0))) return;
    event.preventDefault();
    go(step ? at + step : 0);
  });
  // A late answer brings new suggestions: the focus stays at its place.
  document.addEventListener("htmx:after:swap", () => { if (at > 0 && document.activeElement === document.body) go(at); });
})();
