import type { MediaWarning } from "../core/data/media.ts";
import type { WarnedSample, WarningSummary } from "../summary/warning-summary.ts";
import { MessageCounter } from "./message-counter.ts";

/** Kinds told. */
const mostKinds = 20;
/** Files named of each kind. */
const mostExamples = 3;

/**
 * Counts what was noticed about media that were shown. Warnings that differ only in their figures
 * are counted as one.
 */
export class WarningCounter {
  readonly #kinds = new MessageCounter<WarnedSample>(firstFiles);
  #samples = 0;

  /** All warnings about the media of one sample. */
  add(sample: string, warnings: readonly MediaWarning[]): void {
    if (warnings.length === 0) return;
    this.#samples++;
    const byShape = new Map(warnings.toReversed().map((one) => [shapeOf(one.warning), one]));
    for (const [shape, { path, warning }] of byShape)
      this.#kinds.add(shape, warning, { path, sample });
  }

  /** `undefined` where there was nothing to warn of. */
  finish(): WarningSummary | undefined {
    if (this.#samples === 0) return undefined;
    const kinds = this.#kinds.list().slice(0, mostKinds);
    return {
      samples: this.#samples,
      kinds: kinds.map(({ text, count, examples }) => ({
        warning: text,
        samples: count,
        examples,
      })),
    };
  }
}

function shapeOf(warning: string): string {
  return warning.replace(/ \(\d+ times\)$/, "").replace(/0x[0-9a-f]+|-?\d+(?:\.\d+)?/gi, "#");
}

/** The first by their names; of the samples about one file, one. */
function firstFiles(examples: readonly WarnedSample[]): readonly WarnedSample[] {
  const sorted = examples.toSorted((a, b) => order(a.path, b.path) || order(a.sample, b.sample));
  return sorted.filter(({ path }, at) => path !== sorted[at - 1]?.path).slice(0, mostExamples);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
