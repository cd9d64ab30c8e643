import { join } from "node:path";
import type { Sample } from "../../core/data/sample.ts";
import type { Marked } from "../../scoring/scoring.ts";
import type { Place } from "../cell/evaluate-cell.ts";
import type { Task } from "../task/open-task.ts";
import { type RowFile, sampleRow } from "./sample-row.ts";
import { SamplesCsv, SamplesJsonl } from "./samples-csv.ts";

export const tableForms = ["csv", "parquet", "jsonl"] as const;
export type TableForm = (typeof tableForms)[number];

/** The metrics of all tasks that have a value for each sample. */
export function sampleMetrics(tasks: readonly Task[]): readonly string[] {
  const metrics = tasks.flatMap(
    ({ family, settings, scoring }) => family.scoring(settings.options, scoring.lent).metrics,
  );
  return [...new Set(metrics.filter(({ kind }) => kind !== "corpus").map(({ id }) => id))];
}

/** Where samples go as they end: a row in every file. */
export interface SampleTable {
  add(place: Place, sample: Sample, marked: Marked): void;
  /** Puts the whole files in their places. */
  finish(): void;
  /** Leaves earlier files as they were. */
  discard(): void;
}

/** Opens `samples.<form>` in a folder for writing; several are written side by side. */
export async function sampleTables(
  directory: string,
  metrics: readonly string[],
  forms: readonly TableForm[],
): Promise<SampleTable> {
  const files = await Promise.all(
    forms.map((form) => openFile(form, join(directory, `samples.${form}`), metrics)),
  );
  return {
    add(place, sample, marked) {
      const cells = sampleRow(metrics, place, { sample, marked });
      for (const file of files) file.add(cells);
    },
    finish() {
      for (const file of files) file.finish();
    },
    discard() {
      for (const file of files) file.discard();
    },
  };
}

async function openFile(
  form: TableForm,
  path: string,
  metrics: readonly string[],
): Promise<RowFile> {
  if (form === "csv") return new SamplesCsv(path, metrics);
  if (form === "jsonl") return new SamplesJsonl(path, metrics);
  // Loaded here, since most starts of the program write no Parquet.
  const { SamplesParquet } = await import("./samples-parquet.ts");
  return new SamplesParquet(path, metrics);
}
