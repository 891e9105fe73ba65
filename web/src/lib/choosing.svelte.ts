/** Choosing: what is on offer, what the pointer or the keyboard rests on, what waits for a yes. */

import type { Attachment } from "svelte/attachments";
import type { Choice, Hint, HintChoice, Preview } from "../api/types.ts";
import type { LiveTable } from "./live.svelte.ts";
import { settings } from "./settings.svelte.ts";
import { tips } from "./tip.svelte.ts";

/** How the last press came: fingers get a second look before a choice is made. */
let lastPointer = "mouse";
export let lastInput: "pointer" | "keyboard" = "pointer";

export function watchInput(): () => void {
  const pointer = (event: PointerEvent): void => {
    lastPointer = event.pointerType;
    lastInput = "pointer";
  };
  const key = (): void => {
    lastInput = "keyboard";
  };
  addEventListener("pointerdown", pointer, true);
  addEventListener("keydown", key, true);
  return () => {
    removeEventListener("pointerdown", pointer, true);
    removeEventListener("keydown", key, true);
  };
}

export class Choosing {
  readonly table: LiveTable;
  /** Whether a choice may be made now; a lesson waits for its own. */
  guard: (choice: Choice) => boolean = () => true;
  /** The choices a lesson waits for: boards enlarge to these. */
  wanted: number[] = $state.raw([]);

  choices: Map<string, Choice> = $derived.by(
    () => new Map((this.table.decision?.choices ?? []).map((choice) => [choice.notation, choice])),
  );
  /** It ends with its question: what is drawn for it stays until then, even if it is chosen. */
  private over: { choice: Choice; question: number } | null = $state.raw(null);
  private asked: Choice | null = $state.raw(null);
  private told: Hint | null = $state.raw(null);
  /** A choice that came under the resting pointer by itself: it is meant once the pointer moves. */
  private passing: number | null = null;

  /** What the pointer or the focus rests on. */
  hovered: Choice | null = $derived.by(() =>
    this.over?.question === this.table.question ? this.live(this.over.choice) : null,
  );
  /** What has been picked and waits to be confirmed. */
  selected: Choice | null = $derived(this.live(this.asked));
  /** What previews are drawn for. */
  previewed: Choice | null = $derived(this.selected ?? this.hovered);
  preview: Preview | null = $derived.by(() =>
    this.previewed ? (this.table.previews.get(this.previewed.id) ?? null) : null,
  );

  /** The best choices for the present position, if somebody asked for them. */
  hints: HintChoice[] = $derived.by(() =>
    this.told && this.table.decision && this.told.version === this.table.current?.version
      ? this.told.choices
      : [],
  );

  constructor(table: LiveTable) {
    this.table = table;
  }

  /** Keep hints until the position changes; null: put them away. */
  hint(given: Hint | null): void {
    this.told = given;
  }

  /** Show what a choice would bring and ask whether to make it. */
  propose(choice: Choice): void {
    this.asked = choice;
  }

  private live(choice: Choice | null): Choice | null {
    return choice && this.choices.get(choice.notation)?.id === choice.id ? choice : null;
  }

  get(notation: string): Choice | undefined {
    return this.choices.get(notation);
  }

  /** The choices whose notation begins with one of the words. */
  of(...words: string[]): Choice[] {
    return [...this.choices.values()].filter((choice) => words.includes(choice.word));
  }

  why(notation: string): string | undefined {
    return this.table.decision?.explanations[notation];
  }

  /** Why something is not on offer now: the game's reason, or else where it belongs. */
  whyNot(notation: string, otherwise: string): string | undefined {
    if (!this.table.decision || this.get(notation)) return undefined;
    return this.why(notation) ?? otherwise;
  }

  hover(choice: Choice | null): void {
    this.over = choice && { choice, question: this.table.question };
  }

