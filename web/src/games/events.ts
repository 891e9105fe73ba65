/** Events of certain types, with the fields that these have. */

/** Of the events E those that can be of a type T. */
type Of<E, T> = E extends { type: infer K } ? ([K & T] extends [never] ? never : E) : never;

export function ofType<E extends { type: string }, const T extends E["type"]>(
  events: E[],
  ...types: T[]
): Of<E, T>[] {
  return events.filter((event): event is E & Of<E, T> => types.some((type) => type === event.type));
}
