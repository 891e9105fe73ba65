import type { EventFacts } from "../event-facts.ts";
import { words } from "./i18n/index.ts";
import type { Edition, ResafaEvent } from "./types.ts";

const PLACED = new Set(["workshop", "garden", "canal", "base", "bot_canal", "bot_base", "token"]);
const CARDS = new Set(["play", "bonus", "special", "sack", "step"]);

export const eventFacts: EventFacts<ResafaEvent> = {
  spots(event): string[] {
    const spots: string[] = [];
    if ("space" in event && typeof event.space === "string") spots.push(`water ${event.space}`);
    if ("cell" in event) spots.push(`city ${event.seat} ${event.cell}`);
    if ("centre" in event) spots.push(`centre ${event.centre}`);
    if ("bonus" in event) spots.push(`card ${event.bonus}`);
    if ("special" in event && event.special) spots.push(`card ${event.special}`);
    return spots;
  },
  where(spot, edition): string {
    const [kind, name] = spot.split(" ");
    if (kind === "centre")
      return (edition as Edition).centres.find((centre) => centre.id === name)?.name ?? "";
    if (kind === "water") return words.tabs.water;
    return kind === "city" ? words.tabs.city : "";
  },
  tab(event): string | null {
    if ("space" in event || event.type === "rain") return "water";
    if ("cell" in event) return "city";
    if ("centre" in event) return "map";
    return CARDS.has(event.type) ? "cards" : null;
  },
  points(event): { seat: number; points: number } | null {
    switch (event.type) {
      case "gain":
        return event.item === "vp" ? { seat: event.seat, points: event.amount } : null;
      case "rain_tiles":
      case "rain_pass":
      case "end_points":
        return typeof event.seat === "number" ? { seat: event.seat, points: event.amount } : null;
      default:
        return null;
    }
  },
  sound(event) {
    if (event.type === "rain") return "rain";
    if (PLACED.has(event.type)) return "place";
    if (event.type === "gain" && event.item === "coin") return "coins";
    return CARDS.has(event.type) ? "card" : null;
  },
};