  /** A press on a choice. `direct`: a plain button that says what it does; `asked`: the second
   * press for something that gives something up. */
  pick(choice: Choice, direct = false, asked = false): void {
    if (this.table.pending || !this.guard(choice)) return;
    const ends = this.table.previews.get(choice.id)?.ends_turn === true;
    const ask =
      (lastPointer === "touch" && lastInput === "pointer" && !direct) ||
      (settings.confirm && ends) ||
      (!asked && choice.gives_up !== null);
    if (ask && this.selected?.id !== choice.id) {
      this.asked = choice;
      return;
    }
    this.asked = null;
    this.table.act(choice.id);
  }

  /** Whether the chooser would have less of something: a payment is worth a second look. */
  gives(choice: Choice): boolean {
    const own = this.table.previews
      .get(choice.id)
      ?.seats.find((change) => change.seat === this.table.current?.seat);
    return Object.values(own?.changes ?? {}).some((amount) => amount < 0);
  }

  cancel(): void {
    this.asked = null;
  }

  /**
   * What makes an element a place to choose at; nothing where there is no choice. `named`: its
   * content says already, to eye and ear, what it stands for.
   */
  attrs(choice: Choice | undefined, named = false): Record<string, unknown> {
    if (!choice) return {};
    return {
      role: "button",
      tabindex: 0,
      [named ? "aria-description" : "aria-label"]: choice.description,
      "data-choice": choice.id,
      "data-wanted": this.wanted.includes(choice.id) || undefined,
      onclick: (event: Event) => {
        event.stopPropagation();
        this.pick(choice);
      },
      onkeydown: (event: KeyboardEvent) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        this.pick(choice);
      },
      ...this.hoverAttrs(choice),
    };
  }

  hoverAttrs(choice: Choice): Record<string, unknown> {
    const leave = (): void => {
      if (this.over?.choice.id === choice.id) this.hover(null);
    };
    return {
      // A finger does not hover, and a bar that grows for it could take its tap away.
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        if (tips.resting(event)) this.passing = choice.id;
        else this.hover(choice);
      },
      onpointermove: () => {
        if (this.passing !== choice.id) return;
        this.passing = null;
        this.hover(choice);
      },
      onpointerleave: () => {
        this.passing = null;
        leave();
      },
      onfocus: (event: FocusEvent) => {
        if ((event.target as Element).matches(":focus-visible")) this.hover(choice);
      },
      // An element that vanishes loses the focus in the midst of drawing: not the time for changes.
      onblur: () => queueMicrotask(leave),
    };
  }
}

/** The name of a button with a choice: what stands on it, and all that the choice means. */
export function wholeName(shown: string, choice: Choice): string {
  const words = shown.replace(/\s+/g, " ").trim();
  // What a name has in brackets only is no part of it for people who speak to their computer.
  const bare = (text: string): string => text.replace(/\s*\([^()]*\)/g, "");
  return bare(choice.description).includes(bare(words))
    ? choice.description
    : `${words}. ${choice.description}`;
}

/** The text of a node that can be seen: the name of a button begins with it, and nothing else. */
function seenText(node: Node): string {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.nodeValue! : "";
  if (node.classList.contains("visually-hidden")) return "";
  return [...node.childNodes].map(seenText).join("");
}

/** Names a button after the choice; what stands on the element is part of the name. */
export function named(choice: () => Choice): Attachment<HTMLElement> {
  return (button) => {
    // Arrows and the like say nothing; figures beside pictures are seen, so they are named.
    const shown = [...button.childNodes].map(seenText).filter((text) => /[\p{L}\p{N}]/u.test(text));
    button.ariaLabel = wholeName(shown.join(" "), choice());
  };
}

/** The place to choose at that lies next in a direction, seen from where the focus is. */
export function neighbour(
  from: { x: number; y: number },
  places: { x: number; y: number }[],
  direction: "left" | "right" | "up" | "down",
): number {
  let best = -1;
  let least = Infinity;
  places.forEach((place, i) => {
    const dx = place.x - from.x;
    const dy = place.y - from.y;
    const along =
      direction === "left" ? -dx : direction === "right" ? dx : direction === "up" ? -dy : dy;
    const aside = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    if (along < 2) return;
    const far = along + 2.2 * aside;
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
}
