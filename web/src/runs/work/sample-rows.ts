import {
  type ColumnFile,
  type TextColumn,
  textAt,
  textColumn,
} from "../../../../src/summary/browse/column-file.ts";
import { type IndexedTask, noCode } from "../../../../src/summary/browse/run-index.ts";
import type { SampleView } from "../samples/sample-view.ts";

/** What the rows of a table are made of: one for each answer of the system that is shown. */
export interface SampleFiles {
  readonly task: IndexedTask;
  readonly samples: ColumnFile;
  readonly texts: ColumnFile;
  readonly answers: ColumnFile;
  readonly replies: ColumnFile;
  /** Of the second system. */
  readonly other?: { readonly answers: ColumnFile; readonly replies: ColumnFile } | undefined;
}

/** One row as it is shown. */
export interface SampleRow {
  readonly id: string;
  readonly group: string;
  readonly asked: string;
  readonly truth: string;
  readonly repeat: number;
  readonly outcome: string;
  readonly error: string | null;
  readonly answer: string;
  /** By the metrics that single samples have values of; `null` where it does not count. */
  readonly values: readonly (number | null)[];
  readonly ms: number | null;
  readonly cost: number | null;
  readonly other: { readonly outcome: string; readonly answer: string } | null;
}

/** Rows of the answers that a view shows, in its order. */
export class SampleRows {
  readonly #files: SampleFiles;
  /** Rows of the second system's answers by sample; the first repeat counts. */
  readonly #others: Int32Array | undefined;
  #words: readonly string[] | undefined;
  #replies: readonly string[] | undefined;

  constructor(files: SampleFiles) {
    this.#files = files;
    this.#others = files.other && rowsBySample(files.other.answers, files.task.samples);
  }

