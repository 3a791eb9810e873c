/* Before anything is painted: reserve the height that the followed players took on the last visit (followed.js). They
   arrive a moment later, and nothing below them may jump. A plain script in front of the style sheet: it is small and
   delays nothing. */
(() => {
  const base = location.pathname.split("/").slice(0, 3).join("/") + "/";
  try {
    const [width, height] = (localStorage.getItem(`follow room ${base}`) ?? "").split(" ");
    const hasChosen = localStorage.getItem(`follow ${base}`) && !location.search.includes("follow=");
    if (Number(width) !== innerWidth || !hasChosen) return;
    document.documentElement.style.setProperty("--followed-room", `${height}px`);
  } catch { /* a private window stores nothing */ }
})();
