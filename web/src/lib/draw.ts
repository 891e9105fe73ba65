/** Small helpers that write SVG fragments as text. Only drawings that are constants of this program
 * go through here: nothing from an edition, a record or a person may become markup. */

export const INK = "#3b2a1a";

export interface Point {
  x: number;
  y: number;
}

/** Fragments by name. Unlike a plain object it knows no other names, such as "constructor". */
export function fragments<T>(table: Record<string, T>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, table);
}

export function polygon(points: string, fill: string, stroke = INK, width = 2.5): string {
  return (
    `<polygon points="${points}" fill="${fill}" stroke="${stroke}" ` +
    `stroke-width="${width}" stroke-linejoin="round"/>`
  );
}

export function path(d: string, fill = "none", stroke = INK, width = 2.5): string {
  return (
    `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" ` +
    'stroke-linejoin="round" stroke-linecap="round"/>'
  );
}

export function ellipse(
  x: number,
  y: number,
  rx: number,
  ry: number,
  fill: string,
  turn = 0,
): string {
  const turned = turn ? ` transform="rotate(${turn} ${x} ${y})"` : "";
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${turned}/>`;
}

export function circle(
  x: number,
  y: number,
  r: number,
  fill: string,
  stroke = INK,
  width = 2,
): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`;
}

export function shadow(x: number, y: number, rx: number, ry: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="#2a1a08" fill-opacity="0.22"/>`;
}

export function group(inner: string, x = 0, y = 0, scale = 1, turn = 0): string {
  const moves = [`translate(${x} ${y})`];
  if (turn) moves.push(`rotate(${turn})`);
  if (scale !== 1) moves.push(`scale(${scale})`);
  return `<g transform="${moves.join(" ")}">${inner}</g>`;
}

export function towards(a: Point, b: Point, part: number): Point {
  return { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) };
}

const at = (p: Point): string => `${p.x.toFixed(1)},${p.y.toFixed(1)}`;

/** A path through the points whose corners are cut by curves; part 0.5 leaves only curves. */
export function rounded(points: Point[], part: number, closed: boolean): string {
  const n = points.length;
  if (n < 2) return "";
  const first = points[0]!;
  const last = points[n - 1]!;
  let d = closed ? `M${at(towards(last, first, 1 - part))}` : `M${at(first)}`;
  for (let i = closed ? 0 : 1; i < (closed ? n : n - 1); i++) {
    const before = points[(i + n - 1) % n]!;
    const here = points[i]!;
    const after = points[(i + 1) % n]!;
    d += ` L${at(towards(here, before, part))} Q${at(here)} ${at(towards(here, after, part))}`;
  }
  return d + (closed ? " Z" : ` L${at(last)}`);
}

export function degrees(a: Point, b: Point): number {
  return (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
}
