/**
 * Lets the installed page open without a network. Pages come from the network whenever there is one, so nobody is served
 * old code after an update; files have hashes in their names and are kept; of what the server says, rules, lessons,
 * puzzles, the list of games and positions that were analysed are kept as they were told last. `vite.config.ts` fills in the names.
 */
const CLIENT = "client-__VERSION__";
const TOLD = "told";
const FILES = "__FILES__";
const PAGE = "/index.html";
const KEPT = /^\/api\/games($|\/[a-z_]+\/(rules|lesson|puzzles\/pack)$)/;
const ANALYSED = /^\/api\/analysis(\/hint)?$/;
const MOST_ANALYSED = 2000; // answers

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CLIENT).then((cache) => cache.addAll([PAGE, ...FILES])));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("client-") && name !== CLIENT) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data?.kind === "take over") void self.skipWaiting();
  if (event.data?.kind === "keep") event.waitUntil(keepAll(event.data.addresses));
});

/** Fetch what will be wanted without a network; what does not come now comes when it is asked for. */
async function keepAll(addresses) {
  const cache = await caches.open(TOLD);
  await Promise.allSettled(addresses.map(async (address) => keep(cache, address, await fetch(address))));
}

/**
 * Keep an answer, once all of it is there and if it is another than before: while a large one is written, and where the
 * network goes halfway, nothing would be found under its name.
 */
async function keep(cache, key, answer) {
  if (!answer.ok) return;
  const headers = { "content-type": answer.headers.get("content-type") ?? "", etag: answer.headers.get("etag") ?? "" };
  const kept = headers.etag ? await cache.match(key) : undefined;
  if (kept?.headers.get("etag") === headers.etag) return;
  const body = await answer.blob();
  await cache.put(key, new Response(body, { headers }));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (pathname === "/docs" || pathname.startsWith("/docs/")) return; // no page of ours
  if (request.mode === "navigate") event.respondWith(open(request));
  else if (request.method === "GET" && (pathname.startsWith("/assets/") || pathname.startsWith("/engine/"))) event.respondWith(file(request));
  else if (request.method === "GET" && KEPT.test(pathname)) event.respondWith(told(request, request.url));
  else if (request.method === "POST" && ANALYSED.test(pathname)) event.respondWith(analysed(request));
});

async function open(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** Its name says what is in it, so it never changes. */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CLIENT)).put(request, answer.clone());
  return answer;
}

/** The latest if there is a network, else what was told last. */
async function told(request, key) {
  const cache = await caches.open(TOLD);
  try {
    const answer = await fetch(request);
    await keep(cache, key, answer.clone());
    return answer;
  } catch (error) {
    // Better another language than nothing.
    const kept = (await found(cache, key)) ?? (request.method === "GET" ? await found(cache, key, { ignoreSearch: true }) : undefined);
    if (kept) return kept;
    throw error;
  }
}

/** What is kept; while it is written anew there is nothing under its name for a moment, so a second is waited for it. */
async function found(cache, key, how = {}) {
  for (let tries = 0; tries < 10; tries++) {
    const kept = await cache.match(key, how);
    if (kept) return kept;
    await new Promise((done) => setTimeout(done, 100));
  }
  return undefined;
}

/** An answer depends on the question alone, which is the body: its hash is the name that the answer is kept under. */
async function analysed(request) {
  const body = await request.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const key = `${request.url}?${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const answer = await told(request, key);
  const cache = await caches.open(TOLD);
  const kept = (await cache.keys()).filter(({ url }) => ANALYSED.test(new URL(url).pathname));
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_ANALYSED))) await cache.delete(old);
  return answer;
}
