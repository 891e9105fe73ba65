/** What the client says about Resafa. A message with arguments has a line here that names them. */

import { load, table, withFunctions } from "../../../i18n/messages.ts";
import en from "./en.json";

const { texts, say } = await load(en, { de: () => import("./de.json") });

const roman = (level: number): string => texts.roman[level - 1] ?? String(level);
const cargo = (count: number, item: string): string => (count ? `${count} ${item}` : texts.noLoad);

export const words = withFunctions(texts, {
  items: texts.items as Record<string, string>,
  /** The name of a thing of which there is just one, where it differs. */
  one: table(texts.one),
  colours: texts.colours as Record<string, string>,
  actions: texts.actions as Record<string, string>,
  kinds: texts.kinds as Record<string, string>,
  shapes: texts.shapes as Record<string, string>,
  level: (n: number) => say("level", { roman: roman(n) }),
  boxed: (n: number) => say("boxed", { n }),
  anyAction: (n: number) => say("anyAction", { n }),
  pairAction: (pair: string) => say("pairAction", { pair }),
  notNow: {
    special: (level: number) => say("notNow.special", { level: roman(level) }),
  },
  half: (action: string, colour: string) => say("half", { action, colour: colour || "none" }),
  caravanOf: (name: string, camels: number, count: number, item: string) =>
    say("caravanOf", { name, camels, load: cargo(count, item) }),
  caravanOwned: (camels: number, count: number, item: string) =>
    say("caravanOwned", { camels, load: cargo(count, item) }),
  cardsOwned: (hand: number, pile: number, bonus: number, sacks: number) =>
    say("cardsOwned", { hand, pile, bonus, sacks }),
  water: {
    place: (row: number, column: number) => say("water.place", { row, column }),
    tank: (n: number) => say("water.tank", { n }),
    vp: (n: number) => say("water.vp", { n }),
    less: (what: string) => say("water.less", { what }),
    tile: (shape: string, name: string) => say("water.tile", { shape, name }),
    blue: (n: number) => say("water.blue", { n }),
    worth: (n: number) => say("water.worth", { n }),
  },
  track: (colour: string) => say("track", { colour }),
  station: (level: number) => say("station", { level: roman(level) }),
  standHere: (names: string) => say("standHere", { names }),
  specialOf: (colour: string) => say("specialOf", { colour }),
  bonusOf: (colour: string) => say("bonusOf", { colour }),
  stackHidden: (n: number) => say("stackHidden", { n }),
  sackDeck: (n: number) => say("sackDeck", { n }),
  places: texts.places as Record<string, string>,
  cardsOf: (name: string) => say("cardsOf", { name }),
  handCount: (n: number, limit: number) => say("handCount", { n, limit }),
  worthNow: (n: number) => say("worthNow", { n }),
  round: (n: number, rounds: number) => say("round", { n, rounds }),
  cityOf: (name: string) => say("cityOf", { name }),
  startTile: (letter: string) => say("startTile", { letter }),
  camels: (n: number) => say("camels", { n }),
  rows: texts.rows as Record<string, string>,
  rowHelp: texts.rowHelp as Record<string, string>,
  byNumber: (points: number[]) => say("byNumber", { points: points.join(", ") }),
  points: (n: number) => say("points", { n }),
  fullSquares: (n: number) => say("fullSquares", { n }),
  extra: (n: number) => say("extra", { n }),
  gardensLeft: (small: number, large: number) => say("gardensLeft", { small, large }),
  later: (n: number) => say("later", { n }),
  stepOn: (colour: string) => say("stepOn", { colour }),
  placements: texts.placements as Record<string, string>,
  flow: texts.flow as Record<string, string>,
  rainAfter: (round: number) => say("rainAfter", { round }),
  sources: texts.sources as Record<string, string>,
});

export type Words = typeof words;
