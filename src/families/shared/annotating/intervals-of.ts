import {
  type AnnotatedItem,
  factsId,
  type ItemFacts,
  type MarkedInterval,
} from "../../../core/family/annotating.ts";

/** The intervals of an item with their ids, in the order of time. */
export function intervalsOf({
  marks,
}: Pick<AnnotatedItem, "marks">): readonly (readonly [id: string, interval: MarkedInterval])[] {
  return Object.entries(marks)
    .flatMap(([id, mark]) => (mark.kind === "interval" ? [[id, mark] as const] : []))
    .sort(
      ([firstId, a], [secondId, b]) =>
        a.start - b.start || a.end - b.end || (firstId < secondId ? -1 : 1),
    );
}

/** What is said of the video as a whole. */
export function factsOf({ marks }: Pick<AnnotatedItem, "marks">): Omit<ItemFacts, "kind"> {
  const facts = marks[factsId];
  return facts?.kind === "facts" ? facts : {};
}

/** What of the facts is metadata of samples. */
export function factsMetadata({ difficulty, ambiguous, note }: Omit<ItemFacts, "kind">) {
  return {
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(ambiguous ? { ambiguous } : {}),
    ...(note ? { note } : {}),
  };
}
