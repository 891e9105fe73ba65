/** What a lesson points at: places of choices, and parts of the table by their names. */

import type { LessonState } from "../api/types.ts";
import { choiceElement } from "../table/keys.ts";

type Anchor = LessonState["anchors"][number];

/** All elements of an anchor, also those of parts that are not shown now. */
export function anchorElements(anchor: Anchor): Element[] {
  const choice = anchor.action === null ? null : choiceElement(anchor.action);
  if (choice) return [choice];
  if (!anchor.name) return [];
  const name = CSS.escape(anchor.name);
  const card = anchor.name.startsWith("card ") ? CSS.escape(anchor.name.slice(5)) : "";
  const selector = `[data-anchor="${name}"]${card && `, [data-card="${card}"]`}`;
  return [...document.querySelectorAll(selector)];
}

export function isShown(element: Element): boolean {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}
