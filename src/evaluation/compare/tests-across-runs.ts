import { resolve } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { adjustComparisons } from "../../scoring/comparison/adjust-comparisons.ts";
import { comparingSystems } from "../../scoring/comparison/compare-systems.ts";
import { lastOf } from "../../scoring/score-evidence.ts";
import type { TaskComparisons } from "../../summary/comparison-summary.ts";
import { type NamedSummary, type OverviewTests, systemName } from "../../summary/overview.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { differencesBetween } from "./comparable.ts";
import { gatherRun } from "./gather-run.ts";
import type { LineUpEntry } from "./line-up.ts";

export interface TestedRuns {
  readonly tests: OverviewTests;
  /** Why there are no tests of some. */
  readonly notes: readonly string[];
}

type TestedRun = NamedSummary & { readonly directory: string };

/**
 * Tests every two systems of several runs against each other, task by task, by the headline. Systems
 * that were scored on other data or by other rules than the first are left out, and said to be.
 */
export async function testsAcrossRuns(
  runs: readonly TestedRun[],
  onEvent: OnEvent,
): Promise<TestedRuns> {
  const entries: LineUpEntry[] = [];
  const notes: string[] = [];
  const left = new Map<string, Map<string, "untested" | "apart">>();
  const leave = (task: string, name: string, why: "untested" | "apart") =>
    left.set(task, (left.get(task) ?? new Map()).set(name, why));
  for (const { name, directory, summary } of runs)
    try {
      const gathered = await gatherRun(
        { directory: resolve(directory) },
        { onEvent, set: [], isOffline: true, select: () => undefined },
      );
      entries.push(...gathered.map((one) => ({ ...one, name: systemName(name, one.system) })));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      notes.push(`${name}: no tests (${error.message})`);
      for (const { id, systems } of summary.tasks)
        for (const system of systems) leave(id, systemName(name, system.id), "untested");
    }
  const tested: (TaskComparisons & { readonly id: string })[] = [];
  for (const [id, all] of Map.groupBy(entries, ({ task }) => task)) {
    const [first] = all;
    const strangers = all.filter((one) => differencesBetween(one, first!).length > 0);
    for (const one of strangers) {
      leave(id, one.name, "apart");
      notes.push(
        `${id}: ${one.name} is not tested against the others: ${differencesBetween(one, first!).join("; ")}`,
      );
    }
    const systems = all
      .filter((one) => !strangers.includes(one))
      .map(({ name, scored }) => ({ name, scored, samples: scored.samples! }));
    const { unanswered, seed = 1 } = first!.scoring;
    const found = lastOf(
      comparingSystems(systems, { unanswered, seed, mostFlips: 0, bySlice: false }),
    );
    if (found) tested.push({ id, ...found });
  }
  const byTask = new Map(adjustComparisons(tested).map((one) => [one.id, one]));
  return { tests: { byTask, left }, notes };
}
