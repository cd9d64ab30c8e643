import { join } from "node:path";
import { makeFolder } from "../../files/make-folder.ts";
import { writeAtomically } from "../../files/write-atomically.ts";
import type { Chart } from "../../report/plot/chart.ts";
import { type ChartFormat, chartDrawer } from "./draw-chart.ts";

export interface WrittenChart extends Pick<Chart, "id" | "kind" | "title"> {
  /** Names within the folder. */
  readonly files: readonly string[];
}

export interface WriteOptions {
  readonly directory: string;
  readonly formats: readonly ChartFormat[];
  onWarning(text: string): void;
}

/** Writes each chart in the formats asked for, with its specification beside them. */
export async function writeCharts(
  charts: readonly Chart[],
  { directory, formats, onWarning }: WriteOptions,
): Promise<readonly WrittenChart[]> {
  makeFolder(directory);
  const draw = formats.length > 0 ? await chartDrawer(onWarning) : undefined;
  const written: WrittenChart[] = [];
  for (const chart of charts) {
    const { id, kind, title, spec } = chart;
    const specName = `${id}.vl.json`;
    writeAtomically(join(directory, specName), `${JSON.stringify(spec, null, 1)}\n`);
    const drawn = (await draw?.(chart, formats)) ?? new Map<ChartFormat, string | Uint8Array>();
    for (const [format, content] of drawn)
      writeAtomically(join(directory, `${id}.${format}`), content);
    written.push({
      id,
      kind,
      title,
      files: [...[...drawn.keys()].map((format) => `${id}.${format}`), specName],
    });
  }
  return written;
}
