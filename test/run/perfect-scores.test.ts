import { describe, expect, it } from "vitest";
import type { Metric } from "../../src/core/scores/metric.ts";
import { cohenKappa } from "../../src/metrics/agreement/cohen-kappa.ts";
import { chanceCorrectedAccuracy } from "../../src/metrics/chance-corrected-accuracy.ts";
import { macroF1 } from "../../src/metrics/classification/macro-f1.ts";
import { eventF1 } from "../../src/metrics/detection/event-f1.ts";
import { falseAlarmsPerHour } from "../../src/metrics/detection/false-alarms-per-hour.ts";
import { meanAveragePrecision } from "../../src/metrics/detection/mean-average-precision.ts";
import { missRate } from "../../src/metrics/detection/miss-rate.ts";
import { momentMap } from "../../src/metrics/moments/moment-map.ts";
import { ndcg } from "../../src/metrics/retrieval/ndcg.ts";
import { precision } from "../../src/metrics/retrieval/precision.ts";
import { bleu } from "../../src/metrics/text/bleu.ts";
import { bleuMeter } from "../../src/metrics/text/bleu-measure.ts";
import { cider } from "../../src/metrics/text/cider.ts";
import { prepareMetric } from "../../src/scoring/evidence/prepared-metric.ts";
import { scoreIntervals } from "../../src/scoring/interval/score-intervals.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();

/** The interval of a metric on groups of one sample each. */
function intervalOf(metric: Metric, evidence: readonly unknown[]) {
  const n = evidence.length;
  const groups = Uint32Array.from({ length: n }, (_, at) => at);
  const set = {
    n,
    groups,
    groupCount: n,
    answered: new Uint8Array(n).fill(1),
    slices: [],
    evidence: () => evidence,
  };
  const prepared = [prepareMetric(set, metric)];
  const points = prepared.map(({ score }) => score());
  return {
    value: points[0]!,
    ...scoreIntervals({ set, prepared, weights: [undefined], points, seed: 1, isSlice: false })[0]!,
  };
}

const groupCount = 60;
const each = (make: (at: number) => unknown) =>
  Array.from({ length: groupCount }, (_, at) => make(at));
/** What is left with 1 − .025^(1/60) of the groups at the worst value. */
const bound = 0.025 ** (1 / groupCount);

const truth = { type: "fall", startSeconds: 5, endSeconds: 15 };
const videos = each((at) => ({
  truths: [{ ...truth, type: at % 3 === 0 ? "fall" : "fire" }],
  detections: [{ ...truth, type: at % 3 === 0 ? "fall" : "fire", confidence: 0.5 + at / 200 }],
  durationSeconds: 1800,
}));
const labels = each((at) => ({ truth: "abc"[at % 3]!, predicted: "abc"[at % 3]! }));
const moments = each(() => ({ truths: [truth], found: [{ ...truth, confidence: 1 }] }));
const ranking = each(() => ({
  gains: [1, 0, 0],
  idealGains: [1],
  judgedNonrelevant: 0,
  missing: false,
}));
const captions = each((at) => {
  const text = `person number ${at} opens the door of house ${at + 100}`;
  return { candidate: text, references: [text] };
});
const questions = each((at) => ({ correct: 1, choices: at % 2 ? 2 : 4 }));
const ratings = each((at) => ({ ratings: [at % 2 ? "yes" : "no", at % 2 ? "yes" : "no"] }));

