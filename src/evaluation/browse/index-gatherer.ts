import type { Sample } from "../../core/data/sample.ts";
import { isRecord, type Json } from "../../core/json.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { growing } from "../../math/growing-array.ts";
import { textHash } from "../../math/text-hash.ts";
import { mostSliceValues } from "../../scoring/evidence/evidence-set.ts";
import { packEvidence } from "../../scoring/evidence/packed-evidence.ts";
import { fieldSlices } from "../../scoring/field-at.ts";
import type { Marked } from "../../scoring/scoring.ts";
import { type Column, packColumns } from "../../summary/browse/column-file.ts";
import {
  type IndexedField,
  type IndexedMetric,
  type IndexedSystem,
  type IndexedTask,
  indexFiles,
  noCode,
} from "../../summary/browse/run-index.ts";
import { metricUnit } from "../../summary/metric-unit.ts";
import { outcomeOrder } from "../../summary/outcome-totals.ts";
import type { CellEvaluation } from "../cell/evaluate-cell.ts";
import type { Task } from "../task/open-task.ts";
import { GrowingField, GrowingTexts } from "./growing-columns.ts";

type OnSample = NonNullable<CellEvaluation["onSample"]>;
type OnScored = NonNullable<CellEvaluation["onScored"]>;
/** What a file of the index holds, once it is known. */
export type WriteFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => void;

export interface IndexOptions {
  /** Whether texts and fields of data that may not be handed on are left out. */
  readonly hidesUnshared: boolean;
}

const mostText = { id: 200, group: 80, asked: 200, truth: 120, answer: 160 };
/** Slices that scores are means over may have as many values as codes can name. */
const mostWholeValues = 60_000;

