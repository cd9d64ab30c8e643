import type { KeptRun } from "../../core/run/run-store.ts";
import type { Summary } from "../../summary/summary.ts";
import { keepRunCard } from "../browse/run-cards.ts";
import { HeadlineGatherer } from "../output/headline-evidence.ts";
import { reportPictures } from "../output/report-pictures.ts";
import { picturesName, writeSummary } from "../output/run-files.ts";
import { SampleLister } from "../output/sample-lister.ts";
import { sampleMetrics, sampleTables } from "../output/sample-tables.ts";
import { closing } from "../task/closing.ts";
import type { Task } from "../task/open-task.ts";
import type { Evaluation } from "./evaluate-tasks.ts";
import { type Rescored, type Rescoring, rescoreRun } from "./rescore-run.ts";

/**
 * Which files follow from the log: `all` of them, or the `figures` alone, where tables of samples,
 * and pictures are as they were.
 */
export type ResultFiles = "all" | "figures";

/** Gathers what the files of a run hold while its samples are scored, and writes them at the end. */
export interface ResultWriter {
  readonly onSample: NonNullable<Evaluation["onSample"]>;
  readonly onScored: NonNullable<Evaluation["onScored"]>;
  /** Writes the tables of samples and the pictures of mistakes. */
  writeSamples(summary: Summary): Promise<void>;
  /** Writes the figures and the report. Without a basis the next start of the run looks again. */
  write(summary: Summary, basis: string): Promise<void>;
  /** Leaves earlier files as they were. */
  discard(): void;
}

/** Begins the files of a run; what is gathered ends with `write` or `discard`. */
export async function resultWriter(
  { files }: KeptRun,
  which: ResultFiles,
  tasks: readonly Task[],
): Promise<ResultWriter> {
  const { directory } = files;
  const headlines = new HeadlineGatherer();
  const lister = new SampleLister(tasks);
  const table =
    which === "all"
      ? await sampleTables(directory, sampleMetrics(tasks), ["csv", "parquet"])
      : undefined;
  return {
    onSample(place, sample, marked, settled) {
      table?.add(place, sample, marked);
      lister.add(place, sample, marked, settled);
    },
    onScored(...scored) {
      lister.settle(...scored);
      headlines.add(...scored);
    },
    async writeSamples(summary) {
      if (!table) return;
      table.finish();
      const pictures = await reportPictures(summary, tasks, directory);
      await files.write(picturesName, `${JSON.stringify(pictures)}\n`);
    },
    async write(summary, basis) {
      // After all others, since it names the log and the files as they are then.
      await writeSummary(files, {
        summary,
        basis,
        evidence: headlines.finish(summary, tasks),
        listing: lister.finish(summary),
        written: table ? ["manifest.json", "samples.csv", "samples.parquet", picturesName] : [],
      });
      await keepRunCard(directory, summary);
    },
    discard: () => table?.discard(),
  };
}

/**
 * Scores a run from its log and writes the files that follow from it; no system is asked.
 * `undefined`, and all files as they were, where it was left before it ended.
 */
export async function writeResults(
  rescoring: Omit<Rescoring, "onTasks" | "onScored">,
  which: ResultFiles,
): Promise<Rescored | undefined> {
  let writer: ResultWriter | undefined;
  const rescored = await rescoreRun({
    ...rescoring,
    onTasks: async (tasks) => {
      writer = await resultWriter(rescoring.store, which, tasks);
      return writer.onSample;
    },
    onScored: (...scored) => writer?.onScored(...scored),
  }).catch((error: unknown) => {
    writer?.discard();
    throw error;
  });
  if (rescored && !rescoring.signal?.aborted) {
    const { evaluated, tasks } = rescored;
    await using _tasks = closing(tasks);
    await writer?.writeSamples(evaluated.summary);
    await writer?.write(evaluated.summary, "");
    return rescored;
  }
  writer?.discard();
  return undefined;
}
