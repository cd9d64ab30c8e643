import type { ArrayRef } from "../../../core/data/array-ref.ts";
import type { SampleBatches } from "../../../core/data/dataset.ts";
import type { Sample } from "../../../core/data/sample.ts";
import { type UnusableNumber, unusableNumber } from "../../../core/data/unusable-number.ts";
import { UserError } from "../../../core/user-error.ts";
import type { Task } from "../../../evaluation/task/open-task.ts";
import { readArrays } from "../../../systems/heads/read-rows.ts";
import type { DatasetFinding } from "./check-samples.ts";

/** Samples whose arrays are read together. */
const readTogether = 256;
const shownIds = 3;

interface Found {
  readonly first: UnusableNumber;
  readonly samples: Set<string>;
}

type CheckedTask = Pick<Task, "family" | "settings" | "arrays" | "folder">;

/**
 * Looks for numbers that are not finite among those that samples are learnt from. Tasks often share
 * a table: rows that were found sound are not read again.
 */
export class UnusableNumbers {
  /** Rows that are sound, by folder, array and columns. */
  readonly #sound = new Map<string, Set<number>>();

  async findings(task: CheckedTask, samples: SampleBatches): Promise<readonly DatasetFinding[]> {
    if (!task.family.asking.learning) return [];
    const found = new Map<string, Found>();
    try {
      for await (const batch of samples)
        for (let from = 0; from < batch.length; from += readTogether)
          await this.#look(
            task,
            batch.slice(from, from + readTogether).map(({ sample }) => sample),
            found,
          );
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const message = error.hint === undefined ? error.message : `${error.message}; ${error.hint}`;
      return [{ check: "readable", level: "error", count: 0, samples: [], message }];
    }
    return [...found.values()].map(({ first, samples: ids }) => ({
      check: "finite-numbers",
      level: "error",
      count: ids.size,
      samples: [...ids].slice(0, shownIds),
      message: `${first.place} (counted from 0) is ${first.value}`,
    }));
  }

  async #look(
    task: CheckedTask,
    samples: readonly Sample[],
    found: Map<string, Found>,
  ): Promise<void> {
    const wanted = samples.flatMap((sample) =>
      refsOf(sample, task).flatMap((ref) => {
        const rows = this.#rowsOf(task, ref);
        return ref.rows && rows.has(ref.rows[0]) ? [] : [{ sample, ref, rows }];
      }),
    );
    const arrays = await readArrays(
      task.arrays,
      wanted.map(({ ref }) => ref),
    );
    for (const [i, { sample, ref, rows }] of wanted.entries()) {
      const first = unusableNumber(ref, arrays[i]!);
      if (!first) {
        if (ref.rows && ref.rows[1] === ref.rows[0] + 1) rows.add(ref.rows[0]);
        continue;
      }
      const key = JSON.stringify([ref.path, ref.name]);
      const known = found.get(key) ?? { first, samples: new Set() };
      known.samples.add(sample.id);
      found.set(key, known);
    }
  }

  #rowsOf(task: CheckedTask, { path, name, columns }: ArrayRef): Set<number> {
    const key = JSON.stringify([task.folder(), path, name, columns]);
    const rows = this.#sound.get(key) ?? new Set();
    this.#sound.set(key, rows);
    return rows;
  }
}

/** What heads read of a sample: features, and the target where it is in a file. */
function refsOf(sample: Sample, { family, settings: { options } }: CheckedTask) {
  const learning = family.asking.learning!;
  const target = learning.target(sample, options);
  return [...learning.inputs(sample, options), ...(target?.kind === "values" ? target.refs : [])];
}
