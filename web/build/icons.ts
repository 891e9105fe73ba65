/** Bundles the icons that are used, and no others, out of the thousands of the set. */

import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const MODULE = "virtual:icons";

/** Names of the games' data that the set does not have, and what stands in for them. */
const STAND_INS: Record<string, string> = { drought: "desert-skull" };

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
}

/** The words after `"icon":` in a game's data: cards name their icons there. */
function iconsOfEditions(): string[] {
  const games = join(here, "../../src/sandtable/games");
  const names = new Set<string>();
  for (const game of readdirSync(games, { withFileTypes: true })) {
    if (!game.isDirectory() || game.name.startsWith("_")) continue;
    let files: string[];
    try {
      files = readdirSync(join(games, game.name, "edition"));
    } catch {
      continue; // a folder that is no game
    }
    for (const file of files.filter((name) => name.endsWith(".json"))) {
      const text = readFileSync(join(games, game.name, "edition", file), "utf8");
      for (const match of text.matchAll(/"icon":\s*"([a-z0-9-]+)"/g)) names.add(match[1]!);
    }
  }
  return [...names];
}

/** The icons the client's own code asks for: the list in src/lib/icon-names.ts. */
function iconsOfClient(): string[] {
  const text = readFileSync(join(here, "../src/lib/icon-names.ts"), "utf8");
  return [...text.matchAll(/"([a-z0-9-]+)"/g)].map((match) => match[1]!);
}

export function icons(): Plugin {
  return {
    name: "icons",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null;
      const set = JSON.parse(
        readFileSync(join(here, "../node_modules/@iconify-json/game-icons/icons.json"), "utf8"),
      ) as IconSet;
      const bodies: Record<string, string> = {};
      const unknown: string[] = [];
      for (const name of [...new Set([...iconsOfClient(), ...iconsOfEditions()])].sort()) {
        const other = set.aliases?.[name]?.parent ?? STAND_INS[name] ?? "";
        const icon = set.icons[name] ?? set.icons[other];
        if (icon) bodies[name] = icon.body;
        else unknown.push(name);
      }
      if (unknown.length) this.warn(`no such icon: ${unknown.join(", ")}`);
      // Without a prototype: an edition that names the icon "constructor" finds nothing.
      return `export default Object.assign(Object.create(null), ${JSON.stringify(bodies)});`;
    },
  };
}
