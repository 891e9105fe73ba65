/** Every language has the same messages with the same arguments, and every message is used. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..", "src");
const FOLDERS = ["i18n", "games/faiyum/i18n", "games/resafa/i18n"];

/** All messages of a file by their keys; the items of lists count as well. */
function messages(folder: string, language: string): Map<string, string> {
  const result = new Map<string, string>();
  const collect = (value: unknown, key: string): void => {
    if (typeof value === "string") result.set(key, value);
    else
      for (const [name, inner] of Object.entries(value as object))
        collect(inner, key ? `${key}.${name}` : name);
  };
  collect(JSON.parse(readFileSync(join(SOURCES, folder, `${language}.json`), "utf8")), "");
  return result;
}

function languages(folder: string): string[] {
  return readdirSync(join(SOURCES, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -5));
}

function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  const collect = (elements: MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      names.add(element.value);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) collect(option.value);
    }
  };
  collect(parse(message, { ignoreTag: true }));
  return [...names].sort();
}

function sources(folder: string): string {
  return readdirSync(folder)
    .map((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return sources(path);
      return /\.(ts|svelte)$/.test(name) ? readFileSync(path, "utf8") : "";
    })
    .join("\n");
}

/** The paths by which the sources ask for texts: `t.start.title` gives `start.title`. */
function paths(text: string, name: string): Set<string> {
  const pattern = new RegExp(`(?<![\\w.])${name}((?:\\??\\.\\w+)+)`, "g");
  return new Set(
    [...text.matchAll(pattern)].map((match) => match[1]!.replace(/^\?*\./, "").replaceAll("?", "")),
  );
}

describe.each(FOLDERS)("messages in %s", (folder) => {
  const english = messages(folder, "en");

  test.each(languages(folder))("%s has every message and no other", (language) => {
    expect([...messages(folder, language).keys()].sort()).toEqual([...english.keys()].sort());
  });

  test.each(languages(folder))("%s takes the same arguments", (language) => {
    for (const [key, message] of messages(folder, language))
      expect([key, argumentsOf(message)]).toEqual([key, argumentsOf(english.get(key)!)]);
  });

  test("a message with arguments has a function, one without has none", () => {
    const index = readFileSync(join(SOURCES, folder, "index.ts"), "utf8");
    const said = new Set([...index.matchAll(/say\("([\w.]+)"/g)].map((match) => match[1]!));
    const withArguments = [...english].filter(([, text]) => argumentsOf(text).length);
    expect([...said].sort()).toEqual(withArguments.map(([key]) => key).sort());
  });

  test("every message is used", () => {
    const own = folder === "i18n" ? SOURCES : join(SOURCES, folder, "..");
    const text = sources(own);
    const asked = new Set([
      ...paths(text, folder === "i18n" ? "t" : "words"),
      ...paths(text, "texts"),
      ...[...text.matchAll(/say\("([\w.]+)"/g)].map((match) => match[1]!),
    ]);
    const used = (key: string): boolean => {
      const parts = key.split(".");
      return parts.some((_, i) => asked.has(parts.slice(0, i + 1).join(".")));
    };
    expect([...english.keys()].filter((key) => !used(key))).toEqual([]);
  });
});
