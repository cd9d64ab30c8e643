import type { RowFormat } from "../../src/core/data/format.ts";
import { formats, predictionFormats } from "../../src/families/retrieval/formats.ts";
import type { RetrievalSample } from "../../src/families/retrieval/schema.ts";
import type { HasMoments, HasSaliency } from "../../src/metrics/moments/has-moments.ts";
import { type HighlightGrade, highlightHit } from "../../src/metrics/moments/highlight-hit.ts";
import { highlightMap } from "../../src/metrics/moments/highlight-map.ts";
import type { MomentLength } from "../../src/metrics/moments/moment-length.ts";
import { momentMap } from "../../src/metrics/moments/moment-map.ts";
import { momentRecall } from "../../src/metrics/moments/moment-recall.ts";
import { retrievalScores } from "../retrieval/retrieval-scores.ts";

/** A row of QVHighlights' annotations. */
export interface MomentTruth {
  readonly qid: number;
  readonly duration: number;
  readonly relevant_clip_ids: readonly number[];
  readonly saliency_scores: readonly (readonly number[])[];
  readonly relevant_windows: readonly (readonly number[])[];
}

/** A row of predictions, as moment_detr writes them. */
export interface MomentAnswer {
  readonly qid: number;
  readonly pred_relevant_windows: readonly (readonly number[])[];
  readonly pred_saliency_scores: readonly number[];
}

type Figures = Readonly<Record<string, number>>;
/**
 * What moment_detr's standalone_eval prints: by length `MR-mAP` and `MR-R1` at each tIoU, by grade
 * `HL-mAP` and `HL-Hit1`.
 */
export type PrintedFigures = Readonly<Record<string, Readonly<Record<string, number | Figures>>>>;

const measure = "m";
const lengths = {
  full: "all",
  short: "short",
  middle: "middle",
  long: "long",
} as const satisfies Record<string, MomentLength>;
const grades = { Fair: "fair", Good: "good", VeryGood: "very-good" } as const satisfies Record<
  string,
  HighlightGrade
>;
const spanOf = ([start, end]: readonly number[]) => ({ startSeconds: start!, endSeconds: end! });

export function momentQuery(truth: MomentTruth, answer: MomentAnswer): HasMoments & HasSaliency {
  return {
    truths: truth.relevant_windows.map(spanOf),
    found: answer.pred_relevant_windows.map((one) => ({ ...spanOf(one), confidence: one[2]! })),
    scores: answer.pred_saliency_scores,
    clipCount: Math.trunc(truth.duration / 2),
    graded: truth.relevant_clip_ids.map((clip, i) => ({ clip, grades: truth.saliency_scores[i]! })),
  };
}

/** Our figures of all queries, arranged and rounded as the official program prints them. */
export function printedFigures(
  queries: readonly (HasMoments & HasSaliency)[],
  expected: PrintedFigures,
): PrintedFigures {
  const ours: Record<string, Record<string, number | Figures>> = {};
  const each = (figures: Figures, score: (at: string) => number | null) =>
    Object.fromEntries(Object.keys(figures).map((at) => [at, percent(score(at))]));
  for (const [name, length] of Object.entries(lengths)) {
    const { "MR-mAP": map, "MR-R1": recall } = expected[name] as Record<string, Figures>;
    const iousOf = (at: string) => (at === "average" ? {} : { tiou: [Number(at)] });
    ours[name] = {
      "MR-mAP": each(map!, (at) =>
        momentMap({ measure, length, ...iousOf(at) }).prepare(queries)(),
      ),
      "MR-R1": each(recall!, (at) =>
        momentRecall({ measure, length, minIou: Number(at) }).prepare(queries)(),
      ),
    };
  }
  for (const [name, grade] of Object.entries(grades))
    ours[`HL-min-${name}`] = {
      "HL-mAP": percent(highlightMap({ measure, grade }).prepare(queries)()),
      "HL-Hit1": percent(highlightHit({ measure, grade }).prepare(queries)()),
    };
  return ours;
}

/** The official program's `brief` of what it printed, by the ids of our scores. */
export function briefFigures(printed: PrintedFigures): Figures {
  const at = (name: string, kind: string, iou: string) => (printed[name]![kind] as Figures)[iou]!;
  return {
    "moment-r1@0.5": at("full", "MR-R1", "0.5"),
    "moment-r1@0.7": at("full", "MR-R1", "0.7"),
    "moment-map": at("full", "MR-mAP", "average"),
    "moment-map@0.5": at("full", "MR-mAP", "0.5"),
    "moment-map@0.75": at("full", "MR-mAP", "0.75"),
    "moment-map-short": at("short", "MR-mAP", "average"),
    "moment-map-middle": at("middle", "MR-mAP", "average"),
    "moment-map-long": at("long", "MR-mAP", "average"),
    ...Object.fromEntries(
      Object.entries(grades).flatMap(([name, grade]) => [
        [`highlight-map-${grade}`, printed[`HL-min-${name}`]!["HL-mAP"] as number],
        [`highlight-hit@1-${grade}`, printed[`HL-min-${name}`]!["HL-Hit1"] as number],
      ]),
    ),
  };
}

/** Every score of the family, in per cent, on rows in the shape of QVHighlights' files. */
export function qvhighlightsScores(
  truths: readonly unknown[],
  answers: readonly unknown[],
): Figures {
  const samples = truths.flatMap((row) => {
    const read = (
      formats.find(({ id }) => id === "qvhighlights") as RowFormat<RetrievalSample>
    ).read(row);
    if (!read.ok) throw new Error(read.reason);
    return read.value;
  });
  const [format, ...others] = predictionFormats.filter((one) => one.recognises(answers[0]));
  if (format?.id !== "qvhighlights" || format.reads !== "rows" || others.length > 0)
    throw new Error("predictions are not recognised");
  const predictions = answers.map((row) => {
    const read = format.read(row);
    if (!read.ok) throw new Error(read.reason);
    const outcome = format.interpret(read.value.raw, samples[0]!);
    if (outcome.kind !== "answered") throw new Error(outcome.reason);
    return [read.value.id, outcome.value] as const;
  });
  const scores = Object.entries(retrievalScores(samples, new Map(predictions)));
  return Object.fromEntries(
    scores.filter(([, score]) => score !== null).map(([id, score]) => [id, percent(score)]),
  );
}

function percent(score: number | null): number {
  return Number((score! * 100).toFixed(2));
}
