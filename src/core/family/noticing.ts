/**
 * Counts what a reader of the scores must know of what they are about, and says it in sentences; in
 * none where there is nothing.
 */
export interface Noticing<Item> {
  add(item: Item): void;
  finish(): readonly string[];
}

/** Several as one, in their order. */
export function noticingAll<Item>(parts: readonly Noticing<Item>[]): Noticing<Item> {
  return {
    add(item) {
      for (const part of parts) part.add(item);
    },
    finish: () => parts.flatMap((part) => part.finish()),
  };
}