  /** @throws {RangeError} where the view names a field or value that is not there. */
  select(view: SampleView): Uint32Array {
    const { columns } = this.#files.answers;
    const tests = [...this.#tests(view)];
    const length = columns.sample!.length;
    const rows = new Uint32Array(length);
    let count = 0;
    for (let row = 0; row < length; row++) {
      let isShown = true;
      for (let at = 0; isShown && at < tests.length; at++) isShown = tests[at]!(row);
      if (isShown) rows[count++] = row;
    }
    return sorted(rows.subarray(0, count), this.#sortKeys(view), view.sort?.descending === true);
  }

  /** 1 for each sample that one of the rows is of. */
  samplesOf(rows: Uint32Array): Uint8Array {
    const mask = new Uint8Array(this.#files.task.samples);
    const { sample } = this.#files.answers.columns;
    for (let at = 0; at < rows.length; at++) mask[sample![rows[at]!]!] = 1;
    return mask;
  }

  row(row: number): SampleRow {
    const { task, texts, answers, replies, other } = this.#files;
    const { columns } = answers;
    const sample = columns.sample![row]!;
    const text = (name: string) => read(textColumn(texts, name), sample);
    const number = (name: string) => finite(columns[name]?.[row]);
    const error = columns.error![row]!;
    const beside = this.#others?.[sample] ?? -1;
    return {
      ...{ id: text("id"), group: text("group"), asked: text("asked"), truth: text("truth") },
      repeat: columns.repeat![row]!,
      outcome: task.outcomes[columns.outcome![row]!]!,
      error: error === noCode.error ? null : task.errors[error]!,
      answer: read(textColumn(replies, "answer"), row),
      values: perSample(task).map((_, at) => valueAt(columns[`v${at}`]!, row)),
      ms: number("ms"),
      cost: number("cost"),
      other:
        other && beside >= 0
          ? {
              outcome: task.outcomes[other.answers.columns.outcome![beside]!]!,
              answer: read(textColumn(other.replies, "answer"), beside),
            }
          : null,
    };
  }

  *#tests(view: SampleView): Iterable<(row: number) => boolean> {
    const { task, samples, answers } = this.#files;
    const { columns } = answers;
    const sample = columns.sample!;
    if (view.outcome !== null) {
      const code = task.outcomes.indexOf(view.outcome);
      yield (row) => columns.outcome![row] === code;
    }
    if (view.error !== null) {
      const error = columns.error!;
      const code = task.errors.indexOf(view.error);
      if (view.error === "any") yield (row) => error[row] !== noCode.error;
      else if (view.error === "none") yield (row) => error[row] === noCode.error;
      else yield (row) => error[row] === code;
    }
    for (const [name, value] of Object.entries(view.fields)) {
      const at = task.fields.findIndex((field) => field.name === name);
      const code = task.fields[at]?.values.indexOf(value) ?? -1;
      if (code < 0) throw new RangeError(`no sample has ${name} = ${value}`);
      const codes = samples.columns[`f${at}`]!;
      yield (row) => codes[sample[row]!] === code;
    }
    if (view.score) {
      const { metric, from, to } = view.score;
      const values = columns[`v${this.#metricAt(metric)}`]!;
      yield (row) => {
        const value = valueAt(values, row);
        return value !== null && (from === null || value >= from) && (to === null || value <= to);
      };
    }
    if (view.differs && this.#files.other) {
      const other = this.#files.other.answers.columns;
      const others = this.#others!;
      yield (row) => {
        const beside = others[sample[row]!]!;
        return (
          beside >= 0 &&
          (other.outcome![beside] !== columns.outcome![row] ||
            other.answer![beside] !== columns.answer![row])
        );
      };
    }
    // Last, since it takes longest.
    const words = view.search.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length > 0) {
      this.#words ??= this.#sampleWords();
      this.#replies ??= lowered([textColumn(this.#files.replies, "answer")]);
      const [texts, replies] = [this.#words, this.#replies];
      yield (row) => {
        const [text, reply] = [texts[sample[row]!]!, replies[row]!];
        return words.every((word) => text.includes(word) || reply.includes(word));
      };
    }
  }

  #sampleWords(): readonly string[] {
    const names = ["id", "group", "asked", "truth"];
    return lowered(names.map((name) => textColumn(this.#files.texts, name)));
  }

  #metricAt(id: string): number {
    const at = perSample(this.#files.task).findIndex((metric) => metric.id === id);
    if (at < 0) throw new RangeError(`no sample has a value of ${id}`);
    return at;
  }

  #sortKeys({ sort }: SampleView): ((row: number) => number) | undefined {
    if (!sort) return undefined;
    const { columns } = this.#files.answers;
    const plain = { time: "ms", cost: "cost" }[sort.column];
    if (plain !== undefined) return (row) => columns[plain]?.[row] ?? Number.NaN;
    const values = columns[`v${this.#metricAt(sort.column)}`]!;
    return (row) => valueAt(values, row) ?? Number.NaN;
  }
}

function perSample({ metrics }: IndexedTask): IndexedTask["metrics"] {
  return metrics.filter(({ isPerSample }) => isPerSample);
}

function valueAt(values: ColumnFile["columns"][string], row: number): number | null {
  const value = values[row]!;
  if (values instanceof Uint8Array) return value === noCode.value ? null : value;
  return finite(value);
}

function finite(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function read(column: TextColumn | undefined, row: number): string {
  return column ? textAt(column, row) : "";
}

function rowsBySample({ columns }: ColumnFile, samples: number): Int32Array {
  const rows = new Int32Array(samples).fill(-1);
  const sample = columns.sample!;
  for (let row = sample.length - 1; row >= 0; row--) rows[sample[row]!] = row;
  return rows;
}

/** What is searched, row by row. */
function lowered(columns: readonly (TextColumn | undefined)[]): readonly string[] {
  const known = columns.filter((column) => column !== undefined);
  return Array.from({ length: known[0]?.ends.length ?? 0 }, (_, row) =>
    known
      .map((column) => textAt(column, row))
      .join("\n")
      .toLowerCase(),
  );
}

/** Rows without a value come last either way; equal ones stay in the order of the data. */
function sorted(
  rows: Uint32Array,
  keyOf: ((row: number) => number) | undefined,
  isDescending: boolean,
): Uint32Array {
  if (!keyOf) return rows.slice();
  const last = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const keys = Float64Array.from(rows, (row) => {
    const key = keyOf(row);
    return Number.isNaN(key) ? last : key;
  });
  const sign = isDescending ? -1 : 1;
  const order = Uint32Array.from(rows.keys()).sort((a, b) =>
    keys[a] === keys[b] ? a - b : sign * (keys[a]! - keys[b]!),
  );
  return order.map((at) => rows[at]!);
}
