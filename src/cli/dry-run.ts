import type { LoadedConfig } from "../config/load-config.ts";
import type { OutcomeKind } from "../core/outcome.ts";
import type { RunStore, WorkState } from "../core/run-store.ts";
import type { System } from "../core/system.ts";
import { workKey } from "../core/work.ts";
import type { Cell } from "../engine/cell.ts";
import { remains } from "../engine/remaining.ts";
import { ephemeralRunStore } from "../store/ephemeral-run-store.ts";
import { readLocalRun } from "../store/local-run-store.ts";
import { type Estimate, Estimator } from "./estimate.ts";
import type { Task } from "./open-task.ts";
import { prepareCells } from "./prepare-cell.ts";
import { shortPath } from "./print-summary.ts";
import { probeTask } from "./probe-task.ts";
import { textRows } from "./text-rows.ts";

export interface DryRun {
  readonly loaded: LoadedConfig;
  readonly tasks: readonly Task[];
  /** The run that would be continued. */
  readonly run: string | undefined;
  readonly retry: ReadonlySet<OutcomeKind>;
  makeSystem(id: string, task: Task, repeat: number): Promise<System>;
}

export interface Plan {
  readonly task: string;
  readonly system: string;
  readonly samples: number;
  readonly settled: number;
  readonly remaining: number;
  /** What asking the rest would take; only of systems that are asked by messages. */
  readonly estimate?: Estimate;
}

/** What a run would do. */
export interface RunPlan {
  /** The run that would be continued. */
  readonly run: string | null;
  readonly plans: readonly Plan[];
}

/** Reads all data, counts what a run would do, and asks nothing. */
export async function dryRun({ loaded, tasks, run, retry, makeSystem }: DryRun): Promise<RunPlan> {
  const { config, spec } = loaded;
  const nothing = ephemeralRunStore({ schema: "vidimus-run/1", name: config.name, spec, createdAt: 0 });
  await using store = run ? await readLocalRun(run) : nothing;
  const plans: Plan[] = [];
  for (const task of tasks)
    for (const { id } of config.systems.filter((system) => task.asksSystem(system.id))) {
      const own = await probeTask(task, id, { systems: config.systems, registries: loaded.registries, asks: true });
      const { cells } = await prepareCells(own, (repeat) => makeSystem(id, own, repeat), { store: nothing });
      const estimator = new Estimator(cells[0]!, config);
      plans.push({ task: task.id, system: id, ...(await count(cells, task, { store, retry, estimator })), ...estimator.finish() });
      for (const system of new Set(cells.map((cell) => cell.system))) await system[Symbol.asyncDispose]?.();
    }
  return { run: run ?? null, plans };
}

/** Puts what a run would do on standard output. */
export function printPlan({ run, plans }: RunPlan, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ schema: "vidimus-plan/1", run, plans })}\n`);
    return;
  }
  const rows = plans.map((plan) => [plan.task, plan.system, ...planCells(plan)]);
  process.stdout.write(textRows(["task", "system", "samples", "settled", "to do"], rows));
  process.stdout.write(estimateText(plans));
  process.stdout.write(run ? `\nwould continue ${shortPath(run)}\n` : "\nwould start a new run\n");
}

/** How many samples, how many of them settled, how many left. */
export function planCells({ samples, settled, remaining }: Pick<Plan, "samples" | "settled" | "remaining">): string[] {
  return [samples, settled, remaining].map(String);
}

/** Repeats count as samples of their own. */
async function count(
  cells: readonly Cell[],
  task: Task,
  { store, retry, estimator }: Pick<DryRun, "retry"> & { readonly store: RunStore; readonly estimator: Estimator },
): Promise<Pick<Plan, "samples" | "settled" | "remaining">> {
  let samples = 0;
  let remaining = 0;
  for await (const batch of task.samples)
    for (const { digest: cell } of cells) {
      const states: readonly (WorkState | undefined)[] = await store.states(batch.map(({ digest }) => workKey(cell, digest)));
      samples += batch.length;
      for (const [i, state] of states.entries()) {
        if (!remains(state, retry)) continue;
        remaining++;
        estimator.add(batch[i]!.sample);
      }
    }
  return { samples, settled: samples - remaining, remaining };
}

function estimateText(plans: readonly Plan[]): string {
  const hasVideos = plans.some(({ estimate }) => (estimate?.videos ?? 0) > 0);
  const rows = plans.flatMap(({ task, system, estimate }) => {
    if (!estimate) return [];
    const { asks, images, videos, inputTokens, outputTokens, cost } = estimate;
    const dollars = cost === null ? "no price known" : `${cost.map((end) => end.toFixed(2)).join("–")} USD`;
    const tokens = [inputTokens.join("–"), outputTokens.join("–"), dollars];
    return [[task, system, String(asks), String(images), ...(hasVideos ? [String(videos)] : []), ...tokens]];
  });
  if (rows.length === 0) return "";
  const media = hasVideos ? ["images", "videos"] : ["images"];
  const table = textRows(["task", "system", "asks", ...media, "input tokens", "output tokens", "cost"], rows);
  const note = hasVideos ? "tokens of whole videos depend on their length and are not counted\n" : "";
  return `\nestimate, by rule of thumb (docs/running.md)\n${table}${note}`;
}
