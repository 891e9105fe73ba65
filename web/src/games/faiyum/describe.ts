/** Faiyum's data in words and figures for the page. */

import { words } from "./i18n/index.ts";
import { RESOURCES, type BoardData, type CardData, type SpaceView } from "./types.ts";

/** What a space is and holds; for a building site also what its blocks bring, by the cards. */
export function describeSpace(space: SpaceView, board: BoardData, cards: CardData[] = []): string {
  const w = words.space;
  const ground = board.spaces.find((s) => s.name === space.name);
  const parts: string[] = [w.kinds[space.kind]];
  if (space.block_limit) parts.push(w.blocks(space.blocks, space.block_limit));
  if (space.palace) parts.push(w.palace);
  if (space.town) parts.push(w.town);
  else if (space.settlement) parts.push(w.settlement);
  if (space.workshop) parts.push(space.expansion ? w.expanded : w.workshop);
  if (space.crocodile) parts.push(w.crocodile);
  if (space.worker === "upright") parts.push(w.worker);
  if (space.worker === "prone") parts.push(w.prone);
  if (ground?.channel) parts.push(w.channel);
  if (ground?.lake) parts.push(w.lake);
  const line = `${space.name}: ${parts.join(", ")}`;
  return space.block_limit ? [line, w.site, ...blockCards(cards)].join("\n") : line;
}

/** What the rules say most about on a space: the newest piece on it, or else the ground. */
export function thingOn(space: SpaceView): string {
  if (space.palace) return "palace";
  if (space.town) return "town";
  if (space.settlement && space.kind !== "red") return "settlement";
  if (space.workshop) return space.expansion ? "expansion" : "workshop";
  if (space.worker === "prone") return "prone";
  if (space.worker) return "worker";
  return space.crocodile ? "crocodile" : `space ${space.kind}`;
}

/** The cards that add blocks, with what they say. */
function blockCards(cards: CardData[]): string[] {
  return cards
    .filter((card) => card.scores_as === "monuments" && !("where" in card && card.where))
    .map((card) => `${card.name}: ${card.text}`);
}

/** So many of a resource: "1 rose", "3 roses". */
export function counted(amount: number, what: string): string {
  const many = words.resources[what] ?? what;
  return `${amount} ${amount === 1 ? (words.one(what) ?? many) : many}`;
}

export interface Amount {
  what: string;
  amount: number;
}

/** An amount like `wheat+2rose` or `$3` of a payment's notation. */
export function readAmounts(item: string): Amount[] {
  return item.split("+").map((part) => {
    if (part === "$3") return { what: "money", amount: 3 };
    const [, amount, what] = /^(\d*)(.*)$/.exec(part)!;
    return { what: what!, amount: amount ? Number(amount) : 1 };
  });
}

/** What a card costs and brings: as its face says, otherwise as its figures do. */
export function costOf(card: CardData): Amount[] {
  if (card.face) return listed(card.face.pay);
  const amounts: Amount[] = [];
  const pay: Record<string, unknown> = ("pay" in card && card.pay) || {};
  for (const what of [...RESOURCES, "money"]) {
    const amount = pay[what];
    if (typeof amount === "number") amounts.push({ what, amount });
  }
  const any = pay["any"];
  if (typeof any === "number") amounts.push({ what: "any", amount: any });
  const different = pay["different"];
  if (Array.isArray(different)) amounts.push({ what: "any", amount: Number(different[0]) });
  return amounts;
}

export function gainOf(card: CardData): Amount[] {
  return listed(card.face?.gain ?? ("gain" in card ? card.gain : undefined) ?? {});
}

function listed(amounts: Record<string, number>): Amount[] {
  return Object.entries(amounts).map(([what, amount]) => ({ what, amount }));
}

/** Cards by what they are for: decides the colour of their band. */
export function tone(card: CardData): string {
  if (card.family === "disaster") return "disaster";
  if (card.family === "harvest" || card.family === "migrant") return "harvest";
  if (["roads", "cities", "workshops"].includes(card.scores_as)) return "build";
  if (card.scores_as === "monuments") return "monument";
  if (card.scores_as === "festivals") return "festival";
  if (card.scores_as === "commerce") return "commerce";
  return "other";
}

const heads: string = words.breaks;
const BREAKS = new RegExp(`(?<=[\\p{L}]{3})(${heads.replaceAll(" ", "|")})`, "gu");

/** A name that may be broken between the parts of a long word, for narrow cards. */
export function breakable(name: string): string {
  return name.replace(BREAKS, "\u00ad$1");
}
