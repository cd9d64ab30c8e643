import type { SampleReads } from "../../core/asking/learning.ts";
import { UserError } from "../../core/user-error.ts";
import type { Part } from "./quality.ts";
import type { TrainingSet } from "./training-set.ts";

export interface TrainingParts {
  readonly train: Part;
  readonly validation: Part | undefined;
}

/**
 * The last samples are kept for validation, as they are the latest where samples have an order.
 * From the first sample on that shares something with one of them, nothing before them is learnt
 * from.
 */
export function trainingParts(
  { inputs: { count }, reads }: Pick<TrainingSet, "reads"> & { inputs: { count: number } },
  share = 0,
): TrainingParts {
  if (share === 0) return { train: { from: 0, to: count }, validation: undefined };
  const held = Math.max(1, Math.round(share * count));
  const from = count - held;
  const shares = sharing(reads.slice(Math.max(0, from)));
  const first = reads.slice(0, Math.max(0, from)).findIndex(shares);
  const to = first < 0 ? from : first;
  if (to <= 0)
    throw new UserError(
      `${count} training samples are too few to keep ${held} of them for validation${from > 0 ? ": all others share frames with these" : ""}`,
      "lower validation, or leave it out",
    );
  return { train: { from: 0, to }, validation: { from, to: count } };
}

/** Tells of what a sample reads whether one of the others reads it, too. */
function sharing(
  others: readonly (SampleReads | undefined)[],
): (reads: SampleReads | undefined) => boolean {
  const ranges = Map.groupBy(
    others.flatMap((reads) =>
      reads ? reads.ranges.map((range) => ({ recording: reads.recording, range })) : [],
    ),
    ({ recording }) => recording,
  );
  return (reads) =>
    reads?.ranges.some(([first, last]) =>
      ranges.get(reads.recording)?.some(({ range: [from, to] }) => first <= to && from <= last),
    ) ?? false;
}
