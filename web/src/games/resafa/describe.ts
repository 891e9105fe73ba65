/** Resafa's data in words for the page. */

import { words } from "./i18n/index.ts";

/** So many of something: "1 coin", "3 coins". */
export function counted(amount: number, what: string): string {
  const many = words.items[what] ?? what;
  return `${amount} ${amount === 1 ? (words.one(what) ?? many) : many}`;
}
