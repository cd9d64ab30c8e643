/** The types that occur, in the order of the alphabet. */
export function eventTypesOf(events: readonly { readonly type: string }[]): readonly string[] {
  return [...new Set(events.map(({ type }) => type))].sort();
}
