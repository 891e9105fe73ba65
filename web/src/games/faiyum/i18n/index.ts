/** What the client says about Faiyum. A message with arguments has a line here that names them. */

import { load, table, withFunctions } from "../../../i18n/messages.ts";
import en from "./en.json";

const { texts, say } = await load(en, { de: () => import("./de.json") });

export const words = withFunctions(texts, {
  campaignReached: (n: number) => say("campaignReached", { n }),
  campaignMissed: (n: number) => say("campaignMissed", { n }),
  resources: texts.resources as Record<string, string>,
  /** The name of a thing of which there is just one, where it differs. */
  one: table(texts.one),
  joined: (n: number) => say("joined", { n }),
  gameEnd: (cards: number, seen: number, all: number) => say("gameEnd", { cards, seen, all }),
  price: (n: number) => say("price", { n }),
  tokensFree: (n: number) => say("tokensFree", { n }),
  handOf: (name: string) => say("handOf", { name }),
  stackOf: (name: string) => say("stackOf", { name }),
  cardsOwned: (hand: number, stack: number) => say("cardsOwned", { hand, stack }),
  playCard: (name: string) => say("playCard", { name }),
  supplyNames: texts.supplyNames as Record<string, string>,
  drawPile: (n: number) => say("drawPile", { n }),
  finalStack: (n: number) => say("finalStack", { n }),
  gone: (n: number) => say("gone", { n }),
  sources: texts.sources as Record<string, string>,
  tones: texts.tones as Record<string, string>,
  space: { blocks: (n: number, of: number) => say("space.blocks", { n, of }) },
  goal: (n: number) => say("goal", { n }),
});

/** From how many points on a result is called what. */
export const scale: [number, string][] = Object.entries(texts.scale).map(([points, name]) => [
  Number(points),
  name,
]);

export type Words = typeof words;
