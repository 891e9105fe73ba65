/** A name from data in words: `draw_pile` is "Draw pile". */
export function plainName(name: string): string {
  const spaced = name.replace(/[_-]+/g, " ").trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
