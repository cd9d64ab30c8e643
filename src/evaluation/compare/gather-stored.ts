import { join, resolve } from "node:path";
import type { Sample } from "../../core/data/sample.ts";
import { isRecord } from "../../core/json.ts";
import { isScored, type OutcomeKind } from "../../core/run/outcome.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { UserError } from "../../core/user-error.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { contentDigest } from "../../files/content-digest.ts";
import { EvidenceSet } from "../../scoring/evidence/evidence-set.ts";
import { PlannedCounter } from "../../scoring/evidence/planned-set.ts";
import { SampleIndex } from "../../scoring/evidence/sample-index.ts";
import { runStores } from "../../store/run-stores.ts";
import { isReference } from "../../summary/baseline-systems.ts";
import type { Summary, TaskSummary } from "../../summary/summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import { believedSummary } from "../output/run-files.ts";
import { knownNoise } from "../selfcheck/known-noise.ts";
import type { RunGathering, RunSource } from "./gather-run.ts";
import type { GatheredSystem } from "./gathered-system.ts";

type Values = Readonly<Record<string, number | null>>;

const stored: Measure<Sample, unknown, Values> = {
  signature: "stored",
  measure: ({ prediction }) => prediction as Values,
};

/**
 * What a run has stored of its systems' samples: what each contributes to the metrics that are means
 * over samples. For runs whose data is not there; samples are known by their ids alone.
 */
export async function gatherStored(
  { directory, system }: RunSource,
  { onProbes }: Pick<RunGathering, "onProbes"> = {},
): Promise<readonly GatheredSystem[]> {
  const path = resolve(directory);
  const read = await believedSummary(runStores.files(path));
  if (!read.stored)
    throw new UserError(
      `the data of ${directory} is not there, and what it stored cannot be used: ${read.problem}`,
      "say where the data is: --data <place>",
    );
  const { summary } = read.stored;
  const cells = cellsOf(summary, system);
  const probes = summary.tasks.flatMap(({ systems }) => systems.filter(({ probe }) => probe));
  if (system === undefined && probes.length > 0)
    onProbes?.([...new Set(probes.map(({ id }) => id))]);
  for await (const rows of openDataFile(join(path, "samples.parquet")).rows())
    for (const { value } of rows) if (isRecord(value)) cells.get(keyOf(value))?.add(value);
  const noise = await knownNoise(runStores.files(path));
  return [...cells.values()].map((cell) => {
    const gathered = cell.gathered();
    return { ...gathered, noise: noise(gathered.task, gathered.system) };
  });
}

/** What is to be said of differences between runs that were gathered so. */
export function storedNote({ message }: Error): string {
  return `the data is not there (${message}): compared by what the runs stored of each sample, known by its id; metrics of whole sets, slices and whether the data is the same need the data (--data)`;
}

function cellsOf({ tasks }: Summary, system: string | undefined): Map<string, StoredCell> {
  const cells = new Map<string, StoredCell>();
  for (const task of tasks)
    for (const one of task.systems) {
      const isWanted = system === undefined ? !isReference(one) && !one.probe : one.id === system;
      if (isWanted) cells.set(keyOf({ task: task.id, system: one.id }), new StoredCell(task, one));
    }
  if (cells.size === 0)
    throw new UserError(`no such system: ${system ?? "none that is no baseline"}`);
  return cells;
}

function keyOf({ task, system }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([task, system]);
}

/** One system on one task, row by row. */
class StoredCell {
  readonly #task: TaskSummary;
  readonly #system: SystemSummary;
  readonly #metrics: readonly Metric[];
  readonly #evidence = new EvidenceSet([stored as Measure<Sample, unknown, unknown>], () => ({}));
  readonly #samples = new SampleIndex();
  readonly #planned = new PlannedCounter();

  constructor(task: TaskSummary, system: SystemSummary) {
    this.#task = task;
    this.#system = system;
    this.#metrics = storedMetrics(system);
  }

  add(row: Readonly<Record<string, unknown>>): void {
    const id = String(row.sample);
    const digest = contentDigest(id);
    const outcome = row.outcome === "pending" ? undefined : (row.outcome as OutcomeKind);
    this.#samples.add(id, digest, outcome);
    if (Number(row.repeat ?? 1) === 1) this.#planned.add(digest);
    if (!outcome || !isScored(outcome)) return;
    const values = this.#metrics.map(({ id: name }) => [
      name,
      typeof row[name] === "number" ? row[name] : null,
    ]);
    const sample = { id, group: String(row.group) };
    this.#evidence.add(
      { sample, prediction: Object.fromEntries(values), outcome, grades: {} },
      digest,
    );
  }

  gathered(): GatheredSystem {
    return {
      task: this.#task.id,
      system: this.#system.id,
      scored: {
        evidence: this.#evidence.ordered(),
        metrics: this.#metrics,
        samples: this.#samples.ordered(),
        planned: this.#planned.set(),
      },
      scoring: { unanswered: this.#system.unanswered, family: { id: this.#task.family } },
    };
  }
}

/** The metrics that samples.parquet has columns of, the headline first where it is one. */
function storedMetrics({ metrics, headline }: SystemSummary): readonly Metric[] {
  return Object.entries(metrics)
    .toSorted(([a], [b]) => Number(b === headline) - Number(a === headline))
    .flatMap(([id, { title, kind, best, worst, signature }]): Metric[] => {
      if (kind === "corpus") return [];
      const value = (evidence: unknown) => (evidence as Values)[id] ?? null;
      const prepare = () => () => null;
      return [
        {
          ...{ id, title, kind, best, worst, signature },
          measure: stored.signature,
          value,
          prepare,
        },
      ];
    });
}
