/* Show the notifications of followed players, and keep the public pages that a visitor has seen, and show them where there is no network. The server gives this script
   only where it has HTTPS (tournaments/views/site/offline.py).

   A page may be kept if its answer has the header Crosstable-Keep. The value changes whenever something of the event may
   have become hidden; NOTHING says that there is a session, and with it every page goes. One that is refused or no longer
   there goes with its event. The streams of open pages pass by. */

const BASE = new URL("./", location.href).pathname, PAGES = "pages", FILES = "files";
const KEEP = "crosstable-keep", NOTHING = "nothing";
const GONE = [403, 404, 410], MOST_PAGES = 30, MOST_FILES = 150, WEEK = 7 * 24 * 3600 * 1000, PATIENCE = 8000;
const NO_CONTENT = ["content-encoding", "content-length", "etag", "set-cookie", "vary"];

/**
 * Return the address that a page is kept under: without what only chooses a language or repeats rows on top.
 * @param {string} address
 */
function keyOf(address) {
  const url = new URL(address);
  url.hash = "";
  for (const name of ["lang", "follow", "v"]) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.href;
}

/**
 * Return the address of the event that a page belongs to, "" for a page of none.
 * @param {string} address
 */
const eventOf = (address) => /^e\/[^/]+\//.exec(new URL(address).pathname.slice(BASE.length))?.[0] ?? "";

/** @param {Response} answer */
const mayKeep = (answer) => ![null, NOTHING].includes(answer.headers.get(KEEP));

/**
 * Forget pages.
 * @param {(page: Request, kept: Response | undefined) => boolean} isForgotten
 */
async function forget(isForgotten) {
  const pages = await caches.open(PAGES);
  for (const page of await pages.keys()) if (isForgotten(page, await pages.match(page))) await pages.delete(page);
}

/**
 * Drop the oldest of a cache.
 * @param {string} name
 * @param {number} most
 */
async function prune(name, most) {
  const cache = await caches.open(name), kept = await cache.keys();
  for (const each of kept.slice(0, Math.max(0, kept.length - most))) await cache.delete(each);
}

/**
 * Keep a page as of now, with the headers of its answer.
 * @param {string} address
 * @param {Headers} headers
 * @param {string} html
 */
async function keepPage(address, headers, html) {
  const pages = await caches.open(PAGES), kept = new Headers(headers);
  for (const name of NO_CONTENT) kept.delete(name);
  kept.set("kept-at", String(Date.now()));
  await pages.put(keyOf(address), new Response(html, { headers: kept }));
  await prune(PAGES, MOST_PAGES);
}

/**
 * Learn from an answer what may be kept, and what not any longer.
 * @param {Request} request
 * @param {Response} answer
 */
async function learn(request, answer) {
  const event = eventOf(request.url), key = answer.headers.get(KEEP), isPage = request.mode === "navigate";
  if (GONE.includes(answer.status)) return forget((page) => !eventOf(page.url) || eventOf(page.url) === event);
  if (key === NOTHING) return forget(() => true);
  const isHtml = answer.headers.get("content-type")?.startsWith("text/html");
  if (!key || !answer.ok || !isHtml) return;
  await forget((page, kept) => eventOf(page.url) === event && kept?.headers.get(KEEP) !== key);
  if (isPage) await keepPage(request.url, answer.headers, await answer.text());
}

/** @param {Request} request */
async function findPage(request) {
  const pages = await caches.open(PAGES), kept = await pages.match(keyOf(request.url));
  const keptAt = Number(kept?.headers.get("kept-at"));
  if (!kept || Date.now() - keptAt > WEEK) return null;
  const html = (await kept.text()).replace("<html", `<html data-kept="${keptAt}"`);
  return new Response(html, { headers: kept.headers });
}

/**
 * Answer from the network, and without one with the page as it was last seen.
 * @param {any} event
 */
async function answerPage(event) {
  /** @type {Request} */
  const request = event.request, isPage = request.mode === "navigate";
  const network = (async () => {
    const answer = (isPage && await event.preloadResponse) || await fetch(request);
    const copy = answer.clone();
    event.waitUntil(learn(request, copy).catch(() => {}));
    return answer;
  })();
  if (!isPage) return network;
  network.catch(() => {}); // it may fail when nobody waits any longer
  // Looked up when it is needed: a page that is just being left is written at this moment.
  const find = () => findPage(request).catch(() => null);
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(find);
  return (await Promise.race([network, late]).catch(find)) ?? network;
}

/**
 * Take what a page has become since it was loaded, or the page itself where this script did not see it come.
 * @param {{ address: string, html: string, files: string[] }} seen
 */
async function takePage({ address, html, files }) {
  const pages = await caches.open(PAGES), kept = await pages.match(keyOf(address));
  if (kept && html) await keepPage(address, kept.headers, html);
  if (!kept) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (answer.ok && mayKeep(answer)) await keepPage(address, answer.headers, await answer.text());
  }
  const cache = await caches.open(FILES);
  for (const file of files) if (!await cache.match(file)) await cache.add(file).catch(() => {});
  await prune(FILES, MOST_FILES);
}

/**
 * Go to a page where one is open, or else open it.
 * @param {string} address
 */
async function openPage(address) {
  const { clients } = /** @type {any} */ (globalThis), url = new URL(address, location.href);
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find((/** @type {any} */ page) => new URL(page.url).pathname === url.pathname);
  return open ? open.focus() : clients.openWindow(url.href);
}

/** @type {(name: string, listener: (event: any) => void) => void} */
const on = addEventListener;

on("install", () => /** @type {any} */ (globalThis).skipWaiting());
on("activate", (event) => {
  const { clients, registration } = /** @type {any} */ (globalThis);
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});
on("push", (event) => {
  const { title, body, tag, lang, address } = event.data.json(), icon = BASE + "static/icons/192.png";
  const { registration } = /** @type {any} */ (globalThis);
  event.waitUntil(registration.showNotification(title, { body, tag, lang, icon, data: { address } }));
});
on("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.address));
});
on("message", (event) => event.waitUntil(takePage(event.data).catch(() => {})));
on("fetch", (event) => {
  const { request } = event, url = new URL(request.url), path = url.pathname.slice(BASE.length);
  if (request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(BASE)) return;
  if (path === "" || path.startsWith("e/")) event.respondWith(answerPage(event));
  else if (path.startsWith("static/")) {
    event.respondWith(fetch(request).catch(async () => await caches.match(request) ?? Response.error()));
  }
});
