/** The rules beside a table: which paragraph is open, and which belongs to what on the page. */

import { api } from "../api/client.ts";
import type { Decision, Rulebook, RuleSection } from "../api/types.ts";

/** As many whole sentences as fit a short explanation, at least one. */
export function firstSentences(text: string, most = 180): string {
  const sentences = text.split(/(?<=[.!?])(?=\s)/);
  let result = sentences[0] ?? "";
  for (const next of sentences.slice(1)) {
    if (result.length + next.length > most) break;
    result += next;
  }
  // An item of a list may begin small and end with a comma.
  const whole = result.trim().replace(/[,;:]$/, ".");
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

class Rules {
  game = $state("");
  book: Rulebook | null = $state.raw(null);
  /** The panel beside the table. */
  open = $state(false);
  /** The paragraph to go to; a new object each time somebody asks for one. */
  at: { id: string } | null = $state.raw(null);
  /** What is asked at the table now. */
  decision: Decision | null = $state.raw(null);
  private opener: HTMLElement | null = null;

  /** Load the rules of a game; a game without any has no book. */
  async load(game: string): Promise<void> {
    if (this.game === game && this.book) return;
    this.game = game;
    this.book = null;
    this.open = false;
    try {
      const book = await api.rules(game);
      if (this.game === game) this.book = book;
    } catch {
      // Without rules the table works as always.
    }
  }

  /** Open the panel at a paragraph, or where it was. */
  show(id = ""): void {
    if (!this.book) return;
    if (!this.open) this.opener = document.activeElement as HTMLElement | null;
    this.open = true;
    if (id || !this.at) this.at = { id: id || this.book.sections[0]!.id };
  }

  close(): void {
    this.open = false;
    this.opener?.focus?.();
    this.opener = null;
  }

  /** The paragraph about a thing, by its name or the first word of it: `water r2c3` is explained
   * under `water`. */
  ruleOf(thing: string): string | undefined {
    const things = this.book?.things ?? {};
    return things[thing] ?? things[thing.split(" ", 1)[0]!];
  }

  /** The paragraph that belongs to an element: to the choice, card or thing it is, or else to the
   * part of the table it is in. */
  ruleAt(element: Element | null, parts = true): string {
    const things = this.book?.things ?? {};
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const data = (at as HTMLElement | SVGElement).dataset;
      const choice = data["choice"] ?? data["choices"]?.split(" ")[0];
      const chosen = this.decision?.choices.find((candidate) => String(candidate.id) === choice);
      if (chosen?.rule) return chosen.rule;
      const card = data["card"] ? things[`card ${data["card"]}`] : undefined;
      const thing =
        card ?? this.ruleOf(data["thing"] ?? "") ?? this.ruleOf((parts && data["anchor"]) || "");
      if (thing) return thing;
    }
    return "";
  }

  /** The paragraph behind a reason why not that stands in a text. */
  ruleOfReason(text: string): string {
    const { explanations = {}, explanation_rules = {} } = this.decision ?? {};
    for (const [notation, reason] of Object.entries(explanations))
      if (text.includes(reason)) return explanation_rules[notation] ?? "";
    return "";
  }

  /** The first sentences of a paragraph, or of the text under a heading. */
  gist(id: string): string {
    for (const block of this.sectionOf(id)?.blocks ?? []) {
      const texts = block.kind === "paragraph" ? [block] : block.kind === "list" ? block.items : [];
      const heading = this.sectionOf(id)!.id === id;
      const wanted = texts.find((one) => (heading ? one.text.length : one.id === id));
      if (wanted) return firstSentences(wanted.text.map((span) => span.text).join(""));
    }
    return "";
  }

  /** The heading above a paragraph. */
  titleOf(id: string): string {
    return this.sectionOf(id)?.title ?? "";
  }

  sectionOf(id: string): RuleSection | undefined {
    return this.book?.sections.find(
      (section) =>
        section.id === id ||
        section.blocks.some(
          (block) =>
            (block.kind === "paragraph" && block.id === id) ||
            (block.kind === "list" && block.items.some((item) => item.id === id)),
        ),
    );
  }
}

export const rules = new Rules();
