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
  const places = choicePlaces();
  const at = places.indexOf(document.activeElement as HTMLElement);
  if (at < 0) {
    places[0]?.focus();
    return;
  }
  const centre = (element: Element): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const others = places.filter((_, n) => n !== at);
  const target = others[neighbour(centre(places[at]!), others.map(centre), direction)];
  if (!target) return;
  target.focus();
  target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** The element where a choice lies on the table, if it is in sight of its tab. */
export function choiceElement(action: number): Element | null {
  const elements = document.querySelectorAll(
    `[data-choice="${action}"], [data-choices~="${action}"]`,
  );
  for (const element of elements) {
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
  return isFree(element, x, y) ? { x, y } : null;
}

/** The middle of an element can be seen. */
export function inSight(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return isFree(element, box.left + box.width / 2, box.top + box.height / 2);
}

/** What lies over the table: the question, a lesson, and on narrow screens the tabs and the button
 * for what the others did. */
const COVERS = ".ask > .panel, .ask > .since, nav.tabs";

/** This point of an element lies inside the window and its scrollers, and nothing covers it. */
function isFree(element: Element, x: number, y: number): boolean {
  if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) return false;
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (!/auto|scroll|hidden/.test(getComputedStyle(at).overflow)) continue;
    const frame = at.getBoundingClientRect();
    if (x < frame.left || x > frame.right || y < frame.top || y > frame.bottom) return false;
  }
  if (element.closest(".ask")) return true;
  return [...document.querySelectorAll(COVERS)].every((cover) => {
    const over = cover.getBoundingClientRect();
    return y < over.top || y > over.bottom || x < over.left || x > over.right;
  });
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

/** What a question with all its choices in the bar is about. */
function subjects(): Element[] {
  return [...document.querySelectorAll("[data-subject]")].filter(
    (element) => element.getBoundingClientRect().width > 0,
  );
}

/** The page goes to where all that can be chosen on the table is in sight, if there is such a
 * place, or else to the first of it if all is out of sight. Where nothing can be chosen there, it
 * goes to what the question is about. */
export function showChoices(): void {
  const offered = choicePlaces().filter((element) => !element.closest(".ask"));
  const places = offered.length ? offered : subjects();
  if (!places.length || places.every(inSight)) return;
  const boxes = places.map((element) => element.getBoundingClientRect());
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const [from, to] = freeRoom();
  if (bottom - top <= to - from)
    scrollBy({ top: bottom > to ? bottom - to : Math.min(0, top - from), behavior: "instant" });
  else if (!(offered.length ? choicePlaces() : places).some(inSight))
    places[0]!.scrollIntoView({ block: "center" });
}

/** The page goes to where all of an element is in sight, or its beginning if it is larger than the
 * room that is left for it. What stands beside the question is always in sight. */
export function showWhole(element: Element, behavior: ScrollBehavior): void {
  if (element.closest(".ask")) return;
  if (!inSight(element)) {
    element.scrollIntoView({ block: "center", behavior });
    return;
  }
  const [from, to] = freeRoom();
  const { top, bottom } = element.getBoundingClientRect();
  const down = Math.min(Math.max(0, bottom - to), top - from);
  const by = top < from ? top - from : Math.max(0, down);
  if (by) scrollBy({ top: by, behavior });
}

/** The part of the window that nothing covers, from top to bottom. */
function freeRoom(): [number, number] {
  const room = 6;
  let from = 0;
  let to = innerHeight;
  for (const cover of document.querySelectorAll(COVERS)) {
    const box = cover.getBoundingClientRect();
    if (box.top + box.bottom > innerHeight) to = Math.min(to, box.top);
    else from = Math.max(from, box.bottom);
  }
  return [from + room, to - room];
}

/** The page goes to where a choice lies. */
export function showChoice(action: number, still: boolean): void {
  choiceElement(action)?.scrollIntoView({ block: "nearest", behavior: still ? "auto" : "smooth" });
}
