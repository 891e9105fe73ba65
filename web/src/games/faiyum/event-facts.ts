import type { EventFacts } from "../event-facts.ts";
import type { FaiyumEvent } from "./types.ts";

const MARKET = new Set(["buy", "draw", "off_market", "take", "token"]);
const PLACED = new Set([
  "worker",
  "worker_moves",
  "road",
  "bridge",
  "settlement",
  "town",
  "workshop",
  "expansion",
  "palace",
  "block",
]);

export const eventFacts: EventFacts<FaiyumEvent> = {
  spots(event): string[] {
    if (event.type === "road" || event.type === "bridge")
      return [`road ${event.space}-${event.to}`];
    if ("to" in event) return [`space ${event.space}`, `space ${event.to}`];
    if ("space" in event) return [`space ${event.space}`];
    return "card" in event && MARKET.has(event.type) ? [`card ${event.card}`] : [];
  },
  where: (spot) => (spot.startsWith("card ") ? "" : spot.split(" ").at(-1)!),
  tab(event): string | null {
    if (MARKET.has(event.type)) return "market";
    return "space" in event ? "board" : null;
  },
  points(event): { seat: number; points: number } | null {
    if (event.type !== "reputation" && event.type !== "disaster") return null;
    return { seat: event.seat, points: event.amount };
  },
  sound(event) {
    if (PLACED.has(event.type)) return "place";
    if (event.type === "money" || event.type === "cash") return "coins";
    return event.type === "play" || event.type === "buy" ? "card" : null;
  },
};
