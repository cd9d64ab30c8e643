import type { CountedShare } from "../core/scores/target.ts";
import { totalOf, unscoredKinds } from "./outcome-totals.ts";
import type { Summary } from "./summary.ts";

/** Samples over all systems and tasks of a run. */
export interface RunTotals {
  readonly total: number;
  readonly left: number;
  readonly unscored: number;
}

export function runTotals({ tasks }: Pick<Summary, "tasks">): RunTotals {
  const systems = tasks.flatMap((task) => task.systems);
  const totals = { total: 0, left: 0, unscored: 0 };
  for (const { total, outcomes } of systems) {
    totals.total += total;
    totals.left += outcomes.pending;
    totals.unscored += totalOf(outcomes, unscoredKinds);
  }
  return totals;
}

export interface LowestShare {
  readonly value: number;
  /** The systems that have it, with their task where there are several. */
  readonly names: readonly string[];
}

/**
 * The lowest share of any system on any task; `undefined` where nothing was planned. A mean over
 * systems would hide a system that failed among baselines that cannot.
 */
export function lowestShare(
  { tasks }: Pick<Summary, "tasks">,
  share: CountedShare,
): LowestShare | undefined {
  const all = tasks.flatMap((task) =>
    task.systems.flatMap((system) => {
      const value = system[share];
      return value === null
        ? []
        : [{ value, name: tasks.length > 1 ? `${system.id} on ${task.id}` : system.id }];
    }),
  );
  if (all.length === 0) return undefined;
  const value = Math.min(...all.map((one) => one.value));
  return { value, names: all.filter((one) => one.value === value).map(({ name }) => name) };
}
