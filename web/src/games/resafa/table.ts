import type { Choice } from "../../api/types.ts";
import { words } from "./i18n/index.ts";
import type { GameModule } from "../types.ts";
import { ACTION_ICONS } from "./art.ts";
import ChoiceLabel from "./ChoiceLabel.svelte";
import { counted } from "./describe.ts";
import Effects from "./Effects.svelte";
import { eventFacts } from "./event-facts.ts";
import { tableOf } from "./lookup.ts";
import Main from "./Main.svelte";
import RainTool from "./RainTool.svelte";
import ScoreTool from "./ScoreTool.svelte";
import SeatLine from "./SeatLine.svelte";
import { HELD, type Edition, type Resafa, type ResafaEvent } from "./types.ts";

const PLACES: Record<string, string> = {
  play: "cards",
  bonus: "cards",
  step: "cards",
  sack: "cards",
  use: "cards",
  with: "cards",
  drop: "cards",
  discard: "cards",
  replace: "cards",
  draw: "cards",
  go: "map",
  base: "map",
  canal: "water",
  space: "water",
  tile: "city",
  cell: "city",
  room: "city",
  square: "city",
  row: "city",
};

const NEAR: Record<string, string> = {
  rotate: "city",
  lay: "city",
  side: "city",
  load: "map",
  sell: "map",
  buy: "map",
  flip: "map",
  flow: "water",
  open: "cards",
  look: "cards",
  take: "cards",
};

/** Cards and tiles, which the question shows too. */
const IN_BAR = new Set([
  "tile",
  "canal",
  "bonus",
  "step",
  "sack",
  "with",
  "drop",
  "discard",
  "replace",
  "draw",
  "row",
]);

const ICONS: Record<string, string> = {
  rain: "raining",
  special: "card-pick",
  base: "camping-tent",
  workshop: "house",
  garden: "palm-tree",
  canal: "aqueduct",
  end: "trophy-cup",
  round: "hourglass",
};

export const table: GameModule<Resafa> = {
  tabs: [
    { id: "cards", label: words.tabs.cards },
    { id: "map", label: words.tabs.map },
    { id: "water", label: words.tabs.water },
    { id: "city", label: words.tabs.city },
  ],
  Main,
  Seat: SeatLine,
  owns(view, seat): string[] {
    const own = view.seats[seat]!;
    const names = words.items;
    const load = own.caravan;
    return [
      HELD.map((what) => counted(own.items[what] ?? 0, what)).join(", "),
      words.caravanOwned(own.camels, load.count, load.item ? names[load.item]! : ""),
      words.cardsOwned(own.action_cards.hand, own.action_cards.pile, own.bonus.length, own.sacks),
      [
        counted(own.squares, "square"),
        counted(own.scarabs, "scarab"),
        counted(own.water_cubes, "cube"),
      ].join(", "),
      ...(own.end_total ? [`${words.endNow}: ${own.end_total}`] : []),
    ];
  },
  ChoiceLabel,
  Effects,
  tools: [
    { id: "score", label: words.scoreTool, icon: "laurel-crown", component: ScoreTool },
    { id: "rain", label: words.rainTool, icon: "raining", component: RainTool },
  ],
  place: (choice: Choice) => PLACES[choice.word] ?? null,
  near: (choice: Choice) => NEAR[choice.word] ?? null,
  inBar: (choice: Choice) => IN_BAR.has(choice.word),
  eventFacts,
  icons(events: ResafaEvent[]): string[] {
    const icons: string[] = [];
    for (const event of events) {
      if (event.type === "main" || event.type === "play") {
        const icon = ACTION_ICONS[String(event.action)];
        if (icon) icons.push(icon);
      } else if (ICONS[event.type]) icons.push(ICONS[event.type]!);
    }
    return [...new Set(icons)];
  },
  points: { name: words.items["vp"]!, thing: "vp" },
  score: (view, seat) => view.seats[seat]?.vp ?? 0,
  sources: words.sources,
  secrets: true,
  oneScreen: true,
  scale(edition: Edition): [number, string][] {
    const { names, vp } = tableOf(edition, "solo_scale");
    const from = [0, ...vp];
    return names.map((name, n) => [from[n] ?? 0, name.charAt(0).toUpperCase() + name.slice(1)]);
  },
  scaleHelp: words.scaleHelp,
  countsAsBest: (score) => score.players === 1,
};
