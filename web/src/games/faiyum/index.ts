import type { Choice, GameEvent } from "../../api/types.ts";
import { t } from "../../i18n/index.ts";
import type { EditionData, GameModule } from "../types.ts";
import CardTool from "./CardTool.svelte";
import ChoiceLabel from "./ChoiceLabel.svelte";
import Effects from "./Effects.svelte";
import Main from "./Main.svelte";
import SeatLine from "./SeatLine.svelte";
import SupplyTool from "./SupplyTool.svelte";
import { RESOURCES, type CardData, type FaiyumView } from "./types.ts";

const PLACES: Record<string, string> = {
  space: "board",
  road: "board",
  bridge: "board",
  buy: "market",
  take: "market",
  remove: "market",
  play: "board",
  cash: "board",
  hand: "board",
  stack: "board",
};

const ICONS: Record<string, string> = {
  buy: "buy-card",
  administration: "scroll-quill",
  pass: "exit-door",
  cash: "two-coins",
  last_turns: "hourglass",
  end: "trophy-cup",
};

export const faiyum: GameModule = {
  tabs: ["board", "market"],
  Main,
  Seat: SeatLine,
  owns(view, seat): string[] {
    const own = (view as unknown as FaiyumView).seats[seat]!;
    const goods = RESOURCES.map((what) => `${own.resources[what]} ${t.faiyum.resources[what]}`);
    return [
      `$${own.money}`,
      goods.join(", "),
      t.faiyum.cardsOwned(own.hand.length, own.stack.length),
    ];
  },
  ChoiceLabel,
  Effects,
  tools: [
    { id: "cards", label: t.faiyum.cards, icon: "card-draw", component: CardTool },
    { id: "supply", label: t.faiyum.supply, icon: "meeple-group", component: SupplyTool },
  ],
  place: (choice: Choice) => PLACES[choice.word] ?? null,
  near: () => null,
  icons(events: GameEvent[], edition: EditionData): string[] {
    const cards = edition["cards"] as CardData[];
    const found: string[] = [];
    for (const event of events) {
      if (event.type === "play") {
        const icon = cards.find((card) => card.number === event["card"])?.icon;
        if (icon) found.push(icon);
      } else if (ICONS[event.type]) found.push(ICONS[event.type]!);
    }
    return [...new Set(found)];
  },
  score: (view, seat) => (view as unknown as FaiyumView).seats[seat]?.reputation ?? 0,
  sources: t.faiyum.sources,
  secrets: false,
  scale: () => t.faiyum.scale,
  scaleHelp: t.faiyum.scaleHelp,
  countsAsBest: (score) => score.players === 1 && score.options["mode"] !== "campaign",
};
