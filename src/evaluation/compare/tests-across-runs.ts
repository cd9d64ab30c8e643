import { resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { adjustComparisons } from "../../scoring/comparison/adjust-comparisons.ts";
import { comparingSystems } from "../../scoring/comparison/compare-systems.ts";
import { lastOf } from "../../scoring/score-evidence.ts";
import type { TaskComparisons } from "../../summary/comparison-summary.ts";
import { systemName } from "../../summary/overview.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { differencesBetween } from "./comparable.ts";
import { gatherRun } from "./gather-run.ts";
import type { LineUpEntry } from "./line-up.ts";

export interface TestedRuns {
  /** Tests between all systems of all runs, by task. */
  readonly tests: ReadonlyMap<string, TaskComparisons>;
  /** Why there are no tests of some. */
  readonly notes: readonly string[];
}

/**
 * Tests every two systems of several runs against each other, task by task, by the headline. Systems
 * that were scored on other data or by other rules than the first are left out, and said to be.
 */
export async function testsAcrossRuns(
  runs: readonly { readonly name: string; readonly directory: string }[],
  { onEvent, seed }: { readonly onEvent: OnEvent; readonly seed: number },
): Promise<TestedRuns> {
  const entries: LineUpEntry[] = [];
  const notes: string[] = [];
  for (const { name, directory } of runs)
    try {
      const gathered = await gatherRun(
        { directory: resolve(directory) },
        { onEvent, set: [], isOffline: true, select: () => undefined },
      );
      entries.push(...gathered.map((one) => ({ ...one, name: systemName(name, one.system) })));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      notes.push(`${name}: no tests (${error.message})`);
    }
  const tested: (TaskComparisons & { readonly id: string })[] = [];
  for (const [id, all] of Map.groupBy(entries, ({ task }) => task)) {
    const [first] = all;
    const strangers = all.filter((one) => differencesBetween(one, first!).length > 0);
    for (const one of strangers)
      notes.push(
        `${id}: ${one.name} is not tested against the others: ${differencesBetween(one, first!).join("; ")}`,
      );
    const systems = all
      .filter((one) => !strangers.includes(one))
      .map(({ name, scored }) => ({ name, scored, samples: scored.samples! }));
    const { unanswered } = first!.scoring;
    const found = lastOf(
      comparingSystems(systems, { unanswered, seed, mostFlips: 0, bySlice: false }),
    );
    if (found) tested.push({ id, ...found });
  }
  return { tests: new Map(adjustComparisons(tested).map((one) => [one.id, one])), notes };
}
