/** Notices soon when a line is dead though nobody has said so. */

/** Milliseconds of silence: after which to ask, to say so, and to give the line up. */
export const ASK_AFTER = 1_200;
export const SILENT_AFTER = 2_800;
export const DEAD_AFTER = 9_000;
const LOOK_EVERY = 400;
/** Nobody looks: asking now and then keeps the line open. */
const ASK_HIDDEN = 10_000;

export interface Line {
  ask(): void;
  silent(): void;
  dead(): void;
}

export class Heartbeat {
  private heardAt = 0;
  private askedAt = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly line: Line) {}

  /** A new line. */
  start(): void {
    this.stop();
    this.wake();
    this.timer = setInterval(() => this.look(), LOOK_EVERY);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Something came over the line. */
  heard(): void {
    this.heardAt = performance.now();
  }

  /** Timers may have slept: begin to count anew, and ask. */
  wake(): void {
    this.heardAt = this.askedAt = performance.now();
  }

  private look(): void {
    const now = performance.now();
    const silence = now - this.heardAt;
    const pause = document.hidden ? ASK_HIDDEN : ASK_AFTER;
    if (silence > pause && now - this.askedAt > pause) {
      this.askedAt = now;
      this.line.ask();
    }
    if (document.hidden) return;
    if (silence > DEAD_AFTER) this.line.dead();
    else if (silence > SILENT_AFTER) this.line.silent();
  }
}
