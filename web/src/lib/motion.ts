/** Short movements of pieces. They last no time where no motion is wanted. */

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "./settings.svelte.ts";

const still = (): boolean => settings.pace === "none";

/** A piece comes down onto the board. */
export function drop(_: Element, { delay = 0 }: { delay?: number } = {}): TransitionConfig {
  return {
    delay: still() ? 0 : delay,
    duration: still() ? 0 : 420,
    easing: cubicOut,
    css: (part, rest) =>
      `opacity: ${Math.min(1, part * 2)}; transform: translateY(${-46 * rest}px) scale(${1 + 0.35 * rest})`,
  };
}

/** A piece leaves. */
export function lift(_: Element): TransitionConfig {
  return {
    duration: still() ? 0 : 350,
    css: (part, rest) =>
      `opacity: ${part}; transform: translateY(${-30 * rest}px) scale(${1 - 0.3 * rest})`,
  };
}

export function appear(_: Element, { delay = 0 }: { delay?: number } = {}): TransitionConfig {
  return {
    delay: still() ? 0 : delay,
    duration: still() ? 0 : 300,
    easing: cubicOut,
    css: (part, rest) => `opacity: ${part}; transform: scale(${1 - 0.12 * rest})`,
  };
}
