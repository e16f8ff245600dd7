// SPDX-License-Identifier: MIT
// Keeps the page for visits without a network, where it is served: the network's copy first, or else the kept one.
const name = 'pass-by-pass';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || event.request.mode !== 'navigate') return;
  event.respondWith((async () => {
    const kept = await caches.open(name);
    try {
      const fresh = await fetch(event.request);
      if (fresh.ok) await kept.put(event.request.url.split(/[?#]/)[0], fresh.clone());
      return fresh;
    } catch (error) {
      const old = await kept.match(event.request.url.split(/[?#]/)[0]);
      if (old) return old;
      throw error;
    }
  })());
});
