import type { Choice } from "../../api/types.ts";
import { scale, words } from "./i18n/index.ts";
import type { GameModule } from "../types.ts";
import { campaignResult } from "./campaign.ts";
import CardTool from "./CardTool.svelte";
import ChoiceLabel from "./ChoiceLabel.svelte";
import { counted } from "./describe.ts";
import Effects from "./Effects.svelte";
import { eventFacts } from "./event-facts.ts";
import Main from "./Main.svelte";
import SeatLine from "./SeatLine.svelte";
import SupplyTool from "./SupplyTool.svelte";
import { RESOURCES, type Faiyum, type FaiyumEvent, type Edition } from "./types.ts";

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

export const table: GameModule<Faiyum> = {
  tabs: [
    { id: "board", label: words.tabs.board },
    { id: "market", label: words.tabs.market },
  ],
  Main,
  Seat: SeatLine,
  owns(view, seat): string[] {
    const own = view.seats[seat]!;
    const goods = RESOURCES.map((what) => counted(own.resources[what], what));
    return [`$${own.money}`, goods.join(", "), words.cardsOwned(own.hand.length, own.stack.length)];
  },
  ChoiceLabel,
  Effects,
  tools: [
    { id: "cards", label: words.cards, icon: "card-draw", component: CardTool },
    { id: "supply", label: words.supply, icon: "meeple-group", component: SupplyTool },
  ],
  place: (choice: Choice) => PLACES[choice.word] ?? null,
  near: () => null,
  eventFacts,
  icons(events: FaiyumEvent[], edition: Edition): string[] {
    const icons: string[] = [];
    for (const event of events) {
      if (event.type === "play") {
        const icon = edition.cards.find((card) => card.number === event.card)?.icon;
        if (icon) icons.push(icon);
      } else if (ICONS[event.type]) icons.push(ICONS[event.type]!);
    }
    return [...new Set(icons)];
  },
  points: { name: words.reputation, thing: "reputation" },
  score: (view, seat) => view.seats[seat]?.reputation ?? 0,
  sources: words.sources,
  secrets: false,
  scale: () => scale,
  scaleHelp: words.scaleHelp,
  special: campaignResult,
  countsAsBest: (score) => score.players === 1 && score.options["mode"] !== "campaign",
};
