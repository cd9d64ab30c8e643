import { type IndexedTask, indexFiles } from "../../../../src/summary/browse/run-index.ts";
import { serveRemote } from "../../app/remote.ts";
import type { SampleView } from "../samples/sample-view.ts";
import { ColumnStore, type IndexBase } from "./column-store.ts";
import { type SampleRow, SampleRows } from "./sample-rows.ts";

/** One task of an index, with its place there. */
export interface TaskPlace {
  readonly base: IndexBase;
  readonly place: number;
  readonly task: IndexedTask;
}

interface Selected {
  /** Rows of the answers of the system, in the order of the view. */
  readonly rows: Uint32Array;
  /** 1 for each sample that is among them. */
  readonly samples: Uint8Array;
}

const store = new ColumnStore();
let shown: { readonly key: string; readonly rows: SampleRows } | undefined;

async function rowsOf(
  { base, place, task }: TaskPlace,
  { system, other }: Pick<SampleView, "system" | "other">,
): Promise<SampleRows> {
  const key = JSON.stringify([base, place, system, other]);
  if (shown?.key === key) return shown.rows;
  const at = task.systems.findIndex(({ id }) => id === system);
  if (at < 0) throw new Error(`the task has no system ${system}`);
  const beside = task.systems.findIndex(({ id }) => id === other);
  const open = (name: string) => store.open(base, name);
  const [samples, texts, answers, replies] = await Promise.all([
    open(indexFiles.samples(place)),
    open(indexFiles.texts(place)),
    open(indexFiles.answers(place, at)),
    open(indexFiles.replies(place, at)),
  ]);
  const second =
    beside < 0
      ? undefined
      : {
          answers: await open(indexFiles.answers(place, beside)),
          replies: await open(indexFiles.replies(place, beside)),
        };
  const rows = new SampleRows({ task, samples, texts, answers, replies, other: second });
  shown = { key, rows };
  return rows;
}

/** Lists samples: what takes long with many of them, beside the page. */
const sampleWork = {
  async select({
    at,
    view,
  }: {
    readonly at: TaskPlace;
    readonly view: SampleView;
  }): Promise<Selected> {
    const all = await rowsOf(at, view);
    const rows = all.select(view);
    return { rows, samples: all.samplesOf(rows) };
  },

  async read({
    at,
    view,
    rows,
  }: {
    readonly at: TaskPlace;
    readonly view: Pick<SampleView, "system" | "other">;
    readonly rows: readonly number[];
  }): Promise<readonly SampleRow[]> {
    const all = await rowsOf(at, view);
    return rows.map((row) => all.row(row));
  },
};

export type SampleWork = typeof sampleWork;

serveRemote(sampleWork);
