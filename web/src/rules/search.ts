/** Looking for words in the rules. */

import type { RuleBlock, RuleSection, RuleSpan } from "../api/types.ts";

export function plain(spans: RuleSpan[]): string {
  return spans.map((span) => span.text).join("");
}

function blockText(block: RuleBlock): string {
  switch (block.kind) {
    case "paragraph":
      return plain(block.text);
    case "list":
      return block.items.map((item) => plain(item.text)).join("\n");
    case "table":
      return [block.head, ...block.rows].flat().map(plain).join("\n");
    case "picture":
      return block.alt;
    case "example":
      return block.blocks.map(blockText).join("\n");
  }
}

/** The words of a search, in lower case. */
export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The sections that have all the words. */
export function search(sections: RuleSection[], query: string): RuleSection[] {
  const words = wordsOf(query);
  if (!words.length) return sections;
  return sections.filter((section) => {
    const text = [section.title, ...section.blocks.map(blockText)].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A text in pieces, those that were looked for marked. */
export function marked(text: string, query: string): { text: string; hit: boolean }[] {
  const words = wordsOf(query);
  const lower = text.toLowerCase();
  // Letters whose small form is longer would shift the places.
  if (!words.length || lower.length !== text.length) return [{ text, hit: false }];
  const hits = new Array<boolean>(text.length).fill(false);
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
      hits.fill(true, at, at + word.length);
  const pieces: { text: string; hit: boolean }[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = pieces.at(-1);
    if (last && last.hit === hits[at]) last.text += text[at];
    else pieces.push({ text: text[at]!, hit: hits[at]! });
  }
  return pieces;
}
