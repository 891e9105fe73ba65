/**
 * The titles the client knows: every folder here is one, and its `index.ts` registers it. A title
 * is loaded when a page first needs it; a title without a folder gets the plain table.
 */

import type { GameModule, Title } from "./types.ts";

const TITLES = import.meta.glob<Title>("./*/index.ts", { import: "title" });

/** What the pages outside the table show of a title; null: it has no folder here. */
export async function loadTitle(name: string): Promise<Title | null> {
  return (await TITLES[`./${name}/index.ts`]?.()) ?? null;
}

/** The titles of a list of games, by name. */
export async function loadTitles(names: string[]): Promise<Record<string, Title>> {
  const loaded = await Promise.all(
    names.map(async (name) => [name, await loadTitle(name)] as const),
  );
  return Object.fromEntries(loaded.flatMap(([name, title]) => (title ? [[name, title]] : [])));
}

/** The table of a title. `plain`: drawn from the view alone, as for titles without a folder. */
export async function loadGame(name: string, plain = false): Promise<GameModule> {
  const title = plain ? null : await loadTitle(name);
  return title ? title.table() : (await import("../table/plain/index.ts")).plain;
}
