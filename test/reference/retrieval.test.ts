import { describe, expect, test } from "vitest";
import { judgeRun } from "../../src/metrics/retrieval/judge-run.ts";
import { parseQrels } from "../../src/metrics/retrieval/trec-qrels.ts";
import { parseRun } from "../../src/metrics/retrieval/trec-run.ts";
import { metricRunner } from "../metric-command/metric-runner.ts";
import reference from "./retrieval.json" with { type: "json" };
import { trecMeasure } from "./trec-measure.ts";

type Figures = Readonly<Record<string, number>>;
interface Answers {
  readonly all: Figures;
  readonly each: Readonly<Record<string, Figures>>;
}

const { write, scores } = metricRunner();
const settings = [
  { name: "plain", options: {}, flags: [] },
  { name: "complete", options: { missing: "zero" }, flags: ["-c"] },
  { name: "graded", options: { minGain: 2 }, flags: ["-l", "2"] },
] as const;

describe.each(settings)(
  "trec_eval on qrels and a run of our own: $name",
  ({ name, options, flags }) => {
    const { all, each } = reference[name] as Answers;

    test("every query and all of them, measure by measure", () => {
      const { queries } = judgeRun(parseQrels(reference.qrels), parseRun(reference.run));
      let compared = 0;
      for (const [query, figures] of Object.entries({ ...each, all })) {
        for (const [measure, value] of Object.entries(figures)) {
          const metric = trecMeasure(measure, { noTruth: "zero", missing: "skip", ...options });
          if (!metric) continue;
          const score = metric.prepare(
            query === "all" ? queries.values() : [queries.get(query)!],
          )();
          expect(score, `${measure} of ${query}`).toBeCloseTo(value, 12);
          compared++;
        }
      }
      expect(compared).toBe(33 * 12);
    });

    test("the figures that trec_eval prints by default, from vidimus metric", async () => {
      const files = [
        "--qrels",
        write("qrels.txt", reference.qrels),
        "--run",
        write("run.txt", reference.run),
      ];
      // pytrec_eval is trec_eval 9, whose recalls ask for more items than those of trec_eval 10.
      const found = Object.entries(
        await scores("retrieval", ...files, ...flags, "--option", "rounding=up"),
      ).filter(([id]) => id in all);
      expect(found.length).toBe(name === "complete" ? 25 : 29);
      for (const [id, { value }] of found) expect(value, id).toBeCloseTo(all[id]!, 9);
    });
  },
);
