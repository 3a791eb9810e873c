/* A notice goes when its time is over: the page may have been kept, or hear nothing. */

import { findAll } from "./dom.js";
import { compareClocks, serverNow } from "./server_time.js";

const SECOND = 1000;
let isCompared = false; // the server is asked for its time only where there is a notice that ends

function removeOldNotices() {
  const notices = findAll(".notice[data-until]");
  if (notices.length && !isCompared) {
    isCompared = true;
    compareClocks();
  }
  for (const notice of notices) {
    if (Date.parse(notice.dataset.until ?? "") <= serverNow()) notice.remove();
  }
}

removeOldNotices();
setInterval(removeOldNotices, SECOND);
