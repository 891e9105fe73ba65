/** A table as it lives on the server: one WebSocket, what it has told, and what is shown of it. */

import { api, ApiError } from "../api/client.ts";
import {
  eventsOf,
  type ChatMessage,
  type ClientMessage,
  type GameEvent,
  type LogTurn,
  type Position,
  type Preview,
  type ServerMessage,
  type Settled,
  type TableInfo,
} from "../api/types.ts";
import { t } from "../i18n/index.ts";
import { language } from "../i18n/language.ts";
import { Heartbeat } from "./heartbeat.ts";
import { PACE, settings } from "./settings.svelte.ts";

type UpdateMessage = Extract<ServerMessage, { type: "update" }>;
/** A position to show, however it came. ``last``: no more of its message follows. */
type Update = Omit<UpdateMessage, "position" | "changes" | "between"> & {
  position: Position;
  last: boolean;
};
type Change = NonNullable<UpdateMessage["changes"]>[number];
type Wish = ClientMessage extends infer M ? (M extends unknown ? Omit<M, "ref"> : never) : never;

export type Connection = "connecting" | "open" | "lost" | "refused";

const HISTORY_KEPT = 400;
/** How long bots wait for a turn to be taken back, in seconds. */
const HOLD = 2;

/** The log after an update: turns from log_from on are replaced. */
export function joinLog(log: LogTurn[], from: number, turns: LogTurn[]): LogTurn[] {
  return [...log.filter((turn) => turn.turn < from), ...turns];
}

/** A position with what has changed since; the old one stays as it is. */
export function withChanges(position: Position, changes: Change[]): Position {
  return changes.reduce<unknown>(
    (whole, { path, value }) => put(whole, path, value),
    position,
  ) as Position;
}

function put(inside: unknown, [key, ...rest]: (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(inside)) {
    return (inside as unknown[]).map((part, place) =>
      place === key ? put(part, rest, value) : part,
    );
  }
  const parts = inside as Record<string, unknown>;
  return { ...parts, [key]: put(parts[key], rest, value) };
}

/** What happened in steps after the given one, up to another. */
export function eventsSince(log: LogTurn[], step: number, last = Infinity): GameEvent[] {
  return log.flatMap((turn) =>
    eventsOf({ ...turn, steps: turn.steps.filter((s) => s.step > step && s.step <= last) }),
  );
}

/** How long to wait before the n-th attempt to connect again. */
export function pauseBefore(attempt: number, random: number): number {
  return Math.min(10_000, 400 * 2 ** Math.min(attempt, 6)) * (0.7 + 0.6 * random);
}

export class LiveTable {
  info: TableInfo | null = $state.raw(null);
  /** The position as told last, perhaps not shown yet. */
  latest: Position | null = $state.raw(null);
  /** The position the table has come to on this screen. */
  current: Position | null = $state.raw(null);
  /** A position of the past that is looked at. */
  past: Position | null = $state.raw(null);
  log: LogTurn[] = $state.raw([]);
  /** What happened between the last two positions shown. */
  happened: GameEvent[] = $state.raw([]);
  /** Grows with each position shown, so that equal events in a row are told apart. */
  beat = $state(0);
  connection: Connection = $state("connecting");
  refusal = $state("");
  thinking: number | null = $state(null);
  /** The seat of a bot that has to wait before it can think. */
  waiting: number | null = $state(null);
  present: boolean[] = $state.raw([]);
  spectators = $state(0);
  /** A choice on its way to the server. */
  pending = $state(false);
  /** My turn is over, and bots still wait in case I take it back: until when. */
  heldUntil: number | null = $state(null);
  /** What the others did is shown once more. */
  replaying = $state(false);
  /** Where to go back to as practice, once that is confirmed. */
  backAsked: number | null = $state(null);
  /** The server's words when it refused something. */
  complaint = $state("");
  previews: Map<number, Preview> = $state.raw(new Map());
  /** The server's time, less that of this machine. */
  timeOffset = $state(0);
  /** Called with everything that is said at the table. */
  onchat: ((message: ChatMessage) => void) | null = null;
  /** What became of the last proposal, until it is closed or something else is proposed. */
  settled: Settled | null = $state.raw(null);
  /** Whether to ask the others for an undo, once that is confirmed. */
  undoAsked = $state(false);

