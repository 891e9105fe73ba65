/** The WebSocket of a table: it comes back by itself when the line breaks. */

import type { ClientMessage, ServerMessage } from "../api/types.ts";
import { language } from "../i18n/language.ts";
import { Heartbeat } from "./heartbeat.ts";

export type Wish = ClientMessage extends infer M
  ? M extends unknown
    ? Omit<M, "ref">
    : never
  : never;

/** Codes with which the server closes for good: there is no such table, or it is not for me (yet). */
const REFUSED = [4404, 4403, 4423];

export interface SocketListener {
  hear: (message: ServerMessage) => void;
  /** No message has come for a while; the line may be dead. */
  silent: () => void;
  /** The line is dead and is tried again, or the server refused with a code. */
  lost: (refused: number | null) => void;
}

/** How long to wait before the n-th attempt to connect again. */
export function pauseBefore(attempt: number, random: number): number {
  return Math.min(10_000, 400 * 2 ** Math.min(attempt, 6)) * (0.7 + 0.6 * random);
}

export class TableSocket {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private closed = false;
  private refused = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private refs = 0;
  private heartbeat = new Heartbeat({
    ask: () => this.ping(),
    silent: () => this.listener.silent(),
    dead: () => {
      if (this.socket) this.drop(this.socket);
    },
  });

  constructor(
    private readonly id: string,
    private readonly listener: SocketListener,
  ) {
    this.connect();
    addEventListener("online", this.reconnectNow);
    addEventListener("offline", this.offline);
    document.addEventListener("visibilitychange", this.reconnectNow);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.heartbeat.stop();
    removeEventListener("online", this.reconnectNow);
    removeEventListener("offline", this.offline);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.socket?.close();
  }

  /** Send a message; its answer names the number that is returned. */
  send(wish: Wish): number {
    const ref = ++this.refs;
    this.socket?.send(JSON.stringify({ ...wish, ref }));
    return ref;
  }

  private connect(): void {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/live?language=${language}`,
    );
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.heartbeat.heard();
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === "hello") this.attempt = 0;
      this.listener.hear(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      this.lost(event);
    };
    this.heartbeat.start();
  }

  private ping(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.send({ type: "ping" });
  }

  private drop(socket: WebSocket): void {
    socket.onclose = null;
    socket.close();
    this.lost(null);
  }

  private lost(event: CloseEvent | null): void {
    this.heartbeat.stop();
    this.socket = null;
    this.refused = event !== null && REFUSED.includes(event.code);
    this.listener.lost(this.refused ? event!.code : null);
    if (!this.refused)
      this.retry = setTimeout(() => this.connect(), pauseBefore(this.attempt++, Math.random()));
  }

  /** The network or the person has come back: do not wait for the pause to end. */
  private reconnectNow = (): void => {
    if (document.hidden || this.refused) return;
    if (!this.socket) this.connect();
    else {
      this.heartbeat.wake();
      this.ping();
    }
  };

  /** The browser knows that the network is gone: say so at once. */
  private offline = (): void => {
    if (this.socket) this.drop(this.socket);
  };
}
