/*
 * Keeps one page for when there is no network: `/offline`, with its styles and fonts. Everything else goes to the network as if this
 * file were not here; widgets too, because viewers of a stream never see an error. Shows notices (app/notices/push/).
 */
const shelf = 'offline-1';
const page = '/offline';

/** Without the application's scripts: they would look for the page that was asked for. The colour scheme's own one stays. */
function still(html) {
  return html
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
    .replace(/<script(?![^>]*data-colour-scheme-script)[\s\S]*?<\/script>/g, '');
}

async function fill() {
  const answer = await fetch(page, { credentials: 'omit' });
  if (!answer.ok) return;
  const html = still(await answer.text());
  const files = [...new Set(html.match(/\/assets\/[\w.-]+\.(?:css|woff2)/g))];
  const { status, headers } = answer;
  const cache = await caches.open(shelf);
  await Promise.all([cache.put(page, new Response(html, { status, headers })), cache.addAll(files)]);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== shelf).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/widgets/')) return;
  // Here the server must see who leads there, which a request of this file does not say.
  if (/^\/telegram\/?$/i.test(pathname)) return;
  const kept = request.mode === 'navigate' ? page : /\.(?:css|woff2)$/.test(pathname) && request;
  if (!kept) return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(kept)) ?? Response.error()));
});

self.addEventListener('push', (event) => {
  const { id, title, body, path, isMuted } = event.data.json();
  // A message that comes twice takes its own place.
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag: id,
      icon: '/apple-touch-icon.png',
      silent: isMuted,
      data: { path },
    }),
  );
});

/** Opens a page of the site, in its window if it is open already. */
async function show(path) {
  const address = new URL(path, self.location.origin);
  if (address.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url === address.href);
  await (open ? open.focus() : self.clients.openWindow(address.href));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});