  shown: Position | null = $derived(this.past ?? this.current);
  looking: boolean = $derived(this.past !== null);
  /** The decision that can be answered on this screen now. */
  decision = $derived(this.past || this.pending ? null : (this.current?.decision ?? null));
  /** How many choices stand before my last one, where practice may go back to it. */
  backStep: number | null = $derived(
    this.info?.can_go_back ? (this.latest?.undo?.back ?? null) : null,
  );
  /** Whether I play here with other people, so that there is somebody to ask. */
  playsWithPeople: boolean = $derived(
    this.info?.status === "running" &&
      this.info.seats.some((s) => s.mine && !s.driver) &&
      this.info.seats.some((s) => !s.mine && (s.kind === "human" || s.kind === "hotseat")),
  );
  /** Whether my last choice can be taken back if the others agree. */
  canAskUndo: boolean = $derived(
    this.playsWithPeople &&
      this.info?.proposal === null &&
      this.latest?.undo?.allowed === false &&
      this.latest.undo.back !== null,
  );
  mySeats: number[] = $derived(this.info?.seats.filter((s) => s.mine).map((s) => s.seat) ?? []);

  private socket: WebSocket | null = null;
  private greeted = false;
  private attempt = 0;
  private closed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat = new Heartbeat({
    ask: () => this.ping(),
    silent: () => {
      if (this.connection === "open") this.connection = "lost";
    },
    dead: () => {
      if (this.socket) this.drop(this.socket);
    },
  });
  private holdTimer: ReturnType<typeof setTimeout> | undefined;
  private refs = 0;
  private asked = 0;
  private queue: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private freeAt = 0;
  private positions = new Map<number, Position>();
  private wanted: number | null = null;
  private replays = 0;
  private fetching = false;
  private previewsOf = -1;

