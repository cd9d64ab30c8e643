import type { TaskConfig } from "../../config/config.ts";
import type { PlannedSample } from "../../core/data/dataset.ts";
import type { RunFiles } from "../../core/run/run-store.ts";
import { UserError } from "../../core/user-error.ts";
import type { Task } from "../task/open-task.ts";
import { dataState } from "./data-state.ts";
import { SampleShelf } from "./sample-shelf.ts";

/** Packed samples of one task, and of all tasks together. */
const mostBytes = { task: 512 * 2 ** 20, all: 1024 * 2 ** 20 };

/** A task as a run opens it. */
export interface OpenedTask {
  readonly task: Task;
  readonly config: TaskConfig;
  readonly directory: string;
  readonly files: RunFiles;
}

/** The data of tasks, read once and kept packed as long as its files stay what they are. */
export class SampleShelves {
  readonly #shelves = new Map<string, Promise<SampleShelf | undefined>>();

  /** The task with these samples alone. @throws {UserError} where it has none of them. */
  async only(ids: readonly string[], opened: OpenedTask): Promise<Task> {
    const { task } = opened;
    const shelf = await this.#shelf(opened);
    const planned = shelf ? shelf.find(ids) : await searched(task, ids);
    if (planned.length === 0)
      throw new UserError(`the data of the task "${task.id}" has no sample ${ids.join(", ")}`);
    return { ...task, samples: oneBatch(planned) };
  }

  async #shelf({ task, config, directory, files }: OpenedTask): Promise<SampleShelf | undefined> {
    const name = JSON.stringify([directory, config, await dataState(files)]);
    const known = this.#shelves.get(name);
    const shelf = known ?? SampleShelf.read(task.samples, mostBytes.task);
    // The one that was used last is the last to go.
    this.#shelves.delete(name);
    this.#shelves.set(name, shelf);
    if (known) return known;
    try {
      return await shelf;
    } catch (error) {
      this.#shelves.delete(name);
      throw error;
    } finally {
      await this.#keepSmall();
    }
  }

  async #keepSmall(): Promise<void> {
    let bytes = 0;
    for (const [name, shelf] of [...this.#shelves].reverse()) {
      bytes += (await shelf.catch(() => undefined))?.bytes ?? 0;
      if (bytes > mostBytes.all) this.#shelves.delete(name);
    }
  }
}

async function searched(task: Task, ids: readonly string[]): Promise<readonly PlannedSample[]> {
  const found: PlannedSample[] = [];
  for await (const batch of task.samples)
    found.push(...batch.filter(({ sample }) => ids.includes(sample.id)));
  return found;
}

function oneBatch(batch: readonly PlannedSample[]): Task["samples"] {
  return {
    async *[Symbol.asyncIterator]() {
      yield batch;
    },
  };
}