describe("perfect scores", () => {
  it.each<readonly [string, Metric, readonly unknown[], best: number, limit: number]>([
    [
      "event F1, macro",
      eventF1({ measure: "m", average: "macro", minConfidence: 0.5 }) as Metric,
      videos,
      1,
      bound,
    ],
    [
      "event F1, micro",
      eventF1({ measure: "m", average: "micro", minConfidence: 0.5 }) as Metric,
      videos,
      1,
      bound,
    ],
    // Guessing reaches .375, so 1 point of accuracy is 1.6 points here.
    [
      "chance-corrected accuracy",
      chanceCorrectedAccuracy("m") as Metric,
      questions,
      1,
      1 - (1 - bound) / (1 - 0.375),
    ],
    ["mAP", meanAveragePrecision({ measure: "m" }) as Metric, videos, 1, bound],
    [
      "miss rate",
      missRate({ measure: "m", falseAlarmsPerHour: 1 }) as Metric,
      videos,
      0,
      1 - bound,
    ],
    ["macro F1", macroF1("m", { classes: "support" }) as Metric, labels, 1, bound],
    ["moment mAP", momentMap({ measure: "m" }) as Metric, moments, 1, bound],
    ["nDCG", ndcg("m", { k: 10 }) as Metric, ranking, 1, bound],
    [
      "BLEU",
      bleu("m") as Metric,
      (captions as { candidate: string; references: string[] }[]).map(bleuMeter()),
      1,
      bound,
    ],
    ["CIDEr-D", cider("m") as Metric, captions, 10, 10 * bound],
    ["kappa", cohenKappa("m", { categories: ["yes", "no"] }) as Metric, ratings, 1, 2 * bound - 1],
  ])("of %s have an exact bound", (_, metric, evidence, best, limit) => {
    const { value, low, high, interval } = intervalOf(metric, evidence);
    expect(value).toBeCloseTo(best, 7);
    expect([low, high].toSorted((a, b) => a! - b!)).toEqual([low, high]);
    expect(limit < best ? low : high).toBeCloseTo(limit, 7);
    expect(limit < best ? high : low).toBeCloseTo(best, 7);
    expect(interval).toBe("exact: all 60 groups score the same, so at most 6.0 % do not");
  });

  it("at a ceiling below the best value are bounded on both sides", () => {
    const { value, low, high } = intervalOf(precision("m", { k: 10 }) as Metric, ranking);
    expect(value).toBeCloseTo(0.1, 12);
    expect(low).toBeCloseTo(0.1 * bound, 12);
    expect(high).toBeCloseTo(0.1 + 0.9 * (1 - bound), 12);
  });

  it("of false alarms are bounded by the hours", () => {
    const { value, low, high } = intervalOf(
      falseAlarmsPerHour({ measure: "m", minConfidence: 0.5 }) as Metric,
      videos,
    );
    expect([value, low]).toEqual([0, 0]);
    expect(high).toBeCloseTo(-Math.log(0.05) / 30, 12);
  });

  it.each([
    [40, 0],
    [9, 100],
  ])("of %i videos end --require-targets met with %i", async (count, status) => {
    const names = Array.from({ length: count }, (_, at) => `v${at}`);
    const data = folder.file(
      `truth-${count}.json`,
      JSON.stringify({
        database: Object.fromEntries(
          names.map((name) => [
            name,
            {
              subset: "validation",
              duration: 3600,
              annotations: [{ label: "Diving", segment: [5, 10] }],
            },
          ]),
        ),
      }),
    );
    const found = folder.file(
      `found-${count}.json`,
      JSON.stringify({
        results: Object.fromEntries(
          names.map((name) => [name, [{ label: "Diving", segment: [5, 10], score: 0.9 }]]),
        ),
      }),
    );
    folder.file(
      `perfect-${count}.yaml`,
      JSON.stringify({
        name: "perfect",
        tasks: [
          { id: "events", family: "event-detection", data: { path: data, format: "activitynet" } },
        ],
        systems: [{ id: "mine", kind: "predictions", path: found, format: "activitynet" }],
        targets: { map: ">= 0.9", f1: ">= 0.9", fah: "< 1", "miss-rate@1": "< 0.1" },
      }),
    );
    const told = await cli(["run", `perfect-${count}.yaml`, "--require-targets", "met", "--json"], {
      cwd: folder.path,
    });
    expect(told.status, told.stderr).toBe(status);
    const [system] = (JSON.parse(told.stdout) as Summary).tasks[0]!.systems;
    expect(new Set(system!.targets!.map(({ verdict }) => verdict))).toEqual(
      new Set([status === 0 ? "met" : "not certain"]),
    );
    if (status > 0) expect(told.stderr).toContain("without an interval: fewer than 10 groups (9)");
  });
});
