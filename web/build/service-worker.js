/**
 * The service worker: the client's files without a network, and push messages.
 *
 * The build puts VERSION and FILES in front of it. Pages come from the network whenever there is
 * one, so a new client is used at once; the kept page is for when there is none. Files under
 * assets/ have their hash in their name and never change.
 */
/* global VERSION, FILES */

const CACHE = `sandtable ${VERSION}`;
const PAGE = "/index.html";

self.addEventListener("install", (event) => {
  const work = async () => {
    const cache = await caches.open(CACHE);
    // What the page has just loaded from assets/ is not loaded a second time.
    const how = (file) => (file.startsWith("/assets/") ? "default" : "reload");
    await cache.addAll(FILES.map((file) => new Request(file, { cache: how(file) })));
    await self.skipWaiting();
  };
  event.waitUntil(work());
});

self.addEventListener("activate", (event) => {
  const work = async () => {
    // A page that is open now may still need files of the version before this one.
    const known = (await caches.keys()).filter((name) => name.startsWith("sandtable "));
    const old = known.filter((name) => name !== CACHE).slice(0, -1);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(work());
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate") {
    if (!url.pathname.startsWith("/api/")) event.respondWith(page(event.request));
  } else if (url.pathname.startsWith("/assets/")) event.respondWith(kept(event.request));
  else if (FILES.includes(url.pathname)) event.respondWith(fresh(event.request));
});

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(PAGE, { cacheName: CACHE });
    if (cached) return cached;
    throw error;
  }
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function fresh(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await caches.match(request);
    if (cached) return cached;
    throw error;
  }
}

self.addEventListener("push", (event) => {
  let message = { title: "Sandtable", body: "", url: "/" };
  try {
    message = { ...message, ...event.data.json() };
  } catch {
    // A message without contents still says that there is something.
  }
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body,
      icon: "/icon-192.png",
      badge: "/badge.png",
      tag: "sandtable",
      data: { url: message.url },
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const target = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (target.origin !== self.location.origin) return;
  const work = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((client) => new URL(client.url).pathname === target.pathname);
    const page = there ?? pages[0];
    if (!page) return self.clients.openWindow(target.href);
    await page.focus();
    return there ? undefined : page.navigate(target.href);
  };
  event.waitUntil(work());
});

self.addEventListener("pushsubscriptionchange", (event) => {
  const work = async () => {
    const options = event.oldSubscription?.options;
    if (!options) return;
    const { endpoint, keys } = (await self.registration.pushManager.subscribe(options)).toJSON();
    await fetch("/api/me/push", {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }),
    });
  };
  event.waitUntil(work());
});
