/** A table as it lives on the server: one WebSocket, what it has told, and what is shown of it. */

import { api, ApiError } from "../api/client.ts";
import type {
  Candidates,
  ChatMessage,
  GameEvent,
  LogTurn,
  Position,
  Preview,
  ServerMessage,
  Settled,
  TableInfo,
} from "../api/types.ts";
import { t } from "../i18n/index.ts";
import { PastPositions } from "./past-positions.ts";
import { PACE, settings } from "./settings.svelte.ts";
import { TableSocket } from "./table-socket.ts";
import { Planning } from "../table/planning.svelte.ts";
import { eventsSince, joinLog, previewsById, withChanges, type UpdateMessage } from "./updates.ts";

/** A position to show, however it came. ``last``: no more of its message follows. */
type Update = Omit<UpdateMessage, "position" | "changes" | "between"> & {
  position: Position;
  last: boolean;
};

export type Connection = "connecting" | "open" | "lost" | "refused";

/** An answer that takes more milliseconds is waited for visibly. */
const SHOW_WAIT_AFTER = 150;

/** A bot that is said to think and has not chosen after so many milliseconds takes its time. */
const SLOW_AFTER = 350;

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
  /** A bot has been thinking for a while: since when, and how long it may take, in seconds. */
  slowThinking: { since: number; limit: number | null } | null = $state.raw(null);
  /** It was told to move now. */
  moveNowSent = $state(false);
  /** What a bot considers, where only bots play; it stays until the next one thinks. */
  candidates: Candidates | null = $state.raw(null);
  /** The seat of a bot that has to wait before it can think. */
  waiting: number | null = $state(null);
  present: boolean[] = $state.raw([]);
  spectators = $state(0);
  /** A choice on its way to the server; until the answer no other one is taken. */
  pending = $state(false);
  /** The answer takes so long that the table says so; mostly the next question comes at once, and
   * nothing need be drawn between the two. */
  slow = $state(false);
  /** My turn is over, and bots still wait in case I take it back: until when. */
  heldUntil: number | null = $state(null);
  /** What the others did is shown once more. */
  replaying = $state(false);
  /** Where to go back to as practice, once that is confirmed. */
  backAsked: number | null = $state(null);
  /** The server's words when it refused something. */
  complaint = $state("");
  private realPreviews: Map<number, Preview> = $state.raw(new Map());
  /** My plan for my next turn, which may be on the screen in place of the real table. */
  readonly planning = new Planning(this);
  /** The server's time, less that of this machine. */
  timeOffset = $state(0);
  /** Called with everything that is said at the table. */
  onchat: ((message: ChatMessage) => void) | null = null;
  /** What became of the last proposal, until it is closed or something else is proposed. */
  settled: Settled | null = $state.raw(null);
  /** Whether to ask the others for an undo, once that is confirmed. */
  undoAsked = $state(false);

  shown: Position | null = $derived(
    this.past ?? (this.planning.open ? this.planning.copy : this.current),
  );
  looking: boolean = $derived(this.past !== null);
  /** What is asked on this screen, also while the answer is on its way. */
  asking = $derived(
    this.past
      ? null
      : this.planning.open
        ? (this.planning.copy?.decision ?? null)
        : this.behind // choices that are made already are still being shown
          ? null
          : (this.current?.decision ?? null),
  );
  /** The decision that can be answered on this screen now. */
  decision = $derived(this.slow || (this.planning.open && this.planning.busy) ? null : this.asking);
  previews: Map<number, Preview> = $derived(
    this.planning.open ? this.planning.previews : this.realPreviews,
  );
  /** Tells questions apart, those of a plan too. */
  question: number = $derived(
    this.planning.open ? -2 - (this.planning.copy?.version ?? 0) : (this.current?.version ?? -1),
  );
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
  /** Whether a game of bots is played here, which people can only watch. */
  onlyBots: boolean = $derived(
    this.info?.status === "running" && this.info.seats.every((s) => s.kind === "bot"),
  );
  mySeats: number[] = $derived(this.info?.seats.filter((s) => s.mine).map((s) => s.seat) ?? []);

  private socket: TableSocket;
  private greeted = false;
  private slowTimer: ReturnType<typeof setTimeout> | undefined;
  private holdTimer: ReturnType<typeof setTimeout> | undefined;
  private thinkingTimer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;
  private queue: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private freeAt = 0;
  private positions: PastPositions;
  private wanted: number | null = null;
  private replays = 0;
  private previewsOf = -1;

  constructor(readonly id: string) {
    this.positions = new PastPositions(id);
    this.socket = new TableSocket(id, {
      hear: (message) => this.hear(message),
      silent: () => {
        if (this.connection === "open") this.connection = "lost";
      },
      lost: (refused) => this.lost(refused),
    });
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.slowTimer);
    clearTimeout(this.holdTimer);
    clearTimeout(this.thinkingTimer);
    this.socket.close();
  }

  private lost(refused: number | null): void {
    this.greeted = false;
    this.setPending(false);
    this.thinkingOver();
    this.setHeld(false);
    if (refused !== null) {
      this.connection = "refused";
      if (refused === 4404) this.refusal = t.table.noSuchTable;
      else if (refused === 4423) this.refusal = t.errors.refusal("challenge_open");
      else this.refusal = t.table.notAllowed;
    } else this.connection = this.info ? "lost" : "connecting";
  }

  private hear(message: ServerMessage): void {
    // It was silent for a while, and is not dead.
    if (this.connection === "lost" && this.greeted) this.connection = "open";
    switch (message.type) {
      case "hello":
        this.greeted = true;
        this.connection = "open";
        this.setInfo(message.table);
        this.setPending(false);
        this.queue = [];
        clearTimeout(this.timer);
        this.timer = undefined;
        this.log = message.log;
        this.latest = message.position;
        if (message.position) this.show(message.position, []);
        void this.planning.refresh();
        break;
      case "plan":
        void this.planning.refresh();
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
        this.startThinking(message.limit);
        break;
      case "candidates":
        this.candidates = message;
        break;
      case "waiting":
        this.waiting = message.seat;
        break;
      case "ack":
        if (message.ref === this.asked) this.complaint = "";
        break;
      case "error":
        this.setPending(false);
        // Somebody was faster, or the line was: the position that follows says it all.
        if (message.code === "stale") this.socket.send({ type: "sync" });
        else this.complaint = t.errors.refusal(message.code, message.message);
        break;
      case "pong":
        break;
    }
  }

  private setPending(pending: boolean): void {
    clearTimeout(this.slowTimer);
    this.pending = pending;
    this.slow = false;
    if (pending) this.slowTimer = setTimeout(() => (this.slow = true), SHOW_WAIT_AFTER);
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
    this.moveNowSent = false;
    if (position.to_choose !== this.thinking) this.thinkingOver();
    this.waiting = null;
    const update = { ...rest, position, last: true };
    this.setHeld(this.canTakeBack(update));
    this.forgetAfter(update);
    this.queue.push(...passed, update);
    this.play();
  }

  // -- showing what happens --------------------------------------------------------------------

  private forgetAfter(update: Update): void {
    if (update.cause !== "act") this.positions.forgetFrom(update.position.step);
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
    this.setPending(false);
    this.complaint = "";
    this.realPreviews = new Map();
    if (position.decision && !this.behind) void this.fetchPreviews(position);
    this.planning.positionCame();
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
      this.realPreviews = previewsById(answer.previews);
    } catch {
      // Previews are a comfort; without them the game goes on.
    } finally {
      this.previewsOf = -1;
    }
  }

  // -- wishes ----------------------------------------------------------------------------------

  act(action: number): void {
    if (this.planning.open) {
      void this.planning.choose(action);
      return;
    }
    const position = this.current;
    if (!position || this.pending || this.connection !== "open") return;
    this.setPending(true);
    this.complaint = "";
    this.asked = this.socket.send({
      type: "act",
      version: position.version,
      action,
      notation: null,
      hold: settings.hold,
    });
  }

  /** Whether this ended my turn, and the bots that follow wait a moment. */
  private canTakeBack({ cause, by, position }: Update): boolean {
    const next = position.to_choose === null ? null : this.info?.seats[position.to_choose];
    return (
      settings.hold > 0 &&
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
    this.heldUntil = held ? performance.now() + settings.hold * 1000 : null;
    if (held) this.holdTimer = setTimeout(() => (this.heldUntil = null), settings.hold * 1000);
  }

  /** A bot thinks; if it goes on for a while, that is worth more than a word. */
  private startThinking(limit: number | null): void {
    const since = performance.now();
    if (this.slowThinking) this.slowThinking = { since, limit };
    else {
      clearTimeout(this.thinkingTimer);
      this.thinkingTimer = setTimeout(() => (this.slowThinking = { since, limit }), SLOW_AFTER);
    }
  }

  private thinkingOver(): void {
    clearTimeout(this.thinkingTimer);
    this.thinking = null;
    this.slowThinking = null;
  }

  /** Whether a bot can be told to move now. */
  canMoveNow: boolean = $derived(
    this.thinking !== null && this.slowThinking !== null && this.info?.can_move_now === true,
  );

  /** The bot that thinks is to choose the best it has found. */
  moveNow(): void {
    if (!this.canMoveNow || this.moveNowSent || !this.latest || this.connection !== "open") return;
    this.moveNowSent = true;
    this.socket.send({ type: "move_now", version: this.latest.version });
  }

  /** Nothing is taken back: the bots that wait go on. */
  goOn(): void {
    if (this.heldUntil === null || this.connection !== "open") return;
    this.setHeld(false);
    this.socket.send({ type: "release" });
  }

  undo(): void {
    if (this.planning.open) void this.planning.back();
    else this.takeBack("undo");
  }

  restart(): void {
    if (this.planning.open) void this.planning.back(this.planning.plan?.steps.length);
    else this.takeBack("restart");
  }

  /** Take the last choice back; where that is not allowed, go back as practice. */
  undoOrBack(): void {
    const undo = this.latest?.undo;
    if (this.planning.open || undo?.allowed) this.undo();
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
    this.setPending(true);
    this.asked = this.socket.send({ type: "back", version: position.version, step });
  }

  private takeBack(type: "undo" | "restart"): void {
    const position = this.latest;
    if (!position || this.pending || this.connection !== "open") return;
    this.setPending(true);
    this.asked = this.socket.send({ type, version: position.version });
  }

  // -- the past --------------------------------------------------------------------------------

  /** Show what happened in these steps once more, each for so many milliseconds. */
  async replay(first: number, last: number, pause: number): Promise<void> {
    const run = ++this.replays;
    this.replaying = true;
    for (let step = first; step <= last; step++) {
      const position = await this.pastAt(step);
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
    if (this.positions.fetching && !this.positions.has(this.wanted)) return;
    while (this.wanted !== null) {
      const wanted: number = this.wanted;
      const position = await this.pastAt(wanted);
      if (!position) return;
      if (this.wanted === wanted) {
        this.past = position;
        this.happened = [];
        return;
      }
    }
  }

  /** The position after so many choices; null where it cannot be had. */
  private async pastAt(step: number): Promise<Position | null> {
    try {
      return await this.positions.at(step, this.current?.seat ?? -1);
    } catch (problem) {
      if (problem instanceof ApiError) this.complaint = problem.message;
      return null;
    }
  }
}