  constructor(readonly id: string) {
    this.connect();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.offline);
    document.addEventListener("visibilitychange", this.hurry);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    clearTimeout(this.timer);
    clearTimeout(this.holdTimer);
    this.heartbeat.stop();
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.offline);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  // -- the connection --------------------------------------------------------------------------

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
      // It was silent for a while, and is not dead.
      if (this.connection === "lost" && this.greeted) this.connection = "open";
      this.hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.closed) return;
      this.lost(event);
    };
    this.greeted = false;
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
    this.pending = false;
    this.setHeld(false);
    if (event && (event.code === 4404 || event.code === 4403)) {
      this.connection = "refused";
      this.refusal = event.code === 4404 ? t.table.noSuchTable : t.table.notAllowed;
      return;
    }
    this.connection = this.info ? "lost" : "connecting";
    this.retry = setTimeout(() => this.connect(), pauseBefore(this.attempt++, Math.random()));
  }

  /** The network or the person has come back: do not wait for the pause to end. */
  private hurry = (): void => {
    if (document.hidden || this.connection === "refused") return;
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

  private send(wish: Wish): number {
    const ref = ++this.refs;
    this.socket?.send(JSON.stringify({ ...wish, ref }));
    return ref;
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case "hello":
        this.attempt = 0;
        this.greeted = true;
        this.connection = "open";
        this.setInfo(message.table);
        this.pending = false;
        this.queue = [];
        clearTimeout(this.timer);
        this.timer = undefined;
        this.log = message.log;
        this.latest = message.position;
        if (message.position) this.show(message.position, []);
        break;
      case "update":
        this.update(message);
        break;
      case "table":
        this.setInfo(message.table);
        break;
      case "clock":
        if (this.info) this.setInfo({ ...this.info, clock: message.clock });
        break;
      case "chat":
        this.onchat?.(message.message);
        break;
      case "settled":
        this.settled = message;
        break;
      case "presence":
        this.present = message.seats;
        this.spectators = message.spectators;
        break;
      case "thinking":
        this.thinking = message.seat;
        this.waiting = null;
        break;
      case "waiting":
        this.waiting = message.seat;
        break;
      case "ack":
        if (message.ref === this.asked) this.complaint = "";
        break;
      case "error":
        this.pending = false;
        // Somebody was faster, or the line was: the position that follows says it all.
        if (message.code === "stale") this.send({ type: "sync" });
        else this.complaint = t.errors.refusal(message.code, message.message);
        break;
      case "pong":
        break;
    }
  }

  private setInfo(info: TableInfo): void {
    this.info = info;
    if (info.clock) this.timeOffset = info.clock.now - Date.now();
    if (info.proposal) this.settled = null;
  }

  /** Wait for the answer to a request; what the server says against it is shown. */
  async ask(answer: Promise<unknown>): Promise<void> {
    this.complaint = "";
    try {
      await answer;
    } catch (problem) {
      if (problem instanceof ApiError) this.complaint = problem.message;
    }
  }

  private update(message: UpdateMessage): void {
    const { position: whole, changes, between, ...rest } = message;
    let before = this.latest;
    const passed: Update[] = [];
    for (const step of before ? between : []) {
      before = withChanges(before!, step);
      passed.push({ ...rest, position: before, last: false });
    }
    const position = whole ?? (before && withChanges(before, changes ?? []));
    if (!position) return;
    this.latest = position;
    if (position.to_choose !== this.thinking) this.thinking = null;
    this.waiting = null;
    const update = { ...rest, position, last: true };
    this.setHeld(this.canTakeBack(update));
    this.forgetAfter(update);
    this.queue.push(...passed, update);
    this.play();
  }

  // -- showing what happens --------------------------------------------------------------------

  private forgetAfter(update: Update): void {
    if (update.cause === "act") return;
    for (const step of this.positions.keys()) {
      if (step >= update.position.step) this.positions.delete(step);
    }
  }

  /** Shows the next update when the one before has been seen long enough. */
  private play(): void {
    if (this.timer !== undefined) return;
    const next = this.queue[0];
    if (!next) return;
    const wait = this.freeAt - performance.now();
    if (wait > 0 && !document.hidden) {
      this.timer = setTimeout(() => {
        this.timer = undefined;
        this.play();
      }, wait);
      return;
    }
    this.queue.shift();
    if (next.last) this.log = joinLog(this.log, next.log_from, next.log);
    const before = this.current;
    const events =
      next.cause === "act" && before ? eventsSince(next.log, before.step, next.position.step) : [];
    this.show(next.position, events);
    this.freeAt = performance.now() + this.hold(next, events);
    this.play();
  }

  /** How long an update deserves to be looked at. Who is far behind catches up. */
  private hold(update: Update, events: GameEvent[]): number {
    if (update.cause !== "act" || events.length === 0) return 0;
    const mine = update.by !== null && this.mySeats.includes(update.by);
    const pace = PACE[settings.pace] * (mine ? 0.45 : 1);
    return this.queue.length > 12 ? pace / 6 : this.queue.length > 5 ? pace / 2 : pace;
  }

  private show(position: Position, events: GameEvent[]): void {
    this.current = position;
    this.happened = events;
    this.beat++;
    this.pending = false;
    this.complaint = "";
    this.previews = new Map();
    if (position.decision) void this.fetchPreviews(position);
  }

  get behind(): boolean {
    return (
      this.latest !== null && this.current !== null && this.latest.version !== this.current.version
    );
  }

  private async fetchPreviews(position: Position): Promise<void> {
    if (this.previewsOf === position.version) return;
    this.previewsOf = position.version;
    try {
      const answer = await api.previews(this.id, position.seat);
      if (answer.version !== this.current?.version) return;
      // A choice that does nothing yet is known by what comes of it in any case.
      this.previews = new Map(
        answer.previews.map((p) => [
          p.action,
          p.then ? { ...p, seats: p.then.seats, events: p.then.events } : p,
        ]),
      );
    } catch {
      // Previews are a comfort; without them the game goes on.
    } finally {
      this.previewsOf = -1;
    }
  }

  // -- wishes ----------------------------------------------------------------------------------

  act(action: number): void {
    const position = this.current;
    if (!position || this.pending || this.connection !== "open") return;
    this.pending = true;
    this.complaint = "";
    const hold = settings.hold ? HOLD : 0;
    this.asked = this.send({
      type: "act",
      version: position.version,
      action,
      notation: null,
      hold,
    });
  }

  /** Whether this ended my turn, and the bots that follow wait a moment. */
  private canTakeBack({ cause, by, position }: Update): boolean {
    const next = position.to_choose === null ? null : this.info?.seats[position.to_choose];
    return (
      settings.hold &&
      cause === "act" &&
      by !== null &&
      this.mySeats.includes(by) &&
      next?.kind === "bot" &&
      this.info?.hints === true &&
      position.undo?.allowed === true
    );
  }

  private setHeld(held: boolean): void {
    clearTimeout(this.holdTimer);
    this.heldUntil = held ? performance.now() + HOLD * 1000 : null;
    if (held) this.holdTimer = setTimeout(() => (this.heldUntil = null), HOLD * 1000);
  }

  /** Nothing is taken back: the bots that wait go on. */
  goOn(): void {
    if (this.heldUntil === null || this.connection !== "open") return;
    this.setHeld(false);
    this.send({ type: "release" });
  }

  undo(): void {
    this.takeBack("undo");
  }

  restart(): void {
    this.takeBack("restart");
  }

  /** Take the last choice back; where that is not allowed, go back as practice. */
  undoOrBack(): void {
    const undo = this.latest?.undo;
    if (undo?.allowed) this.undo();
    else if (this.backStep !== null) this.askBack(this.backStep);
    else if (this.canAskUndo) this.undoAsked = true;
    else this.complaint = t.table.undoNo(undo?.reason ?? t.table.undoOff);
  }

  /** Ask the others to let me take my last choice back. */
  proposeUndo(): void {
    this.undoAsked = false;
    const version = this.latest?.version ?? 0;
    void this.ask(api.propose(this.id, { kind: "undo", version }));
  }

  /** Go back as practice; asks first where the game would count otherwise. */
  askBack(step: number): void {
    if (this.info?.counts) this.backAsked = step;
    else this.goBack(step);
  }

  /** Go back to my last choice with at most so many choices before it: practice. */
  goBack(step: number): void {
    this.backAsked = null;
    const position = this.latest;
    if (!position || this.pending || this.connection !== "open") return;
    void this.lookAt(null);
    this.pending = true;
    this.asked = this.send({ type: "back", version: position.version, step });
  }

  private takeBack(type: "undo" | "restart"): void {
    const position = this.latest;
    if (!position || this.pending || this.connection !== "open") return;
    this.pending = true;
    this.asked = this.send({ type, version: position.version });
  }

  // -- the past --------------------------------------------------------------------------------

  /** Show what happened in these steps once more, each for so many milliseconds. */
  async replay(first: number, last: number, pause: number): Promise<void> {
    const run = ++this.replays;
    this.replaying = true;
    for (let step = first; step <= last; step++) {
      const position = this.positions.get(step) ?? (await this.fetchPast(step));
      if (run !== this.replays) return;
      if (!position) break;
      this.past = position;
      this.happened = eventsSince(this.log, step - 1, step);
      this.beat++;
      if (this.happened.length) await new Promise((done) => setTimeout(done, pause));
      if (run !== this.replays) return;
    }
    await this.lookAt(null);
  }

  /** Look at the position after so many choices; null: back to the present. */
  async lookAt(step: number | null): Promise<void> {
    this.replays++;
    this.replaying = false;
    const last = this.current?.step ?? 0;
    if (step === null || step >= last) {
      this.wanted = null;
      this.past = null;
      return;
    }
    this.wanted = Math.max(0, step);
    // Who drags the slider wishes faster than answers come: one request at a time, the last wish wins.
    if (this.fetching && !this.positions.has(this.wanted)) return;
    while (this.wanted !== null) {
      const wanted: number = this.wanted;
      const position: Position | null =
        this.positions.get(wanted) ?? (await this.fetchPast(wanted));
      if (!position) return;
      if (this.wanted === wanted) {
        this.past = position;
        this.happened = [];
        return;
      }
    }
  }

  private async fetchPast(step: number): Promise<Position | null> {
    this.fetching = true;
    try {
      const position = await api.history(this.id, step, this.current?.seat ?? -1);
      if (this.positions.size > HISTORY_KEPT) this.positions.clear();
      this.positions.set(step, position);
      return position;
    } catch (problem) {
      if (problem instanceof ApiError) this.complaint = problem.message;
      return null;
    } finally {
      this.fetching = false;
    }
  }
}
