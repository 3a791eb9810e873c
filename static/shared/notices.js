/* A notice goes when its time is over: the page may have been kept, or hear nothing. */

import { findAll } from "./dom.js";
import { compareClocks, serverNow } from "./server_time.js";

const SECOND = 1000;
/** @type {Promise<void> | null} the server is asked for its time only where there is a notice that ends */
let compared = null;

async function removeOldNotices() {
  if (!findAll(".notice[data-until]").length) return;
  compared ??= compareClocks(); // a clock that is ahead would remove what still stands
  await compared;
  for (const notice of findAll(".notice[data-until]")) {
    if (Date.parse(notice.dataset.until ?? "") <= serverNow()) notice.remove();
  }
}

removeOldNotices();
setInterval(removeOldNotices, SECOND);
