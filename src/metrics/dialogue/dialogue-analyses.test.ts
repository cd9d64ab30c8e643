import { describe, expect, it } from "vitest";
import type { Table } from "../../core/analysis.ts";
import { dialogueAnalyses } from "./dialogue-analyses.ts";
import type { DialogueEvidence } from "./dialogue-evidence.ts";
import { fakeDialogueEvidence } from "./fake-dialogue-evidence.ts";

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

const analyse = (id: string, of: readonly DialogueEvidence[] = evidence) =>
  dialogueAnalyses("", 0.5)
    .find((one) => one.id === id)!
    .analyse(of);

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
    expect(tolerance.points.filter(([x]) => [0, 1, 2, 15].includes(x)).map(([, y]) => y)).toEqual([2 / 11, 4 / 11, 6 / 11, 6 / 11]);
    expect(similarity.points[0]).toEqual([0, 8 / 11]);
    for (const [i, [, y]] of similarity.points.entries()) if (i > 0) expect(y).toBeLessThanOrEqual(similarity.points[i - 1]![1]);
    expect(analyse("f1-by-tolerance", [])).toMatchObject({ points: [] });
  });
});
