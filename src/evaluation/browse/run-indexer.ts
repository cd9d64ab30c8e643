import type { RunIndex } from "../../summary/browse/run-index.ts";
import type { CellEvaluation } from "../cell/evaluate-cell.ts";
import type { Task } from "../task/open-task.ts";
import { IndexGatherer, type IndexOptions } from "./index-gatherer.ts";

/** The files of an index by their names. */
export type IndexFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** Gathers the index of a run while its samples are read. */
export class RunIndexer {
  readonly #gatherers: ReadonlyMap<string, IndexGatherer>;
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>();

  constructor(tasks: readonly Task[], systems: readonly string[], options: IndexOptions) {
    this.#gatherers = new Map(
      tasks.map((task, at) => [
        task.id,
        new IndexGatherer(task, at, { ...options, systems: systems.filter(task.asksSystem) }),
      ]),
    );
  }

  readonly add: NonNullable<CellEvaluation["onSample"]> = (place, ...rest) => {
    this.#gatherers.get(place.task)!.add(place, ...rest);
  };

  readonly scored: NonNullable<CellEvaluation["onScored"]> = (place, ...rest) => {
    this.#gatherers.get(place.task)!.scored(this.#write)(place, ...rest);
  };

  finish(key: string): { readonly index: RunIndex; readonly files: IndexFiles } {
    const tasks = [...this.#gatherers.values()].map((gatherer) => gatherer.finish(this.#write));
    return { index: { schema: "vidimus-index/1", key, tasks }, files: this.#files };
  }

  readonly #write = (name: string, bytes: Uint8Array<ArrayBuffer>): void => {
    this.#files.set(name, bytes);
  };
}
