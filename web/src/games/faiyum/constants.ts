/** What notation calls the starting cards; it writes other cards as their numbers. */
export const STARTING_CARDS: Record<number, string> = {
  1: "farmer",
  3: "two-roads",
  5: "settlement",
};
