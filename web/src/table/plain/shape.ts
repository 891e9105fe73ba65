/** How plain data is set out: facts, tables, lists and sections. */

import { plainName } from "../../lib/plain-name.ts";

export type Scalar = string | number | boolean | null;
export type Row = Record<string, unknown>;

export function isScalar(value: unknown): value is Scalar {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One line is enough for it: a scalar, or a short list of scalars. */
export function isShort(value: unknown): boolean {
  return isScalar(value) || (Array.isArray(value) && value.length <= 12 && value.every(isScalar));
}

/** A value that fits on one line, in words. */
export function inWords(value: unknown, yes: string, no: string): string {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return value ? yes : no;
  if (Array.isArray(value)) return value.map((part) => inWords(part, yes, no)).join(", ") || "–";
  if (isRow(value))
    return (
      Object.entries(value)
        .map(([key, inner]) => `${plainName(key)} ${inWords(inner, yes, no)}`)
        .join(", ") || "–"
    );
  return String(value);
}

/** A list of records with something in common is a table: its columns. */
export function columnsOf(rows: Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** A section of the view, in the way it is drawn. */
export type Shape =
  | { kind: "short"; value: unknown }
  | { kind: "table"; columns: string[]; rows: Row[] }
  | { kind: "list"; items: unknown[] }
  | { kind: "record"; facts: [string, unknown][]; parts: [string, unknown][] };

export function shapeOf(value: unknown): Shape {
  if (isShort(value)) return { kind: "short", value };
  if (Array.isArray(value)) {
    const rows = value.filter(isRow);
    return rows.length === value.length
      ? { kind: "table", columns: columnsOf(rows), rows }
      : { kind: "list", items: value };
  }
  const entries = isRow(value) ? Object.entries(value) : [];
  return {
    kind: "record",
    facts: entries.filter(([, inner]) => isShort(inner)),
    parts: entries.filter(([, inner]) => !isShort(inner)),
  };
}

/** Keys of every view that the page shows elsewhere. */
export const SHOWN_ELSEWHERE = ["game", "seat", "turn_of", "to_choose", "over", "winners"];

/** The records of seats in a view: the list that holds one for each seat. */
export function seatRows(view: Row, seats: number): Row[] | null {
  const rows = view["seats"] ?? view["players"];
  return Array.isArray(rows) && rows.length === seats && rows.every(isRow) ? rows : null;
}

/** The points of a seat where a view tells them. */
export function scoreIn(view: Row, seat: number): number | null {
  const all = view["scores"];
  if (Array.isArray(all) && typeof all[seat] === "number") return all[seat];
  const rows = view["seats"] ?? view["players"];
  const row: unknown = Array.isArray(rows) ? rows[seat] : null;
  if (!isRow(row)) return null;
  for (const key of ["score", "points", "vp", "reputation"])
    if (typeof row[key] === "number") return row[key];
  return null;
}