/** Gathers the columns of all samples of one task and of what each system made of them. */
export class IndexGatherer {
  readonly #task: Task;
  readonly #place: number;
  readonly #systemIds: readonly string[];
  readonly #hasTexts: boolean;
  readonly #facet: ReturnType<Task["family"]["scoring"]>;
  readonly #metrics: readonly Metric[];
  /** Rows of samples by the first half of their digests. */
  readonly #rows = new Map<string, number>();
  readonly #texts = {
    id: new GrowingTexts(mostText.id),
    group: new GrowingTexts(mostText.group),
    asked: new GrowingTexts(mostText.asked),
    truth: new GrowingTexts(mostText.truth),
  };
  readonly #fields = new Map<string, GrowingField>();
  readonly #errors: string[] = [];
  readonly #systems = new Map<string, AnswerColumns>();
  /** Where samples stand in the data; they may end in any order. */
  readonly #positions = growing.words();

  constructor(
    task: Task,
    place: number,
    { hidesUnshared, systems }: IndexOptions & { readonly systems: readonly string[] },
  ) {
    this.#task = task;
    this.#place = place;
    this.#systemIds = systems;
    this.#hasTexts = task.isShared || !hidesUnshared;
    const { family, settings, scoring } = task;
    this.#facet = family.scoring(settings.options, scoring.lent);
    this.#metrics = this.#facet.metrics.filter(
      ({ id }) => !scoring.metrics || scoring.metrics.includes(id),
    );
  }

  readonly add: OnSample = ({ system }, sample, marked, { planned, cell }) => {
    const { outcome } = marked;
    const answer = outcome?.kind === "answered" ? outcome.value : null;
    const brief = this.#hasTexts ? (this.#task.family.display.brief?.(sample, answer) ?? {}) : {};
    const digest = (planned.pairing ?? planned.digest).slice(0, 16);
    let row = this.#rows.get(digest);
    if (row === undefined) {
      row = this.#rows.size;
      this.#rows.set(digest, row);
      this.#positions.push(planned.position ?? row);
      this.#texts.id.push(sample.id);
      this.#texts.group.push(this.#hasTexts && sample.group !== sample.id ? sample.group : "");
      this.#texts.asked.push(brief.asked);
      this.#texts.truth.push(brief.truth);
      this.#takeFields(row, sample);
    }
    let own = this.#systems.get(system);
    if (!own) {
      own = new AnswerColumns(cell.system.kind, this.#metrics);
      this.#systems.set(system, own);
    }
    const text = outcome && outcome.kind !== "answered" ? outcome.reason : brief.answer;
    own.add(row, marked, {
      error: marked.errorClass === null ? noCode.error : this.#errorCode(marked.errorClass),
      text: this.#hasTexts ? text : "",
    });
  };

  scored(write: WriteFile): OnScored {
    return ({ system }, { evidence, metrics }, { family, settings, lent }) => {
      const own = this.#systems.get(system);
      if (!own) return;
      const { high, low } = evidence.digests;
      const repeats = evidence.slices.find(({ name }) => name === "repeat");
      const rowOf = own.rowsByPlace();
      const late = family.scoring(settings.options, lent).lateRules;
      const errors = late?.settle(evidence.evidence(late.measure)).errors;
      for (let at = 0; at < evidence.n; at++) {
        const sample = this.#rows.get(hex(high[at]!) + hex(low[at]!))!;
        const repeat = repeats ? Number(repeats.values[repeats.codes[at]!]) : 1;
        const row = rowOf(sample, repeat);
        own.setEvidence(row, at);
        const error = errors?.[at];
        if (errors) own.setError(row, error == null ? noCode.error : this.#errorCode(error));
      }
      // Evidence may hold what the data says, such as sentences.
      if (!this.#hasTexts) {
        for (const { id } of metrics) own.unscored[id] = "this data may not be handed on";
        return;
      }
      const measures = metrics.map(({ measure }) => measure);
      const packed = packEvidence(evidence, measures);
      for (const metric of metrics)
        if (packed.tooLarge.includes(metric.measure))
          own.unscored[metric.id] = "what it is computed from is too much for a page";
      write(indexFiles.evidence(this.#place, this.#systemIds.indexOf(system)), packed.bytes);
    };
  }

  /** Writes the columns, and says what there is. */
  finish(write: WriteFile): IndexedTask {
    const { id, family, settings, scoring } = this.#task;
    const samples = this.#rows.size;
    const fields = this.#finishFields(samples);
    const order = orderBy(this.#positions.view());
    write(
      indexFiles.samples(this.#place),
      packColumns({
        columns: Object.fromEntries(
          fields.map(({ codes }, at) => [
            `f${at}`,
            order ? Uint16Array.from(order, (row) => codes[row]!) : codes,
          ]),
        ),
        about: null,
      }),
    );
    const texts = Object.entries(this.#texts).map(([name, column]) => column.columns(name, order));
    write(
      indexFiles.texts(this.#place),
      packColumns({ columns: Object.assign({}, ...texts), about: null }),
    );
    return {
      id,
      family: family.id,
      options: settings.options as Json,
      graders: scoring.lent.graders,
      unanswered: scoring.unanswered,
      seed: scoring.seed,
      samples,
      hasTexts: this.#hasTexts,
      fields: fields.map(({ field }) => field),
      metrics: this.#metrics.map(indexedMetric),
      outcomes: outcomeOrder,
      errors: this.#errors,
      systems: this.#systemIds.flatMap((system, at): readonly IndexedSystem[] => {
        const own = this.#systems.get(system);
        if (!own) return [];
        const { answers, replies } = own.packed(order);
        write(indexFiles.answers(this.#place, at), answers);
        write(indexFiles.replies(this.#place, at), replies);
        return [{ id: system, ...own.about() }];
      }),
    };
  }

  #errorCode(name: string): number {
    const known = this.#errors.indexOf(name);
    return known >= 0 ? known : this.#errors.push(name) - 1;
  }

  #takeFields(row: number, sample: Sample): void {
    const { slices, wholeSlices = [] } = this.#facet;
    const own = { ...slices(sample as never), ...fieldSlices(sample, this.#task.scoring.slices) };
    for (const [name, value] of Object.entries(own)) {
      const most = wholeSlices.includes(name) ? mostWholeValues : mostSliceValues;
      this.#field(name, { isSlice: true, most }).set(row, value);
    }
    if (this.#hasTexts)
      for (const [name, value] of plainFields(sample))
        if (!(name in own))
          this.#field(name, { isSlice: false, most: mostSliceValues }).set(row, value);
  }

  #field(name: string, about: ConstructorParameters<typeof GrowingField>[1]): GrowingField {
    const known = this.#fields.get(name) ?? new GrowingField(name, about);
    this.#fields.set(name, known);
    return known;
  }

  /** A field is worth slicing by that has several values, which several samples share. */
  #finishFields(samples: number): readonly FinishedField[] {
    const finished = [...this.#fields.values()]
      .filter(({ isTooFine }) => !isTooFine)
      .map((field) => ({ ...field.finish(samples), field }))
      .filter(
        ({ field: { isSlice }, values }) =>
          isSlice || (values.length > 1 && 2 * values.length <= samples),
      )
      .map(({ field: { name, isSlice }, values, codes }) => ({
        field: { name, isSlice, values },
        codes,
      }));
    const isKnown = (one: FinishedField) =>
      finished.some(
        (other) =>
          other.field.isSlice &&
          other !== one &&
          other.codes.every((code, at) => code === one.codes[at]),
      );
    return finished
      .filter((one) => one.field.isSlice || !isKnown(one))
      .toSorted((a, b) => Number(b.field.isSlice) - Number(a.field.isSlice));
  }
}

interface FinishedField {
  readonly field: IndexedField;
  readonly codes: Uint16Array;
}

/** What one system made of the samples, row by row. */
class AnswerColumns {
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
  readonly #text = new GrowingTexts(mostText.answer);
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
function orderBy(keys: Uint32Array | Float64Array): Uint32Array | undefined {
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

function isPerSample({ kind }: Metric): boolean {
  return kind !== "corpus";
}

function indexedMetric(metric: Metric): IndexedMetric {
  const { id, title, kind, best, worst, signature, measure } = metric;
  const total = kind === "corpus" && metric.isTotal ? { isTotal: true as const } : {};
  return {
    ...{ id, title, kind, best, worst, signature, measure, ...total },
    unit: metricUnit({ best, worst, ...total }),
    isPerSample: isPerSample(metric),
  };
}

/** Fields of a sample, and of records in it, that hold one plain value. */
function* plainFields(sample: Sample): Iterable<readonly [name: string, value: string]> {
  for (const [name, value] of Object.entries(sample)) {
    if (name === "id") continue;
    if (isOne(value)) yield [name, String(value)];
    else if (isRecord(value))
      for (const [inner, one] of Object.entries(value))
        if (isOne(one)) yield [`${name}.${inner}`, String(one)];
  }
}

const longestValue = 60;

function isOne(value: unknown): value is string | number | boolean {
  return typeof value === "string"
    ? value.length <= longestValue
    : typeof value === "number" || typeof value === "boolean";
}

function hex(word: number): string {
  return word.toString(16).padStart(8, "0");
}
