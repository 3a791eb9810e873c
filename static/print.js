/* The button that opens the browser's own print: only a script can. */
(() => {
  "use strict";

  const button = document.getElementById("print");
  button.hidden = false;
  button.addEventListener("click", () => print());
})();
