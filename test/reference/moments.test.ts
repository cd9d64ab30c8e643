import { describe, expect, test } from "vitest";
import { highlightHit } from "../../src/metrics/moments/highlight-hit.ts";
import { highlightMap } from "../../src/metrics/moments/highlight-map.ts";
import { momentMap } from "../../src/metrics/moments/moment-map.ts";
import { momentRecall } from "../../src/metrics/moments/moment-recall.ts";
import { metricRunner } from "../metric-command/metric-runner.ts";
import reference from "./moments.json" with { type: "json" };
import {
  briefFigures,
  momentQuery,
  printedFigures,
  qvhighlightsScores,
} from "./qvhighlights-figures.ts";

const measure = "m";
const { write, scores } = metricRunner();

describe("moment_detr's standalone_eval on queries of our own", () => {
  test("each query, unrounded", () => {
    for (const { truth, found, answer } of reference.queries) {
      const query = momentQuery(truth, found);
      for (const [k, minIou] of reference.thresholds.entries()) {
        expect(
          momentMap({ measure, tiou: [minIou] }).value(query),
          `query ${truth.qid}`,
        ).toBeCloseTo(answer.map[k]!, 12);
        expect(momentRecall({ measure, minIou }).value(query), `query ${truth.qid}`).toBe(
          answer.r1[k]!,
        );
      }
      for (const grade of ["fair", "good", "very-good"] as const) {
        expect(highlightMap({ measure, grade }).value(query), `query ${truth.qid}`).toBeCloseTo(
          answer.highlights[grade].map,
          12,
        );
        expect(highlightHit({ measure, grade }).value(query), `query ${truth.qid}`).toBe(
          answer.highlights[grade].hit,
        );
      }
    }
  });

  test("all together, as printed", () => {
    expect(
      printedFigures(
        reference.queries.map(({ truth, found }) => momentQuery(truth, found)),
        reference.printed,
      ),
    ).toEqual(reference.printed);
  });

  describe("in files of QVHighlights' shape", () => {
    const truths = reference.queries.map(({ truth }) => ({
      ...truth,
      query: `query ${truth.qid}`,
      vid: `video ${truth.qid}`,
    }));
    const answers = reference.queries.map(({ found }) => found);
    const brief = briefFigures(reference.printed);

    test("scored by the family", () => {
      expect(qvhighlightsScores(truths, answers)).toMatchObject(brief);
    });

    test("scored by vidimus metric", async () => {
      const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
      const files = [
        write("truths.jsonl", lines(truths)),
        write("answers.jsonl", lines(answers)),
      ] as const;
      const found = await scores(
        "moments",
        "--reference",
        files[0],
        "--prediction",
        files[1],
        "--no-intervals",
      );
      for (const [id, figure] of Object.entries(brief))
        expect(found[id]!.value! * 100, id).toBeCloseTo(figure, 2);
    });
  });
});
