import { describe, expect, it } from "vitest";
import type { Label } from "../data/label.ts";
import { labelIndex, labelsOfAnswer } from "../data/label-index.ts";
import { labelEvidence, nearest, ratersOf } from "./label-evidence.ts";

const said = (rater: string, value: string, more: Partial<Label> = {}): Label => ({
  sample: "q",
  system: "mine",
  aspect: "a",
  rater,
  value,
  isAdjudicated: false,
  repeat: 1,
  ...more,
});
const settled = (value: string) => said("cara", value, { isAdjudicated: true });

describe("the labels of one answer", () => {
  const nominal = { id: "a", values: ["yes", "no", "unsure"], isOrdered: false };
  const raters = ["ann", "bob", "dan"];
  it.each([
    ["nobody", [], [null, null, null], null, false],
    ["one rater", [said("bob", "no")], [null, "no", null], "no", false],
    ["raters who agree", [said("ann", "no"), said("bob", "no")], ["no", "no", null], "no", false],
    ["raters who differ", [said("ann", "no"), said("bob", "yes")], ["no", "yes", null], null, true],
    [
      "most raters",
      [said("ann", "no"), said("bob", "yes"), said("dan", "no")],
      ["no", "yes", "no"],
      "no",
      false,
    ],
    [
      "what was settled",
      [said("ann", "no"), settled("unsure"), said("bob", "yes")],
      ["no", "yes", null],
      "unsure",
      false,
    ],
    [
      "a rater who settled it too",
      [said("ann", "no"), said("bob", "yes"), said("ann", "yes", { isAdjudicated: true })],
      ["no", "yes", null],
      "yes",
      false,
    ],
    ["what was settled alone", [settled("yes")], [null, null, null], "yes", false],
    ["what was settled last", [settled("yes"), settled("no")], [null, null, null], "no", false],
    [
      "a rater's last word",
      [said("ann", "no"), said("ann", "yes")],
      ["yes", null, null],
      "yes",
      false,
    ],
    ["another aspect", [said("ann", "no", { aspect: "b" })], [null, null, null], null, false],
  ])("by %s", (_name, labels, ratings, final, isDisputed) => {
    expect(labelEvidence(labels, { raters, aspect: nominal, judged: "yes" })).toEqual({
      ratings,
      final,
      isDisputed,
      mark: null,
      judged: "yes",
    });
  });

  const ordered = { id: "a", values: ["1", "2", "3", "4", "5"], isOrdered: true };
  it.each([
    [[], null, null],
    [[said("ann", "4")], "4", 4],
    [[said("ann", "2"), said("bob", "3")], "3", 2.5],
    [[said("ann", "1"), said("bob", "1"), said("dan", "2")], "1", 4 / 3],
    [[said("ann", "1"), said("bob", "5"), settled("2")], "2", 2],
  ])("as marks: %#", (labels, final, mark) => {
    const evidence = labelEvidence(labels, { raters, aspect: ordered, judged: null });
    expect(evidence).toMatchObject({ final, isDisputed: false });
    if (mark === null) expect(evidence.mark).toBeNull();
    else expect(evidence.mark).toBeCloseTo(mark, 12);
  });

  it("name their raters once, without those who only settled", () => {
    expect(
      ratersOf(
        [
          said("bob", "no"),
          said("ann", "no"),
          said("bob", "yes"),
          settled("no"),
          said("x", "no", { aspect: "b" }),
        ],
        "a",
      ),
    ).toEqual(["ann", "bob"]);
  });

  it("are near the higher of two values", () => {
    expect([null, 0, 1.4, 1.5, 4.5, 9].map((mark) => nearest(mark, ordered.values))).toEqual([
      null,
      "1",
      "1",
      "2",
      "5",
      "5",
    ]);
  });
});

describe("labels and answers", () => {
  const labels = [
    said("ann", "no"),
    said("ann", "yes", { system: "other" }),
    { ...said("bob", "no"), system: undefined } as unknown as Label,
  ];

  it("meet by system and sample; those without a system are about the only one", () => {
    expect(labelIndex(labels).about("mine", "q")).toEqual([labels[0]]);
    expect(labelIndex(labels, "mine").about("mine", "q")).toEqual([labels[0], labels[2]]);
    expect(labelIndex(labels).about("mine", "p")).toEqual([]);
    expect(labelIndex(labels).about("nobody", "q")).toEqual([]);
    expect(labelIndex(labels).samples("other")).toEqual(["q"]);
    expect(labelIndex(labels).samples("nobody")).toEqual([]);
  });

  it("part where the answer is of another repeat or has changed", () => {
    const all = [
      said("ann", "no"),
      said("ann", "yes", { repeat: 2 }),
      said("bob", "no", { prediction: "abcd0123" }),
    ];
    expect(labelsOfAnswer(all, { repeat: 1, digest: "abcd0123ff" })).toEqual({
      labels: [all[0], all[2]],
      stale: 0,
    });
    expect(labelsOfAnswer(all, { repeat: 1, digest: "ffff" })).toEqual({
      labels: [all[0]],
      stale: 1,
    });
    expect(labelsOfAnswer(all, { repeat: 2, digest: "ffff" })).toEqual({
      labels: [all[1]],
      stale: 0,
    });
  });
});
