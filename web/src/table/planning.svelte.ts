/**
 * My plan for my next turn, made on a private copy of the game. The server draws the copy from what
 * I may know; nothing of it is on the real table before the plan is played.
 */

import { plansApi } from "../api/plans.ts";
import type { PlanInfo, PlanState, Position, Preview } from "../api/types.ts";
import type { LiveTable } from "../lib/live.svelte.ts";
import { settings } from "../lib/settings.svelte.ts";
import { previewsById } from "../lib/updates.ts";

export class Planning {
  plan: PlanInfo | null = $state.raw(null);
  /** The position on the private copy. */
  copy: Position | null = $state.raw(null);
  /** Whether the copy is on the screen in place of the real table. */
  wanted = $state(false);
  busy = $state(false);
  previews: Map<number, Preview> = $state.raw(new Map());

  private asked = 0;

  open: boolean = $derived.by(() => this.wanted && this.copy !== null);
  /** Where it is the turn for which a plan is kept. */
  ready: boolean = $derived.by(
    () => this.plan?.outlook != null && this.table.current?.decision != null,
  );
  /** A plan that has stopped is news for as long as its turn lasts. */
  stopped: boolean = $derived.by(
    () => this.plan?.status === "stopped" && this.plan.turn === this.table.current?.turn,
  );
  /** Whether I wait for other people and could plan meanwhile. */
  possible: boolean = $derived.by(() => {
    const { info, current } = this.table;
    const mine = current?.to_choose != null && this.table.mySeats.includes(current.to_choose);
    return this.table.playsWithPeople && !mine && current?.over === false && info?.lesson === null;
  });

  constructor(private readonly table: LiveTable) {}

  private get seat(): number | null {
    return this.plan?.seat ?? this.table.current?.seat ?? null;
  }

  /** Look what is stored: on coming in, when it was changed elsewhere, when the turn comes. */
  async refresh(): Promise<void> {
    if (!this.table.playsWithPeople) {
      this.take({ plan: null, position: null });
      return;
    }
    const asked = ++this.asked;
    try {
      const state = await plansApi.plan(this.table.id, this.table.current?.seat ?? null);
      if (asked === this.asked && !this.busy) this.take(state);
    } catch {
      // Without the plan the game goes on; it is asked for again with the next change.
    }
  }

  /** A new position: where it is my turn, ask how far the plan would come; where it is not any
   * more, that is out of date. */
  positionCame(): void {
    const mine = this.table.current?.decision != null;
    const foreseen = this.plan?.outlook != null;
    if (this.plan?.status === "kept" && mine !== foreseen && !this.busy) void this.refresh();
  }

  private take(state: PlanState): void {
    this.asked++;
    this.plan = state.plan;
    this.copy = state.position;
    if (!state.position) this.wanted = false;
    this.previews = new Map();
    if (state.position?.decision && this.wanted) void this.fetchPreviews();
  }

  private async fetchPreviews(): Promise<void> {
    const revision = this.plan?.revision;
    try {
      const answer = await plansApi.previews(this.table.id, this.seat);
      if (answer.version === this.plan?.revision && revision === this.plan.revision)
        this.previews = previewsById(answer.previews);
    } catch {
      // Previews are a comfort.
    }
  }

  /** Ask the server for something; what it says against it is shown, and what is stored. */
  private async ask(answer: Promise<PlanState>): Promise<boolean> {
    this.busy = true;
    let fine = false;
    await this.table.ask(
      answer.then((state) => {
        fine = true;
        this.take(state);
      }),
    );
    this.busy = false;
    if (!fine) await this.refresh();
    return fine;
  }

  /** A new copy, drawn from what I may know now; it replaces the plan there was. */
  async begin(): Promise<void> {
    this.wanted = true;
    await this.ask(plansApi.begin(this.table.id, this.table.current?.seat ?? null));
  }

  /** Put the copy on the screen again. */
  show(): void {
    this.wanted = true;
    if (this.copy?.decision && this.previews.size === 0) void this.fetchPreviews();
  }

  hide(): void {
    this.wanted = false;
  }

  async choose(action: number): Promise<void> {
    if (!this.plan || this.busy) return;
    await this.ask(plansApi.choose(this.table.id, this.seat, this.plan.revision, action));
  }

  /** Take the last choices out of the plan. */
  async back(count = 1): Promise<void> {
    if (!this.plan?.steps.length || this.busy) return;
    await this.ask(plansApi.back(this.table.id, this.seat, this.plan.revision, count));
  }

  /** Keep the plan for my turn. Returns whether it is kept. */
  async keep(automatic: boolean): Promise<boolean> {
    if (!this.plan || this.busy) return false;
    return this.ask(plansApi.keep(this.table.id, this.seat, this.plan.revision, automatic));
  }

  async discard(): Promise<void> {
    const seat = this.seat;
    this.wanted = false;
    await this.table.ask(plansApi.discard(this.table.id, seat));
    await this.refresh();
  }

  /** Play the plan that is kept; the position that follows shows what came of it. */
  async play(): Promise<void> {
    const version = this.table.current?.version;
    if (version === undefined || this.busy) return;
    this.wanted = false;
    this.busy = true;
    await this.table.ask(plansApi.play(this.table.id, this.seat, version, settings.hold));
    this.busy = false;
    await this.refresh();
  }
}
