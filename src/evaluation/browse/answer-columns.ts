import type { Metric } from "../../core/scores/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { textHash } from "../../math/text-hash.ts";
import type { Marked } from "../../scoring/scoring.ts";
import { type Column, packColumns } from "../../summary/browse/column-file.ts";
import { type IndexedSystem, noCode } from "../../summary/browse/run-index.ts";
import { outcomeOrder } from "../../summary/outcome-totals.ts";
import { GrowingTexts } from "./growing-columns.ts";

/** Characters of an answer that are kept. */
const mostAnswer = 160;

/** What one system made of the samples, row by row. */
export class AnswerColumns {
  readonly #kind: string;
  readonly #sample = growing.words();
  readonly #repeat = growing.bytes();
  readonly #outcome = growing.bytes();
  readonly #error = growing.words();
  readonly #answer = growing.words();
  readonly #evidence = growing.words();
  readonly #ms = growing.numbers();
  readonly #cost = growing.numbers();
  readonly #values: readonly {
    readonly id: string;
    readonly isProportion: boolean;
    readonly column: ReturnType<typeof growing.bytes> | ReturnType<typeof growing.numbers>;
  }[];
  readonly #text = new GrowingTexts(mostAnswer);
  readonly unscored: Record<string, string> = {};
  #repeats = 1;
  #hasTimes = false;
  #hasCosts = false;

  constructor(kind: string, metrics: readonly Metric[]) {
    this.#kind = kind;
    this.#values = metrics
      .filter(isPerSample)
      .map(({ id, kind: sort }) =>
        sort === "proportion"
          ? { id, isProportion: true, column: growing.bytes() }
          : { id, isProportion: false, column: growing.numbers() },
      );
  }

  add(
    sample: number,
    { outcome, repeat = 1, values, resources, grading }: Marked,
    { error, text }: { readonly error: number; readonly text: string | undefined },
  ): void {
    this.#sample.push(sample);
    this.#repeat.push(Math.min(repeat, 255));
    this.#repeats = Math.max(this.#repeats, repeat);
    this.#outcome.push(outcomeOrder.indexOf(outcome?.kind ?? "pending"));
    this.#error.push(error);
    this.#evidence.push(noCode.evidence);
    const isAnswered = outcome?.kind === "answered";
    this.#answer.push(isAnswered ? textHash(JSON.stringify(outcome.value) ?? "", 1) : 0);
    for (const { id, isProportion, column } of this.#values)
      column.push(values[id] ?? (isProportion ? noCode.value : Number.NaN));
    const ms = resources?.times.total;
    const cost =
      resources?.cost === undefined ? grading?.cost : resources.cost + (grading?.cost ?? 0);
    this.#hasTimes ||= ms !== undefined;
    this.#hasCosts ||= cost !== undefined && cost > 0;
    this.#ms.push(ms ?? Number.NaN);
    this.#cost.push(cost ?? Number.NaN);
    this.#text.push(text);
  }

  setEvidence(row: number, at: number): void {
    this.#evidence.view()[row] = at;
  }

  setError(row: number, error: number): void {
    this.#error.view()[row] = error;
  }

  /** Finds the row of a sample and repeat. */
  rowsByPlace(): (sample: number, repeat: number) => number {
    const rows = new Map<number, number>();
    const [samples, repeats] = [this.#sample.view(), this.#repeat.view()];
    for (let row = 0; row < samples.length; row++)
      rows.set(256 * samples[row]! + repeats[row]!, row);
    return (sample, repeat) => rows.get(256 * sample + repeat)!;
  }

  /** Row by row in the order of the samples. */
  packed(samples: Uint32Array | undefined): {
    readonly answers: Uint8Array<ArrayBuffer>;
    readonly replies: Uint8Array<ArrayBuffer>;
  } {
    const places = samples && inverse(samples);
    const sample = places
      ? Uint32Array.from(this.#sample.view(), (row) => places[row]!)
      : this.#sample.view();
    const repeat = this.#repeat.view();
    const order = orderBy(Float64Array.from(sample, (place, row) => 256 * place + repeat[row]!));
    const values = this.#values.map(({ column }, at) => [`v${at}`, column.view()] as const);
    const columns: Record<string, Column> = {
      sample,
      repeat,
      outcome: this.#outcome.view(),
      error: Uint16Array.from(this.#error.view()),
      answer: this.#answer.view(),
      evidence: this.#evidence.view(),
      ...Object.fromEntries(values),
      ...(this.#hasTimes ? { ms: Float32Array.from(this.#ms.view()) } : {}),
      ...(this.#hasCosts ? { cost: Float32Array.from(this.#cost.view()) } : {}),
    };
    const ordered = Object.entries(columns).map(([name, column]) => [
      name,
      order ? moved(column, order) : column,
    ]);
    return {
      answers: packColumns({ columns: Object.fromEntries(ordered), about: null }),
      replies: packColumns({ columns: this.#text.columns("answer", order), about: null }),
    };
  }

  about(): Omit<IndexedSystem, "id"> {
    return {
      kind: this.#kind,
      answers: this.#sample.length,
      repeats: this.#repeats,
      hasTimes: this.#hasTimes,
      hasCosts: this.#hasCosts,
      ...(Object.keys(this.unscored).length > 0 ? { unscored: this.unscored } : {}),
    };
  }
}

/** Rows by ascending keys, equal ones as they came; `undefined` where they are so already. */
export function orderBy(keys: Uint32Array | Float64Array): Uint32Array | undefined {
  if (keys.every((key, row) => row === 0 || keys[row - 1]! <= key)) return undefined;
  return Uint32Array.from(keys.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
}

function inverse(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) places[order[i]!] = i;
  return places;
}

function moved(column: Column, order: Uint32Array): Column {
  const to = column.slice();
  for (let i = 0; i < order.length; i++) to[i] = column[order[i]!]!;
  return to;
}

/** Whether single samples have values of a metric. */
export function isPerSample({ kind }: Metric): boolean {
  return kind !== "corpus";
}
