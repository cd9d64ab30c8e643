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
  const failures = summary.failures.map(async (failure) => ({
    ...failure,
    view: await viewWithSignals(failure.view, arrays),
  }));
  return { ...summary, failures: await Promise.all(failures) };
}

/** A view whose signals are read; those that cannot be stay without numbers. */
export async function viewWithSignals(
  view: View,
  arrays: Pick<ArraySource, "read">,
): Promise<View> {
  const withSignal = async (lane: TimelineLane): Promise<TimelineLane> =>
    lane.signal ? { ...lane, signal: await read(lane.signal, arrays) } : lane;
  const blocks = view.blocks.map(
    async (block): Promise<ViewBlock> =>
      block.kind === "timeline"
        ? { ...block, lanes: await Promise.all(block.lanes.map(withSignal)) }
        : block,
  );
  return { ...view, blocks: await Promise.all(blocks) };
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
