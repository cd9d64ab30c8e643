import { describe, expect, it } from "vitest";
import { fakeDialogueEvidence } from "../../../test/fakes/fake-dialogue-evidence.ts";
import type { Curve, Resampling, Table } from "../../core/scores/analysis.ts";
import { scoreInterval } from "../../math/interval/score-interval.ts";
import { dialogueAnalyses } from "./dialogue-analyses.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { dialogueRates } from "./dialogue-rates.ts";

const evidence: readonly DialogueEvidence[] = [
  fakeDialogueEvidence({
    dataset: "wtag",
    semantics: [0.9, 0.3, 0.8],
    delays: [-1, 0, 2],
    labels: ["initiative|instruction", "responsive|feedback,instruction", ""],
    missed: ["x"],
    missedLabels: ["initiative|instruction"],
    redundant: 2,
  }),
  fakeDialogueEvidence({ dataset: "ego4d", semantics: [0.7], labels: ["initiative|feedback"] }),
];

const analyse = (id: string, of: readonly DialogueEvidence[] = evidence, resampling?: Resampling) =>
  dialogueAnalyses("", 0.5)
    .find((one) => one.id === id)!
    .analyse(of, resampling);

describe("tables and curves of streams", () => {
  it("count references under each part of their label", () => {
    expect((analyse("by-label") as Table).rows).toEqual([
      ["feedback", 2, 1, 1, 0, 1 / 2],
      ["initiative", 3, 2, 0, 1, 2 / 3],
      ["instruction", 3, 1, 1, 1, 1 / 3],
      ["no label", 1, 1, 0, 0, 1],
      ["responsive", 1, 0, 1, 0, 0],
    ]);
  });

  it("tell early from late, of right pairs only", () => {
    expect((analyse("timing") as Table).rows).toEqual([
      ["early", 1, 1 / 3, -1, -1, -1],
      ["on the frame", 1, 1 / 3, 0, 0, 0],
      ["late", 1, 1 / 3, 2, 2, 2],
      ["all", 3, 1, -1, 0, 2],
    ]);
    expect((analyse("timing", []) as Table).rows[3]).toEqual(["all", 0, null, null, null, null]);
  });

  it("show how right pairs spread around their moments", () => {
    expect(analyse("time-differences")).toMatchObject({
      kind: "curve",
      points: [
        [-1, 1 / 3],
        [0, 2 / 3],
        [2, 1],
      ],
    });
    expect(analyse("time-differences", [])).toMatchObject({ points: [] });
  });

  it("let F1 rise with the tolerated difference, and fall with the similarity asked for", () => {
    const tolerance = analyse("f1-by-tolerance");
    const similarity = analyse("f1-by-similarity");
    if (tolerance.kind !== "curve" || similarity.kind !== "curve") throw new Error("no curves");
    // 11 utterances of both sides; right within 0 s: one pair, 1 s: two, 2 s: three.
    expect(tolerance.points.filter(([x]) => [0, 1, 2, 15].includes(x)).map(([, y]) => y)).toEqual([
      2 / 11,
      4 / 11,
      6 / 11,
      6 / 11,
    ]);
    expect(similarity.points[0]).toEqual([0, 8 / 11]);
    for (const [i, [, y]] of similarity.points.entries())
      if (i > 0) expect(y).toBeLessThanOrEqual(similarity.points[i - 1]![1]);
    expect(analyse("f1-by-tolerance", [])).toMatchObject({ points: [] });
  });
});

describe("intervals along curves", () => {
  /** Two streams a video, in no order of videos; how much of them is right differs. */
  const streams = Array.from({ length: 40 }, (_, at) =>
    fakeDialogueEvidence({
      semantics: Array.from({ length: 4 }, (_, pair) => ((7 * at + 3 * pair) % 10) / 10),
      delays: Array.from({ length: 4 }, (_, pair) => (((5 * at + pair) % 7) - 3) / 2),
      redundant: at % 3,
    }),
  );
  const set = {
    groups: Uint32Array.from(streams, (_, at) => (at * 7) % 20),
    groupCount: 20,
    resamples: 300,
    seed: 4,
  };
  const resampling: Resampling = { ...set, leastGroups: 10 };
  const curveOf = (id: string, more: Partial<Resampling> = {}, of = streams) =>
    analyse(id, of, { ...resampling, ...more }) as Curve;

  it("at the task's own threshold are the interval that the score has", () => {
    const metric = dialogueRates("", 0.5).find(({ id }) => id === "F1")!;
    const score = metric.prepare(streams);
    const { limits, text } = scoreInterval({
      set,
      score,
      estimate: score()!,
      best: 1,
      worst: 0,
      countedGroups: 20,
    });
    const { points, band, notes } = curveOf("f1-by-similarity");
    const at = points.findIndex(([x]) => x === 0.5);
    expect(points[at]![1]).toBe(score());
    expect(band![at]).toEqual([limits!.low, limits!.high]);
    expect(notes).toEqual([
      expect.stringContaining(`95 % interval of each point by itself: ${text}`),
    ]);
  });

  it.each(["time-differences", "f1-by-tolerance", "f1-by-similarity"])(
    "go around every point that varies: %s",
    (id) => {
      const { points, band } = curveOf(id);
      expect(band).toHaveLength(points.length);
      for (const [at, limits] of band!.entries()) {
        const [, y] = points[at]!;
        if (limits === null) expect([0, 1]).toContain(y);
        else
          expect(
            (limits[0] < y && y < limits[1]) || ([0, 1].includes(y) && limits.includes(y)),
          ).toBe(true);
      }
      if (id === "time-differences") expect(band!.at(-1)).toEqual([1, 1]);
      expect(points.map(([x, y]) => [x, y])).toEqual((analyse(id, streams) as Curve).points);
    },
  );

  it("say why there are none", () => {
    expect(curveOf("f1-by-tolerance", { leastGroups: 21 })).toMatchObject({
      notes: ["no intervals: fewer than 21 groups (20)"],
    });
    expect(curveOf("f1-by-tolerance", { leastGroups: 21 }).band).toBeUndefined();
    const alike = streams.map(() => fakeDialogueEvidence({ semantics: [0.9] }));
    expect(curveOf("f1-by-similarity", {}, alike).notes).toEqual([
      "95 % interval of each point by itself: exact: all 20 groups score the same, so at most 16.8 % do not",
    ]);
    const fine = Array.from({ length: 40 }, (_, at) =>
      fakeDialogueEvidence({
        semantics: Array(20).fill(0.9),
        delays: Array.from({ length: 20 }, (_, pair) => at + pair / 20),
      }),
    );
    const { points, band, notes } = curveOf("time-differences", {}, fine);
    expect([points.length, points.at(-1), band, notes]).toEqual([
      800,
      [39.95, 1],
      undefined,
      ["no intervals: more than 500 points (800)"],
    ]);
  });

  it("do without streams in which nothing is said", () => {
    const some = streams.map((stream, at) => (at % 3 === 0 ? stream : fakeDialogueEvidence()));
    const { band, points } = curveOf("f1-by-similarity", {}, some);
    expect(points.every(([, y]) => Number.isFinite(y))).toBe(true);
    expect(band!.some((limits) => limits !== null)).toBe(true);
  });
});
