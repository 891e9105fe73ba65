/** Keys for lists in which equal things may lie side by side. */

export interface Keyed<T> {
  thing: T;
  /** What it is, and the how-manieth of its kind: elements follow their things with it when others
   * come and go. */
  key: string;
}

export function keyed<T extends string | number>(things: T[]): Keyed<T>[] {
  const counts = new Map<T, number>();
  return things.map((thing) => {
    const count = counts.get(thing) ?? 0;
    counts.set(thing, count + 1);
    return { thing, key: `${thing} ${count}` };
  });
}
