/* Before anything is painted: leave the room that the followed players took on the last visit (static/follow.js), which
   come a moment later, so that nothing below them jumps. Small, and in front of the style sheet: it holds nothing up. */
(() => {
  "use strict";

  const base = location.pathname.split("/").slice(0, 3).join("/") + "/";
  try {
    const [width, height] = (localStorage.getItem(`follow room ${base}`) || "").split(" ");
    if (Number(width) !== innerWidth || !localStorage.getItem(`follow ${base}`) || location.search.includes("follow=")) return;
    document.documentElement.style.setProperty("--followed-room", `${height}px`);
  } catch { /* a private window keeps nothing */ }
})();
