// Shows what is pushed while no page is open, and opens the page that it is about. It keeps nothing and serves nothing.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const told = (data) => {
  try {
    return data.json();
  } catch {
    return {};
  }
};

self.addEventListener("push", (event) => {
  const { tag, title, body, url } = told(event.data);
  const data = { url: String(url ?? "/") };
  event.waitUntil(self.registration.showNotification(String(title ?? "IoA Web"), { tag, body, data }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  // a path of this site, whatever was sent
  const url = new URL(event.notification.data?.url ?? "/", self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => page.url === url.href) ?? pages[0];
      return open ? open.focus().then((page) => page.navigate(url.href)) : self.clients.openWindow(url.href);
    }),
  );
});
