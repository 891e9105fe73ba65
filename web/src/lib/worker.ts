/** The service worker, and what to do when the server has a newer client. */

const KEY = "sandtable.reloaded";
/** One reload in so many milliseconds: a file that is really missing must not reload for ever. */
const PAUSE = 60_000;

export function startWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {
    // Without it everything works but push messages and the page without a network.
  });
}

/** A part of an older client is gone from the server: load the new one. */
export function reloadWhenOutdated(): void {
  addEventListener("vite:preloadError", (event) => {
    let last: number;
    try {
      last = Number(sessionStorage.getItem(KEY) ?? 0);
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      return;
    }
    if (Date.now() - last < PAUSE || !navigator.onLine) return;
    event.preventDefault();
    location.reload();
  });
}
