import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import bodies from "virtual:icons";
import { expect, test } from "vitest";
import { ICON_NAMES } from "../src/lib/icon-names.ts";

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(entry.name) && entry.name !== "icon-names.ts"
      ? [readFileSync(path, "utf8")]
      : [];
  });
}

test("every icon on the list is in the set and in use", () => {
  const text = sources("src").join("\n");
  for (const name of ICON_NAMES) {
    expect(bodies[name], name).toBeTruthy();
    expect(text.includes(`"${name}"`), `${name} is used nowhere`).toBe(true);
  }
});

test("every icon that components name is bundled", () => {
  for (const text of sources("src")) {
    for (const [, name] of text.matchAll(/<Icon name="([a-z0-9-]+)"/g)) {
      expect(bodies[name!], name).toBeTruthy();
    }
  }
});

test("every card of the games has an icon of its own", () => {
  const cards = JSON.parse(
    readFileSync("../src/sandtable/games/faiyum/edition/cards.json", "utf8"),
  ) as { icon: string }[];
  for (const card of cards) expect(bodies[card.icon], card.icon).toBeTruthy();
});
