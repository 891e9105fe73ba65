/**
 * Asks now and then which games wait for me, and tells the server while I am here, so that it
 * sends me no notice of what I can see.
 */

import { api } from "../api/client.ts";
import { router } from "../router.svelte.ts";
import { browserTab } from "../lib/tab.svelte.ts";

const ASK_EVERY = 30_000;
const TELL_EVERY = 60_000;
/** Without a touch for so long, nobody is here. */
const AWAY_AFTER = 180_000;

let touched = Date.now();
let told = 0;

async function ask(): Promise<void> {
  const { tables } = await api.turns();
  const route = router.route;
  const shown = route.page === "table" ? route.id : "";
  browserTab.waiting = tables.filter((table) => table.id !== shown).length;
  if ("setAppBadge" in navigator) await navigator.setAppBadge(tables.length);
}

async function tell(): Promise<void> {
  const now = Date.now();
  if (document.hidden || now - touched > AWAY_AFTER || now - told < TELL_EVERY) return;
  told = now;
  await api.seen();
}

function quietly(work: () => Promise<void>): void {
  work().catch(() => {
    // Without a server there is nothing to show; the pages say so.
  });
}

/** Begin to watch; returns how to end it. */
export function watch(): () => void {
  const touch = (): void => {
    const late = Date.now() - touched > TELL_EVERY;
    touched = Date.now();
    if (late) quietly(tell);
  };
  const appear = (): void => {
    if (document.hidden) return;
    touch();
    told = 0;
    quietly(tell);
    quietly(ask);
  };
  const touches = ["pointerdown", "pointermove", "keydown", "wheel"] as const;
  for (const name of touches) addEventListener(name, touch, { passive: true });
  document.addEventListener("visibilitychange", appear);
  const timers = [
    setInterval(() => quietly(ask), ASK_EVERY),
    setInterval(() => quietly(tell), TELL_EVERY),
  ];
  appear();
  return () => {
    for (const name of touches) removeEventListener(name, touch);
    document.removeEventListener("visibilitychange", appear);
    timers.forEach(clearInterval);
  };
}
