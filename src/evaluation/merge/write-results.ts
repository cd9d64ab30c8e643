import type { KeptRun } from "../../core/run/run-store.ts";
import type { Summary } from "../../summary/summary.ts";
import type { OnEvent } from "../evaluation-event.ts";
import { HeadlineGatherer } from "../output/headline-evidence.ts";
import { reportPictures } from "../output/report-pictures.ts";
import { picturesName, writeSummary } from "../output/run-files.ts";
import { SampleLister } from "../output/sample-lister.ts";
import { type SampleTable, sampleMetrics, sampleTables } from "../output/sample-tables.ts";
import { rescoreRun } from "../run/rescore-run.ts";

/** Writes everything that follows from the log of a run, as at the end of one; nothing is asked. */
export async function writeResults(run: KeptRun, onEvent: OnEvent): Promise<Summary> {
  const headlines = new HeadlineGatherer();
  let lister = new SampleLister([]);
  let table: SampleTable | undefined;
  const rescored = await rescoreRun({
    store: run,
    onEvent,
    set: [],
    isOffline: undefined,
    select: () => undefined,
    onTasks: async (tasks) => {
      lister = new SampleLister(tasks);
      table = await sampleTables(run.files.directory, sampleMetrics(tasks), ["csv", "parquet"]);
      return (place, sample, marked, settled) => {
        table?.add(place, sample, marked);
        lister.add(place, sample, marked, settled);
      };
    },
    onScored: (...scored) => {
      lister.settle(...scored);
      headlines.add(...scored);
    },
  });
  if (!rescored) throw new Error("scoring ended before all was read");
  table?.finish();
  const { tasks, evaluated } = rescored;
  const { summary } = evaluated;
  const pictures = await reportPictures(summary, tasks, run.files.directory);
  await run.files.write(picturesName, `${JSON.stringify(pictures)}\n`);
  await writeSummary(run.files, {
    summary,
    basis: "",
    evidence: headlines.finish(summary, tasks),
    listing: lister.finish(summary),
    written: ["manifest.json", "samples.csv", "samples.parquet", picturesName],
  });
  return summary;
}
