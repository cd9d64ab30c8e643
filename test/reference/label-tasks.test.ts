import { describe, expect, test } from "vitest";
import { nothingLent } from "../../src/core/family/lent.ts";
import { answered } from "../../src/core/run/outcome.ts";
import type { Table } from "../../src/core/scores/analysis.ts";
import { classification, type LabelSample } from "../../src/families/classification/index.ts";
import { randomAveragePrecision } from "../../src/metrics/classification/random-average-precision.ts";
import reference from "./label-tasks.json" with { type: "json" };

const { "scikit-learn": sklearn, pandas } = reference.madeWith;
const options = classification.data.options.parse({ topK: [3] });
const scoring = classification.scoring(options, nothingLent);
type Case = (typeof reference.cases)[number];

function sampleOf({ task, video, level, environment, ...row }: Case["samples"][number]) {
  const sample: LabelSample = {
    environment,
    group: video,
    id: `${task}/${video}`,
    labels: Object.keys(row.scores).map((id) => ({ id, description: id })),
    level,
    media: [{ kind: "video", path: video }],
    metadata: {},
    task,
    truth: [row.true_label],
  };
  return { sample, prediction: { scores: row.scores as Record<string, number> } };
}

function evidenceOf({ samples }: Case): readonly { readonly task: string }[] {
  const [measure] = scoring.measures;
  return samples.map((row) => {
    const { sample, prediction } = sampleOf(row);
    return measure!.measure({ sample, prediction, outcome: "answered", grades: {} });
  }) as readonly { readonly task: string }[];
}

function tableOf(id: string, evidence: readonly unknown[]): readonly Record<string, unknown>[] {
  const { columns, rows } = scoring.analyses
    .find((analysis) => analysis.id === id)!
    .analyse(evidence) as Table;
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [columns[at]!, cell])));
}

describe.each(reference.cases.map((one, index) => ({ ...one, index })))(
  `scored labels agree with scikit-learn ${sklearn} and pandas ${pandas}, case $index`,
  (one) => {
    const evidence = evidenceOf(one);

    test("in the means over tasks, and in every task by itself", () => {
      for (const [id, expected] of Object.entries(one.means)) {
        const score = scoring.metrics.find((metric) => metric.id === id)!.prepare(evidence);
        expect(score(), id).toBeCloseTo(expected as number, 10);
        for (const [task, figures] of Object.entries(one.tasks)) {
          const weights = Uint32Array.from(evidence, (item) => (item.task === task ? 1 : 0));
          const value = (figures as Record<string, number>)[id];
          if (value === undefined) expect(score(weights), `${id} of ${task}`).toBeNull();
          else expect(score(weights), `${id} of ${task}`).toBeCloseTo(value, 10);
        }
      }
    });

    test("in every label, raw and rescaled", () => {
      const rows = tableOf("labels", evidence);
      for (const [task, labels] of Object.entries(one.labels))
        for (const { label, raw, rescaled, averagePrecision, atRandom } of labels) {
          const row = rows.find((found) => found.task === task && found.label === label)!;
          expect(row["average precision"]).toBeCloseTo(averagePrecision, 10);
          expect(row["at random"]).toBeCloseTo(atRandom, 10);
          for (const [at, name] of ["precision", "recall", "f1"].entries()) {
            expect(row[name]).toBeCloseTo(raw[at]!, 10);
            expect(row[`rescaled ${name}`]).toBeCloseTo(rescaled[at]!, 10);
          }
          expect(row.support).toBe(raw[3]);
        }
    });

    test("in levels and their error bars", () => {
      const rows = tableOf("levels", evidence);
      for (const [level, { mean, error }] of Object.entries(one.levels)) {
        const row = rows.find((found) => found.level === level && found.environment === null)!;
        expect(row["rescaled-macro-f1"]).toBeCloseTo(mean, 10);
        expect(row["rescaled-macro-f1 error"]).toBeCloseTo(error, 10);
      }
    });

    test("in the exported metrics of every environment", async () => {
      const items = one.samples.map((row) => {
        const { sample, prediction } = sampleOf(row);
        return { sample, outcome: answered(prediction) };
      });
      async function* stream() {
        yield* items;
      }
      let text = "";
      const about = { system: "m", options, lent: nothingLent };
      for await (const piece of classification.display.exports[0]!.write(stream(), about))
        if (piece.path === "per_label_metrics.csv") text += piece.text;
      const lines = text.trim().split("\n").slice(1);
      const expected = one.export.flatMap(({ task, environment, labels }) =>
        Object.entries(labels).map(([label, figures]) => ({
          key: [task, "m", environment, label],
          figures: figures as number[],
        })),
      );
      expect(lines).toHaveLength(expected.length);
      for (const { key, figures } of expected) {
        const line = lines.find((found) => found.startsWith(`${key.join(",")},`))!;
        for (const [at, figure] of line.split(",").slice(4).entries())
          expect(Number(figure), key.join(" ")).toBeCloseTo(figures[at]!, 10);
      }
    });
  },
);

test.each(reference.random)(
  "the expected precision of a random order of $size with $positives true",
  ({ size, positives, expected }) =>
    expect(randomAveragePrecision(size, positives)).toBeCloseTo(expected, 10),
);
