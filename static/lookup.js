/* The arrow keys lead from the field of the rating lists through the suggestions and back; Escape leads back at once.
   Without JavaScript the same links follow the field in the order of the Tab key. */
(() => {
  "use strict";

  const field = document.getElementById("look");
  if (!field) return;

  document.addEventListener("keydown", (event) => {
    const links = [field, ...document.querySelectorAll("#found .suggested a")], at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (at < 0 || (!step && !(event.key === "Escape" && at > 0))) return;
    event.preventDefault();
    links[step ? Math.min(Math.max(at + step, 0), links.length - 1) : 0].focus();
  });
})();
