/** Explanations that appear beside a thing: at a hover, at keyboard focus, at a long press. */

import type { Snippet } from "svelte";
import type { Attachment } from "svelte/attachments";

export interface Tip {
  anchor: Element;
  /** Content: a snippet with its argument, or plain text. */
  text?: string;
  snippet?: Snippet<[never]>;
  arg?: unknown;
}

/** An icon under the pointer: its name, and what it is in the rulebook. */
export interface PointedIcon {
  element: Element;
  name: string;
  thing: string;
}

const HOVER_AFTER = 220;
const PRESS_AFTER = 450;
/** What slides under a resting pointer while the page scrolls asks for no explanation. */
const SCROLL_CALM = 250;

const place = (event: PointerEvent): { x: number; y: number } => ({
  x: event.screenX,
  y: event.screenY,
});

class Tips {
  shown: Tip | null = $state.raw(null);
  icon: PointedIcon | null = $state.raw(null);
  /** The paragraph of the rules that belongs to what is shown. */
  rule = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private scrolledAt = -Infinity;

  private at = { x: NaN, y: NaN };
  /** After a tap browsers let a mouse enter what comes to lie there, though nothing has moved. */
  private touched = false;
  private movedOver: Element | null = null;

  constructor() {
    addEventListener("scroll", () => this.scrolled(), { capture: true, passive: true });
    const moved = (event: PointerEvent): void => {
      this.at = place(event);
      this.touched = event.pointerType === "touch";
      this.movedOver = event.target instanceof Element ? event.target : null;
    };
    for (const name of ["pointermove", "pointerup"] as const)
      addEventListener(name, moved, { capture: true, passive: true });
  }

  /** What the pointer was moved to and still rests on. */
  get pointed(): Element | null {
    return this.movedOver?.isConnected && this.movedOver.matches(":hover") ? this.movedOver : null;
  }

  /** Whether the pointer rests: something else has come under it, which nobody pointed at. */
  resting(event: PointerEvent): boolean {
    const { x, y } = place(event);
    return this.touched || (x === this.at.x && y === this.at.y);
  }

  private scrolled(): void {
    this.scrolledAt = performance.now();
    this.close();
  }

  get scrolling(): boolean {
    return performance.now() - this.scrolledAt < SCROLL_CALM;
  }

  open(tip: Tip, after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (tip.anchor.isConnected) this.shown = tip;
    }, after);
  }

  close(anchor?: Element): void {
    if (anchor && this.shown && this.shown.anchor !== anchor) return;
    clearTimeout(this.timer);
    this.shown = null;
  }
}

export const tips = new Tips();

const withTip = new WeakSet<Element>();

/** Whether an element, or something it is in, has an explanation. */
export function explained(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (withTip.has(at)) return true;
  return false;
}

/** Attach an explanation to an element; null: none. */
export function tip(content: () => Omit<Tip, "anchor"> | null): Attachment<Element> {
  return (element) => {
    withTip.add(element);
    let pressed = false;
    /** It came under the pointer by itself; it is meant once the pointer moves. */
    let passing = false;
    const make = (): Tip | null => {
      const made = content();
      return made && { anchor: element, ...made };
    };
    const show = (after: number): void => {
      const made = make();
      if (made) tips.open(made, after);
    };
    const enter = (event: Event): void => {
      if ((event as PointerEvent).pointerType !== "mouse") return;
      passing = tips.scrolling || tips.resting(event as PointerEvent);
      if (!passing) show(HOVER_AFTER);
    };
    const move = (): void => {
      if (!passing) return;
      passing = false;
      show(HOVER_AFTER);
    };
    // An element may lose the pointer or the focus because it vanishes, in the midst of drawing.
    const leave = (event: Event): void => {
      // A finger that is lifted leaves too; what it has opened stays until the next tap.
      if ("pointerType" in event && event.pointerType !== "mouse") return;
      passing = false;
      queueMicrotask(() => tips.close(element));
    };
    const focus = (): void => {
      if (element.matches(":focus-visible")) show(60);
    };
    const down = (event: Event): void => {
      pressed = false;
      if ((event as PointerEvent).pointerType === "mouse") {
        tips.close(element);
        return;
      }
      const made = make();
      if (!made) return;
      const timer = setTimeout(() => {
        pressed = true;
        tips.open(made, 0);
      }, PRESS_AFTER);
      const stop = (): void => clearTimeout(timer);
      element.addEventListener("pointerup", stop, { once: true });
      element.addEventListener("pointercancel", stop, { once: true });
    };
    // The press that opened the explanation is no choice.
    const click = (event: Event): void => {
      if (!pressed) return;
      pressed = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const menu = (event: Event): void => {
      if (pressed) event.preventDefault();
    };
    const on: [string, (event: Event) => void, boolean?][] = [
      ["pointerenter", enter],
      ["pointermove", move],
      ["pointerleave", leave],
      ["focus", focus],
      ["blur", leave],
      ["pointerdown", down],
      ["click", click, true],
      ["contextmenu", menu],
    ];
    for (const [name, handler, capture] of on) element.addEventListener(name, handler, capture);
    return () => {
      withTip.delete(element);
      for (const [name, handler, capture] of on)
        element.removeEventListener(name, handler, capture);
      tips.close(element);
    };
  };
}
