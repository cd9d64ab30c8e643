import type { PlannedSample, SampleBatches } from "../core/data/dataset.ts";
import { answersFromMemory } from "./answers-from-memory.ts";
import type { Cell } from "./cell.ts";
import { type CellProgress, CellRun } from "./cell-run.ts";
import type { EngineContext } from "./engine-context.ts";
import { gatherGroups } from "./gather-groups.ts";

/** So many samples are asked for one repeat before they are asked for the next. */
const samplesPerTurn = 64;

/**
 * Brings every sample of a cell to an outcome, skipping what the log settles, and hands each one
 * on.
 */
export function runCell(
  cell: Cell,
  samples: SampleBatches,
  context: EngineContext,
): Promise<CellProgress> {
  return runCells([cell], samples, context);
}

/**
 * The same for several repeats of a cell, side by side: a sample's repeats are asked close to each
 * other.
 */
export async function runCells(
  cells: readonly Cell[],
  samples: SampleBatches,
  context: EngineContext,
): Promise<CellProgress> {
  const runs = cells.map((cell) => new CellRun(cell, context));
  const isAsked = context.asks && cells.some(({ system }) => !answersFromMemory(system));
  for await (const batch of isAsked ? turns(gatherGroups(samples), runs.length) : samples) {
    if (context.stop.aborted) break;
    for (const run of runs) await run.take(batch);
  }
  const ended: CellProgress[] = [];
  for (const run of runs) ended.push(await run.finish());
  return {
    planned: ended[0]?.planned ?? 0,
    open: ended.reduce((sum, { open }) => sum + open, 0),
    relabelled: Math.max(0, ...ended.map(({ relabelled }) => relabelled)),
  };
}

/**
 * Several repeats take turns after a few samples, so that those of one sample find its frames and
 * the provider's prompt cache still there.
 */
async function* turns(
  batches: SampleBatches,
  repeats: number,
): AsyncGenerator<readonly PlannedSample[]> {
  for await (const batch of batches) {
    const size = repeats === 1 ? batch.length : samplesPerTurn;
    for (let from = 0; from < batch.length; from += size) yield batch.slice(from, from + size);
  }
}
