import { UserError } from "../../core/user-error.ts";
import { adjustComparisons } from "../../scoring/comparison/adjust-comparisons.ts";
import { comparingSystems } from "../../scoring/comparison/compare-systems.ts";
import { unansweredSamples } from "../../scoring/comparison/unanswered-samples.ts";
import { withNoise } from "../../scoring/comparison/with-noise.ts";
import type {
  ComparedTask,
  ComparisonDocument,
  SystemComparison,
} from "../../summary/comparison-summary.ts";
import { interruptible } from "../cell/evaluate-cell.ts";
import { differencesBetween } from "./comparable.ts";
import type { GatheredSource } from "./gathered-system.ts";
import { type LineUp, type LineUpEntry, lineUps } from "./line-up.ts";

export interface ComparisonRequest {
  /** Whether systems are compared that were scored on other data or by other rules. */
  readonly allowsDifferent: boolean;
  /** So many flips are listed of each comparison. */
  readonly mostFlips: number;
  /** The seed of the first system's own run where absent. */
  readonly seed?: number | undefined;
  /** What is to be said of all differences. */
  readonly notes: readonly string[];
}

const usualSeed = 1;
const never = new AbortController().signal;

/**
 * Compares what was gathered, sample by sample.
 * @throws {UserError} where systems are not comparable, with what differs.
 */
export async function compareSources(
  sources: readonly GatheredSource[],
  request: ComparisonRequest,
): Promise<ComparisonDocument> {
  const { lineUps: found, notes } = lineUps(sources);
  if (found.length === 0)
    throw new UserError("there is no task that all have", notes.join("; ") || undefined);
  const tasks: ComparedTask[] = [];
  for (const lineUp of found) tasks.push(await compareLineUp(lineUp, request));
  return {
    schema: "vidimus-comparison/1",
    sources: sources.map(({ source }) => source),
    tasks: adjustComparisons(tasks),
    notes: [...request.notes, ...notes, ...remarksOn(found)],
  };
}

/** What is to be known of answers: each remark names its file. */
function remarksOn(found: readonly LineUp[]): readonly string[] {
  const all = found.flatMap(({ entries }) => entries.flatMap(({ scored }) => scored.remarks ?? []));
  return [...new Set(all)];
}

async function compareLineUp(
  { task, of, entries }: LineUp,
  { allowsDifferent, mostFlips, seed: wanted }: ComparisonRequest,
): Promise<ComparedTask> {
  const [first, ...others] = entries;
  const seed = wanted ?? first!.scoring.seed ?? usualSeed;
  const { family, unanswered } = first!.scoring;
  for (const other of others)
    if (other.scoring.family.id !== family.id)
      throw new UserError(
        `task ${task}: ${first!.name} is of the family ${family.id}, ${other.name} of ${other.scoring.family.id}`,
        "only systems on tasks of one family can be compared",
      );
  const differing = others.map((other) => differencesBetween(other, first!));
  const texts = [...new Set(differing.flat())];
  if (texts.length > 0 && !allowsDifferent)
    throw new UserError(
      `task ${task}${of === undefined ? "" : `, system ${of}`}: not comparable. What differs:\n${texts.map((text) => `  ${text}`).join("\n")}`,
      "--data scores runs on the same data, --set by the same rules; --allow-different compares what they have in common all the same",
    );
  const compared = await interruptible(
    comparingSystems(
      entries.map(({ name, scored }) => ({ name, scored, samples: scored.samples! })),
      { unanswered, seed, mostFlips, bySlice: true },
    ),
    never,
  );
  const { comparisons, ...rest } = compared!;
  if (comparisons.some(({ samples }) => samples.aligned === 0))
    throw new UserError(
      `task ${task}: no sample is scored for all of ${entries.map(({ name }) => name).join(", ")}`,
    );
  return {
    id: task,
    family: family.id,
    ...(of === undefined ? {} : { of }),
    comparisons: comparisons.map((one, at) => ({
      ...withNoise(one, { own: others[at]!.noise, baseline: first!.noise }),
      ...unansweredOf([first!, others[at]!]),
      ...(differing[at]!.length === 0
        ? {}
        : { notes: differing[at]!.map((text) => `not comparable as they stand: ${text}`) }),
    })),
    ...rest,
  };
}

function unansweredOf(entries: readonly LineUpEntry[]): Pick<SystemComparison, "unanswered"> {
  const unanswered = entries.flatMap(
    ({ name, scored, scoring }) =>
      unansweredSamples({ name, samples: scored.samples! }, scoring.unanswered) ?? [],
  );
  return unanswered.length === 0 ? {} : { unanswered };
}
