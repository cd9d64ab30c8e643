import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Sample } from "../core/sample.ts";
import { csvLine } from "../report/csv.ts";
import type { Marked } from "../report/score-cell.ts";
import { timeParts } from "../report/summary.ts";
import type { Place } from "./evaluate.ts";

/** What asking took: see docs/run-log.md. */
const resourceColumns = [
  ...["decode_ms", "queue_ms", "first_token_ms", "generation_ms", "total_ms"],
  ...["requests", "cached", "input_tokens", "output_tokens", "cost_usd"],
];

function resourceCells(resources: Marked["resources"]): readonly (number | undefined)[] {
  if (!resources) return resourceColumns.map(() => undefined);
  const { times, attempts, cached, input, output, cost } = resources;
  return [...timeParts.map((part) => times[part]), attempts, cached, input, output, cost];
}

const flushChars = 1 << 18;

/** One row per sample and system, written as they end. The file appears under its name once it is whole. */
export class SamplesCsv {
  readonly #path: string;
  readonly #file: number;
  readonly #metrics: readonly string[];
  #text: string;

  constructor(path: string, metrics: readonly string[]) {
    this.#path = path;
    this.#file = openSync(`${path}.part`, "w");
    this.#metrics = metrics;
    this.#text = csvLine([
      "task",
      "system",
      "sample",
      "group",
      "split",
      "outcome",
      "reason",
      "error_class",
      ...metrics,
      "repeat",
      ...resourceColumns,
      "prediction",
    ]);
  }

  add(place: Place, sample: Sample, { outcome, errorClass, values, repeat, resources }: Marked): void {
    const isAnswered = outcome?.kind === "answered";
    this.#text += csvLine([
      place.task,
      place.system,
      sample.id,
      sample.group,
      sample.split,
      outcome?.kind ?? "pending",
      outcome && !isAnswered ? outcome.reason : "",
      errorClass,
      ...this.#metrics.map((metric) => values[metric]),
      repeat ?? 1,
      ...resourceCells(resources),
      isAnswered ? JSON.stringify(outcome.value) : "",
    ]);
    if (this.#text.length > flushChars) this.#flush();
  }

  /** Puts the whole file in its place. */
  finish(): void {
    this.#flush();
    closeSync(this.#file);
    renameSync(`${this.#path}.part`, this.#path);
  }

  /** Leaves the earlier file as it was. */
  discard(): void {
    closeSync(this.#file);
    rmSync(`${this.#path}.part`, { force: true });
  }

  #flush(): void {
    writeSync(this.#file, this.#text);
    this.#text = "";
  }
}
