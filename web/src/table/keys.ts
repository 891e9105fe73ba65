/** Going from choice to choice by the keyboard, and bringing choices into sight. */

import type { Choice } from "../api/types.ts";
import { neighbour } from "../lib/choosing.svelte.ts";

export type Direction = "left" | "right" | "up" | "down";

export const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** All that can be chosen on the page now; where a menu is open, only what is in it. */
function choicePlaces(): HTMLElement[] {
  const menu = document.querySelector("[popover]:popover-open");
  return [...(menu ?? document).querySelectorAll<HTMLElement>("[data-choice]")].filter(
    (element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && !element.closest("[popover]:not(:popover-open)");
    },
  );
}

export function focusChoice(): void {
  if (document.activeElement?.matches("[data-choice]")) return;
  choicePlaces()[0]?.focus();
}

/** Moves the focus to the next choice in a direction. */
export function goTo(direction: Direction): void {
  const found = choicePlaces();
  const at = found.indexOf(document.activeElement as HTMLElement);
  if (at < 0) {
    found[0]?.focus();
    return;
  }
  const centre = (element: Element): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const others = found.filter((_, n) => n !== at);
  const target = others[neighbour(centre(found[at]!), others.map(centre), direction)];
  if (!target) return;
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The element where a choice lies on the table, if it is in sight of its tab. */
export function choiceElement(action: number): Element | null {
  const found = document.querySelectorAll(`[data-choice="${action}"], [data-choices~="${action}"]`);
  for (const element of found) {
    const box = element.getBoundingClientRect();
    if (box.width > 0 && box.height > 0 && !element.closest("[popover]")) return element;
  }
  return null;
}

/** Where a hint's number belongs: at the corner of a card or button, in the middle of a place. */
export function hintPlace(action: number): { x: number; y: number } | null {
  const element = choiceElement(action);
  if (!element || element.closest(".ask")) return null;
  const box = element.getBoundingClientRect();
  const drawn = element instanceof SVGElement;
  const x = drawn ? box.left + box.width / 2 : box.left + 6;
  const y = drawn ? box.top + box.height / 2 : box.top + 6;
  const frame = element.closest(".box")?.getBoundingClientRect();
  if (frame && (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom))
    return null;
  return { x, y };
}

/** The middle of an element can be seen: inside the window and its scrollers, not under the bar. */
export function inSight(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return false;
  const bar = element.closest(".ask") ? null : document.querySelector(".ask .question");
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (!/auto|scroll|hidden/.test(getComputedStyle(at).overflow)) continue;
    const frame = at.getBoundingClientRect();
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return false;
  }
  const over = bar?.getBoundingClientRect();
  return !over || y < over.top || y > over.bottom || x < over.left || x > over.right;
}

const FINGER = 40;

/** Too small for a finger on a phone, and not on a board, which enlarges under it. */
function tooSmall(element: Element): boolean {
  if (element.closest(".box, .ask") || !matchMedia("(max-width: 760px)").matches) return false;
  const box = element.getBoundingClientRect();
  return Math.min(box.width, box.height) < FINGER;
}

/** Which of these choices nobody can see, or hit, on the table as it is scrolled now. */
export function outOfSight(choices: Choice[]): number[] {
  return choices
    .filter((choice) => {
      const element = choiceElement(choice.id);
      return !element || !inSight(element) || tooSmall(element);
    })
    .map((choice) => choice.id);
}

/** Where all that can be chosen on the table lies out of sight, the page goes there. */
export function showChoices(): void {
  const found = choicePlaces();
  // A choice beside the question is always in sight.
  if (!found.length || found.some((element) => element.closest(".ask"))) return;
  if (!found.some(inSight)) found[0]!.scrollIntoView({ block: "center" });
}

/** The page goes to where a choice lies. */
export function showChoice(action: number, still: boolean): void {
  choiceElement(action)?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}
