import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { HasMoments, HasSaliency } from "../../src/metrics/moments/has-moments.ts";
import { type HighlightGrade, highlightHit } from "../../src/metrics/moments/highlight-hit.ts";
import { highlightMap } from "../../src/metrics/moments/highlight-map.ts";
import type { MomentLength } from "../../src/metrics/moments/moment-length.ts";
import { momentMap } from "../../src/metrics/moments/moment-map.ts";
import { momentRecall } from "../../src/metrics/moments/moment-recall.ts";
import reference from "./moments.json" with { type: "json" };

const measure = "m";

const spanOf = ([start, end]: readonly number[]) => ({ startSeconds: start!, endSeconds: end! });

function queryOf(truth: Truth, answer: Answer): HasMoments & HasSaliency {
  return {
    truths: truth.relevant_windows.map(spanOf),
    found: answer.pred_relevant_windows.map((one) => ({ ...spanOf(one), confidence: one[2]! })),
    scores: answer.pred_saliency_scores,
    clipCount: Math.trunc(truth.duration / 2),
    graded: truth.relevant_clip_ids.map((clip, i) => ({ clip, grades: truth.saliency_scores[i]! })),
  };
}

describe("moment_detr's standalone_eval on queries of our own", () => {
  test("each query, unrounded", () => {
    for (const { truth, found, answer } of reference.queries) {
      const query = queryOf(truth, found);
      for (const [k, minIou] of reference.thresholds.entries()) {
        expect(momentMap({ measure, minIous: [minIou] }).value(query), `query ${truth.qid}`).toBeCloseTo(answer.map[k]!, 12);
        expect(momentRecall({ measure, minIou }).value(query), `query ${truth.qid}`).toBe(answer.r1[k]!);
      }
      for (const grade of ["fair", "good", "very-good"] as const) {
        expect(highlightMap({ measure, grade }).value(query), `query ${truth.qid}`).toBeCloseTo(answer.highlights[grade].map, 12);
        expect(highlightHit({ measure, grade }).value(query), `query ${truth.qid}`).toBe(answer.highlights[grade].hit);
      }
    }
  });

  test("all together, as printed", () => {
    expect(
      printedFigures(
        reference.queries.map(({ truth, found }) => queryOf(truth, found)),
        reference.printed,
      ),
    ).toEqual(reference.printed);
  });
});

interface Truth {
  readonly qid: number;
  readonly duration: number;
  readonly relevant_clip_ids: readonly number[];
  readonly saliency_scores: readonly (readonly number[])[];
  readonly relevant_windows: readonly (readonly number[])[];
}

interface Answer {
  readonly qid: number;
  readonly pred_relevant_windows: readonly (readonly number[])[];
  readonly pred_saliency_scores: readonly number[];
}

type Figures = Readonly<Record<"MR-mAP" | "MR-R1", Readonly<Record<string, number>>>>;

/** Our figures of all queries, arranged and rounded as the official program prints them. */
function printedFigures(queries: readonly (HasMoments & HasSaliency)[], expected: Readonly<Record<string, unknown>>) {
  const percent = (score: number | null) => Number((score! * 100).toFixed(2));
  const ours: Record<string, unknown> = {};
  for (const [name, length] of Object.entries({ full: "all", short: "short", middle: "middle", long: "long" } satisfies Record<
    string,
    MomentLength
  >)) {
    const { "MR-mAP": map, "MR-R1": recall } = expected[name] as Figures;
    ours[name] = {
      "MR-mAP": Object.fromEntries(
        Object.keys(map).map((at) => [
          at,
          percent(momentMap({ measure, length, ...(at !== "average" && { minIous: [Number(at)] }) }).prepare(queries)()),
        ]),
      ),
      "MR-R1": Object.fromEntries(
        Object.keys(recall).map((at) => [at, percent(momentRecall({ measure, length, minIou: Number(at) }).prepare(queries)())]),
      ),
    };
  }
  for (const [name, grade] of Object.entries({ Fair: "fair", Good: "good", VeryGood: "very-good" } satisfies Record<
    string,
    HighlightGrade
  >))
    ours[`HL-min-${name}`] = {
      "HL-mAP": percent(highlightMap({ measure, grade }).prepare(queries)()),
      "HL-Hit1": percent(highlightHit({ measure, grade }).prepare(queries)()),
    };
  return ours;
}

const folder = new URL("../../../shared/data/moments/", import.meta.url);

describe.skipIf(!existsSync(folder))(
  "QVHighlights val with moment_detr's sample predictions (skipped where ../shared/data is absent)",
  () => {
    const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
    const lines = <T>(name: string) =>
      read(name)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as T);
    const load = () => {
      const answers = new Map(lines<Answer>("sample_val_preds.jsonl").map((one) => [one.qid, one]));
      return lines<Truth>("highlight_val_release.jsonl").map((truth) => queryOf(truth, answers.get(truth.qid)!));
    };
    const expected = JSON.parse(read("sample_val_preds_metrics_raw.json")) as Readonly<Record<string, Readonly<Record<string, number>>>>;

    test("every figure of the metrics file", () => {
      const queries = load();
      expect(queries.length).toBe(1550);
      const ours = printedFigures(queries, expected);
      const { brief, ...all } = expected;
      expect(ours).toEqual(all);
      for (const [name, figure] of Object.entries(brief!)) {
        const [, split, kind, at] = /^MR-(\w+)-(mAP|R1)(?:@(.*))?$/.exec(name) ?? [];
        const [, group, key] = /^(HL-min-\w+)-(\w+)$/.exec(name) ?? [];
        const found = split
          ? (ours[split] as Figures)[`MR-${kind as "mAP" | "R1"}`][at ?? "average"]
          : (ours[group!] as Record<string, number>)[`HL-${key}`];
        expect(found, name).toBe(figure);
      }
    });
  },
);
