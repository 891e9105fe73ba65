/** Push messages for this browser: needs the service worker and the person's permission. */

import { api } from "../api/client.ts";

export type PushState = "on" | "off" | "denied" | "missing";

async function registration(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

export async function pushState(): Promise<PushState> {
  const worker = await registration();
  if (!worker) return "missing";
  if (Notification.permission === "denied") return "denied";
  return (await worker.pushManager.getSubscription()) ? "on" : "off";
}

/** Ask for permission and let the server know this browser. */
export async function startPush(key: string): Promise<PushState> {
  const worker = await registration();
  if (!worker) return "missing";
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const subscription = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await api.subscribe({
    endpoint: endpoint ?? "",
    keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
  });
  return "on";
}

export async function endPush(): Promise<void> {
  const worker = await registration();
  const subscription = await worker?.pushManager.getSubscription();
  if (!subscription) return;
  await api.endPush(subscription.endpoint);
  await subscription.unsubscribe();
}
