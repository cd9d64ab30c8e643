import type { LoadedConfig } from "../config/load-config.ts";
import type { OutcomeKind } from "../core/outcome.ts";
import type { RunStore, WorkState } from "../core/run-store.ts";
import type { System } from "../core/system.ts";
import { workKey } from "../core/work.ts";
import { remains } from "../engine/remaining.ts";
import { ephemeralRunStore } from "../store/ephemeral-run-store.ts";
import { readLocalRun } from "../store/local-run-store.ts";
import type { Task } from "./open-task.ts";
import { prepareCell } from "./prepare-cell.ts";
import { shortPath } from "./print-summary.ts";
import type { RunResult } from "./run-result.ts";
import { textRows } from "./text-rows.ts";

export interface DryRun {
  readonly loaded: LoadedConfig;
  readonly tasks: readonly Task[];
  /** The run that would be continued. */
  readonly run: string | undefined;
  readonly retry: ReadonlySet<OutcomeKind>;
  readonly json: boolean;
  makeSystem(id: string, task: Task): Promise<System>;
}

interface Plan {
  readonly task: string;
  readonly system: string;
  readonly samples: number;
  readonly settled: number;
  readonly remaining: number;
}

/** Reads all data, counts what a run would do, and asks nothing. */
export async function dryRun({ loaded, tasks, run, retry, json, makeSystem }: DryRun): Promise<RunResult> {
  const { config, spec } = loaded;
  const nothing = ephemeralRunStore({ schema: "vidimus-run/1", name: config.name, spec, createdAt: 0 });
  await using store = run ? await readLocalRun(run) : nothing;
  const plans: Plan[] = [];
  for (const task of tasks)
    for (const { id } of config.systems) {
      const { cell } = await prepareCell(task, await makeSystem(id, task), nothing);
      plans.push({ task: task.id, system: id, ...(await count(cell.digest, task, { store, retry })) });
    }
  const facts = { run: run ?? null, plans };
  if (json) process.stdout.write(`${JSON.stringify({ schema: "vidimus-plan/1", ...facts })}\n`);
  else {
    const rows = plans.map(({ task, system, samples, settled, remaining }) => [
      task,
      system,
      String(samples),
      String(settled),
      String(remaining),
    ]);
    process.stdout.write(textRows(["task", "system", "samples", "settled", "to do"], rows));
    process.stdout.write(run ? `\nwould continue ${shortPath(run)}\n` : "\nwould start a new run\n");
  }
  return { interrupted: false };
}

async function count(
  cell: string,
  task: Task,
  { store, retry }: Pick<DryRun, "retry"> & { readonly store: RunStore },
): Promise<Pick<Plan, "samples" | "settled" | "remaining">> {
  let samples = 0;
  let remaining = 0;
  for await (const batch of task.samples) {
    const states: readonly (WorkState | undefined)[] = await store.states(batch.map(({ digest }) => workKey(cell, digest)));
    samples += batch.length;
    remaining += states.filter((state) => remains(state, retry)).length;
  }
  return { samples, settled: samples - remaining, remaining };
}
