/** Round figures for a scale from low to high, about five of them. */
export function scaleTicks(low: number, high: number): number[] {
  const span = Math.max(1, high - low);
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough);
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return ticks;
}

/** The last entry of a scale that a score reaches. */
export function rank(scale: [number, string][], score: number): number {
  let last = -1;
  scale.forEach(([from], n) => {
    if (score >= from) last = n;
  });
  return last;
}
