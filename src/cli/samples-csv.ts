import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Sample } from "../core/sample.ts";
import { csvLine } from "../report/csv.ts";
import type { Marked } from "../report/score-cell.ts";
import type { Place } from "./evaluate.ts";

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
    this.#text = csvLine(["task", "system", "sample", "group", "split", "outcome", "reason", "error_class", ...metrics, "prediction"]);
  }

  add(place: Place, sample: Sample, { outcome, errorClass, values }: Marked): void {
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
