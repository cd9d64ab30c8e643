import { join } from "node:path";
import type { Task } from "./open-task.ts";
import type { SampleTable } from "./sample-row.ts";
import { SamplesCsv, SamplesJsonl } from "./samples-csv.ts";

export const tableForms = ["csv", "parquet", "jsonl"] as const;
export type TableForm = (typeof tableForms)[number];

/** The metrics of all tasks that have a value for each sample. */
export function sampleMetrics(tasks: readonly Task[]): readonly string[] {
  const metrics = tasks.flatMap(({ family, settings }) => family.metrics(settings.options, settings.graders, settings.tables));
  return [...new Set(metrics.filter(({ kind }) => kind !== "corpus").map(({ id }) => id))];
}

/** Opens `samples.<form>` in a folder for writing; several are written side by side. */
export async function sampleTables(directory: string, metrics: readonly string[], forms: readonly TableForm[]): Promise<SampleTable> {
  const tables = await Promise.all(forms.map((form) => openTable(form, join(directory, `samples.${form}`), metrics)));
  return {
    add(place, sample, marked) {
      for (const table of tables) table.add(place, sample, marked);
    },
    finish() {
      for (const table of tables) table.finish();
    },
    discard() {
      for (const table of tables) table.discard();
    },
  };
}

async function openTable(form: TableForm, path: string, metrics: readonly string[]): Promise<SampleTable> {
  if (form === "csv") return new SamplesCsv(path, metrics);
  if (form === "jsonl") return new SamplesJsonl(path, metrics);
  // Loaded here, since most starts of the program write no Parquet.
  const { SamplesParquet } = await import("./samples-parquet.ts");
  return new SamplesParquet(path, metrics);
}
