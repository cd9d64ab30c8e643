import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import type { OutcomeKind } from "../../core/run/outcome.ts";
import type { RunStore } from "../../core/run/run-store.ts";
import type { Chunk } from "../../core/run/shared-run-store.ts";
import type { Cell } from "../../engine/cell.ts";
import { gatherGroups } from "../../engine/gather-groups.ts";
import { remains } from "../../engine/remaining.ts";
import { workKeyOf } from "../../engine/work-keys.ts";
import { contentDigest } from "../../files/content-digest.ts";

/** So many samples at most are handed out together, where a video has more questions. */
const largest = 500;

/**
 * So many are handed out together at least: few at first, which show how long they take and leave
 * something for everybody where there is little in all.
 */
function leastAt(from: number): number {
  return Math.min(50, 5 + Math.floor(from / 20));
}

/** Samples that are handed out together, and where they begin. */
interface Stretch {
  readonly from: number;
  readonly samples: readonly PlannedSample[];
}

/**
 * The samples in the order in which they are asked, cut where a video ends: all questions about it
 * are together.
 */
export async function* stretches(samples: SampleBatches): AsyncGenerator<Stretch> {
  let from = 0;
  let current: PlannedSample[] = [];
  for await (const batch of gatherGroups(samples))
    for (const planned of batch) {
      const isOther = current.at(-1)?.sample.group !== planned.sample.group;
      if (current.length >= largest || (current.length >= leastAt(from) && isOther)) {
        yield { from, samples: current };
        from += current.length;
        current = [];
      }
      current.push(planned);
    }
  if (current.length > 0) yield { from, samples: current };
}

interface Planning {
  readonly samples: SampleBatches;
  /** The repeats of one system on a task. */
  readonly cells: readonly Cell[];
  readonly store: RunStore;
  readonly retry: ReadonlySet<OutcomeKind>;
}

/** The parts of a system's work on a task in which something is left to do. */
export async function* planChunks({
  samples,
  cells,
  store,
  retry,
}: Planning): AsyncGenerator<Chunk> {
  const { task, system } = cells[0]!;
  for await (const { from, samples: some } of stretches(samples)) {
    const keys = cells.flatMap((cell) =>
      some
        .filter(({ lost }) => lost === undefined)
        .map((planned) => workKeyOf(cell, planned, contentDigest)),
    );
    const states = await store.states(keys);
    if (states.some((state) => remains(state, retry)))
      yield { task, system: system.id, from, to: from + some.length };
  }
}
