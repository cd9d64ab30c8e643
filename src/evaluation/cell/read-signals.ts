import type { ArraySource, NumberArray } from "../../core/data/array-ref.ts";
import type { TimelineLane, TimelineSignal, View, ViewBlock } from "../../core/scores/view.ts";
import { UserError } from "../../core/user-error.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { Task } from "../task/open-task.ts";

/**
 * Reads the signals that examples of mistakes are shown with. What cannot be read is not shown; of
 * data that may not be handed on, nothing is.
 */
export async function withSignals(
  summary: SystemSummary,
  { arrays, isShared }: Pick<Task, "arrays" | "isShared">,
): Promise<SystemSummary> {
  if (!isShared) return summary;
  const failures = [];
  for (const failure of summary.failures)
    failures.push({ ...failure, view: await viewWithSignals(failure.view, arrays) });
  return { ...summary, failures };
}

/** A view whose signals are read; those that cannot be stay without numbers. */
export async function viewWithSignals(
  view: View,
  arrays: Pick<ArraySource, "read">,
): Promise<View> {
  const blocks: ViewBlock[] = [];
  for (const block of view.blocks) {
    if (block.kind !== "timeline") blocks.push(block);
    else {
      const lanes: TimelineLane[] = [];
      for (const lane of block.lanes)
        lanes.push(lane.signal ? { ...lane, signal: await read(lane.signal, arrays) } : lane);
      blocks.push({ ...block, lanes });
    }
  }
  return { ...view, blocks };
}

async function read(
  signal: TimelineSignal,
  arrays: Pick<ArraySource, "read">,
): Promise<TimelineSignal> {
  const { source, ...rest } = signal;
  if (!source) return signal;
  try {
    return { ...rest, values: reduced(await arrays.read(source), signal.reduce) };
  } catch (error) {
    if (error instanceof UserError) return signal;
    throw error;
  }
}

/** One number for each row, to three digits: a line shows no more. */
function reduced(
  { shape, values }: NumberArray,
  how: TimelineSignal["reduce"],
): readonly (number | null)[] {
  const count = shape[0] ?? 0;
  const width = values.length / count;
  return Array.from({ length: count }, (_, row) => {
    let sum = 0;
    for (let at = row * width; at < (row + 1) * width; at++)
      sum += how === "rms" ? values[at]! ** 2 : values[at]!;
    const value = how === "rms" ? Math.sqrt(sum / width) : sum / width;
    return Number.isFinite(value) ? Number(value.toPrecision(3)) : null;
  });
}
