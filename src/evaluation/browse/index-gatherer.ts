import type { Sample } from "../../core/data/sample.ts";
import type { Json } from "../../core/json.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { growing } from "../../math/growing-array.ts";
import {
  evidenceDigest,
  evidenceDigits,
  mostSliceValues,
} from "../../scoring/evidence/evidence-set.ts";
import { packEvidence } from "../../scoring/evidence/packed-evidence.ts";
import { fieldSlices } from "../../scoring/field-at.ts";
import { packColumns } from "../../summary/browse/column-file.ts";
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
import { AnswerColumns, isPerSample, orderBy } from "./answer-columns.ts";
import { GrowingField, GrowingTexts } from "./growing-columns.ts";
import { plainFields } from "./plain-fields.ts";

type OnSample = NonNullable<CellEvaluation["onSample"]>;
type OnScored = NonNullable<CellEvaluation["onScored"]>;
/** What a file of the index holds, once it is known. */
export type WriteFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => void;

export interface IndexOptions {
  /** Whether texts and fields of data that may not be handed on are left out. */
  readonly hidesUnshared: boolean;
}

const mostText = { id: 200, group: 80, asked: 200, truth: 120 };
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
    const digest = (planned.pairing ?? planned.digest).slice(0, evidenceDigits);
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
      const repeats = evidence.slices.find(({ name }) => name === "repeat");
      const rowOf = own.rowsByPlace();
      const late = family.scoring(settings.options, lent).lateRules;
      const errors = late?.settle(evidence.evidence(late.measure)).errors;
      for (let at = 0; at < evidence.n; at++) {
        const sample = this.#rows.get(evidenceDigest(evidence, at))!;
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

function indexedMetric(metric: Metric): IndexedMetric {
  const { id, title, kind, best, worst, signature, measure } = metric;
  const total = kind === "corpus" && metric.isTotal ? { isTotal: true as const } : {};
  return {
    ...{ id, title, kind, best, worst, signature, measure, ...total },
    unit: metricUnit({ best, worst, ...total }),
    isPerSample: isPerSample(metric),
  };
}
