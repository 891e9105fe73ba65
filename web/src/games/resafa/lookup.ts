/** An edition's things by their ids. */

import type {
  BaseSpace,
  CanalFace,
  Card,
  Cell,
  Edition,
  ResafaView,
  Side,
  TradeSide,
  WorkshopFace,
} from "./types.ts";

export class Lookup {
  readonly cards = new Map<string, Card>();
  private workshops = new Map<
    string,
    { name: string; level: number; front: WorkshopFace; back: WorkshopFace }
  >();

  constructor(readonly edition: Edition) {
    for (const card of [
      ...edition.bonus_cards,
      ...edition.special_cards,
      ...edition.sack_cards,
      ...edition.canal_bonus_tiles,
    ]) {
      this.cards.set(card.id, card);
    }
    for (const tile of edition.workshops) this.workshops.set(tile.id, tile);
    for (const tile of edition.starting_workshops) {
      this.workshops.set(tile.id, { name: "", level: 0, front: tile, back: tile });
    }
  }

  card(id: string): Card {
    return this.cards.get(id) ?? { id, name: id, text: "" };
  }

  workshop(id: string): { name: string; level: number; front: WorkshopFace; back: WorkshopFace } {
    const none = { rooms: [], green: {} };
    return this.workshops.get(id) ?? { name: id, level: 0, front: none, back: none };
  }

  canal(id: string, side: string | null): CanalFace {
    const tile = this.edition.canal_tiles.find((entry) => entry.id === id);
    return tile?.[side === "back" ? "back" : "front"] ?? { shape: "straight", blue: 0, cost: {} };
  }

  trade(id: string, side: "a" | "b"): TradeSide | undefined {
    return this.edition.trading_tiles.find((entry) => entry.id === id)?.[side];
  }

  side(view: ResafaView): Side {
    return this.edition.sides[view.players <= 2 ? "1-2" : "3-4"]!;
  }

  cell(view: ResafaView, space: string): Cell | undefined {
    return this.side(view).cells.find((cell) => cell.id === space);
  }

  bases(view: ResafaView, centre: string): BaseSpace[] {
    return this.side(view).bases.filter(
      (base) => base.centre === centre && (base.players ?? 0) <= view.players,
    );
  }

  table<Id extends TableId>(id: Id): TableOf<Id> {
    return tableOf(this.edition, id);
  }
}

type AnyTable = Edition["tables"][number];
type TableId = AnyTable["id"];
type TableOf<Id extends TableId> = Extract<AnyTable, { id: Id }>;

/** A table of costs, tracks, rewards or points; every edition has all of them. */
export function tableOf<Id extends TableId>(edition: Edition, id: Id): TableOf<Id> {
  const wanted = (table: AnyTable): table is TableOf<Id> => table.id === id;
  return edition.tables.find(wanted)!;
}
