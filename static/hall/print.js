/* The button that opens the browser's print dialog, which only a script can do. */

import { byId } from "../shared/dom.js";

byId("print").hidden = false;
byId("print").addEventListener("click", () => print());
