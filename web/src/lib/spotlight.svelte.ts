/** Which places of the table are pointed at from the log, and the other way round. */

class Spotlight {
  /** Places to light up on the table. */
  lit: string[] = $state.raw([]);
  /** The places under the pointer on the table. */
  pointed: string[] = $state.raw([]);

  light(spots: string[]): void {
    this.lit = spots;
  }

  dark(): void {
    this.lit = [];
  }
}

export const spotlight = new Spotlight();

/** What lights up places while the pointer or the focus is on an element. */
export function lights(spots: () => string[]): Record<string, () => void> {
  const on = (): void => spotlight.light(spots());
  const off = (): void => spotlight.dark();
  return { onpointerenter: on, onpointerleave: off, onfocus: on, onblur: off };
}

/** The name of the place an element belongs to; null: none. */
export function spotOf(target: Element): string | null {
  const marked = target.closest("[data-spot], [data-card]");
  if (!marked) return null;
  return marked.getAttribute("data-spot") ?? `card ${marked.getAttribute("data-card") ?? ""}`;
}

/** The elements of a place, those that can be seen. */
export function spotElements(spot: string): Element[] {
  const name = CSS.escape(spot);
  const card = spot.startsWith("card ") ? `, [data-card="${CSS.escape(spot.slice(5))}"]` : "";
  const [kind, ends] = spot.split(" ");
  // A road has two ends in either order.
  const [a, b] = kind === "road" ? (ends ?? "").split("-") : [];
  const turned = a && b ? `, [data-spot="${CSS.escape(`road ${b}-${a}`)}"]` : "";
  return [...document.querySelectorAll(`[data-spot="${name}"]${card}${turned}`)].filter(
    (element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && !element.closest("[popover], dialog");
    },
  );
}
