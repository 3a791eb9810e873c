/* The match sheet: Escape leads back to the desk, at the board that one came from. */

import { byId, findAll } from "../shared/dom.js";

for (const hint of findAll(".keyed[hidden]")) hint.hidden = false;
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.ctrlKey && !event.altKey && !event.metaKey) byId("back").click();
});
