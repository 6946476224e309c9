// Keeps the files of one version of the page, and answers from them. The build fills in version and files.
const VERSION = "%VERSION%";
const FILES = %FILES%;
const PREFIX = `cubiform ${registration.scope} `;
const NAME = PREFIX + VERSION;

/** Keeps all files, or none. Names in `assets` change with the content, so that the version before may have them. */
async function install() {
  const cache = await caches.open(NAME);
  const keep = async (file) => {
    const kept = file.startsWith("assets/") && (await caches.match(file));
    const response = kept || (await fetch(file, { cache: "no-cache" }));
    if (!response.ok) throw new Error(`${file}: HTTP ${response.status}`);
    await cache.put(file, response);
  };
  await Promise.all(FILES.map(keep));
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== NAME).map((name) => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  // The page is one document; its fragment says what it shows.
  const kept = await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.data === "activate" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
