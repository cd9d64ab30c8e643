/**
 * Counts what a reader of the scores must know of what they are about, and says it in sentences; in
 * none where there is nothing.
 */
export interface Noticing<Item> {
  add(item: Item): void;
  finish(): readonly string[];
}
