import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HasTaskScores, RescalingPool, TieRule } from "./rescale-scores.ts";
import { taskLabelSets, taskMacroF1 } from "./task-macro-f1.ts";

/** The label that is predicted for each sample. */
function rescaledLabels(
  items: readonly HasTaskScores[],
  { pool = "all", ties = "first" }: { readonly pool?: RescalingPool; readonly ties?: TieRule } = {},
): readonly (string | null)[] {
  return taskLabelSets(items, { rescaling: pool, ties }).map(
    ({ predictions }) => predictions[0] ?? null,
  );
}

const options = ["a", "b", "c"];
const item = (
  truth: string | null,
  scores: readonly number[] | null,
  task = "t",
): HasTaskScores => ({ task, truth, options, scores });
const example = [
  [0.3, 0.25, 0.2],
  [0.31, 0.27, 0.19],
  [0.29, 0.24, 0.23],
].map((scores, at) => item(options[at]!, scores));

describe("rescaledLabels", () => {
  it("compares a score with that of other samples, where the raw one is always the same label's", () => {
    expect(rescaledLabels(example)).toEqual(["a", "b", "c"]);
    expect(taskMacroF1("m", { rescaling: "none" }).prepare(example)()).toBeCloseTo(
      (1 / 2 + 0 + 0) / 3,
      12,
    );
    expect(taskMacroF1("m", { rescaling: "all" }).prepare(example)()).toBe(1);
  });

  it.each([
    { name: "nothing", items: [], all: [], others: [] },
    {
      name: "one sample has no deviation",
      items: example.slice(0, 1),
      all: [null],
      others: [null],
    },
    {
      name: "two leave one to compare with",
      items: example.slice(0, 2),
      all: ["c", "b"],
      others: [null, null],
    },
    {
      name: "no answer",
      items: [...example, item("a", null)],
      all: ["a", "b", "c", null],
      others: ["c", "b", "c", null],
    },
  ])("$name", ({ items, all, others }) => {
    expect(rescaledLabels(items)).toEqual(all);
    const fromOthers = rescaledLabels(items, { pool: "others" });
    expect(fromOthers.map((label) => label === null)).toEqual(
      others.map((label) => label === null),
    );
  });

  it("knows tasks apart, and breaks ties as told", () => {
    const shifted = example.map(({ truth, scores }) => item(truth, scores!.map((score) => score! * 9), "u")); // biome-ignore format: one line
    expect(rescaledLabels([...example, ...shifted]).slice(0, 3)).toEqual(["a", "b", "c"]);
    const equal = [item("a", [1, 1, 1]), item("a", [1, 1, 1])];
    expect(rescaledLabels(equal)).toEqual(["a", "a"]);
    expect(rescaledLabels(equal, { ties: "last" })).toEqual(["c", "c"]);
  });

  it("does not change when a constant is added to all scores of a sample", () => {
    const scores = fc.tuple(...options.map(() => fc.double({ min: -5, max: 5, noNaN: true })));
    fc.assert(
      fc.property(
        fc.array(scores, { minLength: 3, maxLength: 8 }),
        fc.integer({ min: -600, max: 600 }),
        (rows, shift) => {
          const shares = (add: number) =>
            rescaledLabels(
              rows.map((row) =>
                item(
                  "a",
                  row.map((score) => Math.round(score) + add),
                ),
              ),
            );
          expect(shares(shift)).toEqual(shares(0));
        },
      ),
    );
  });
});

describe("taskMacroF1", () => {
  const tasks = [
    item("a", [2, 1, 0], "t"),
    item("b", [2, 1, 0], "t"),
    item("a", [2, 1, 0], "u"),
    item(null, [0, 1, 0], "u"),
  ];

  it("averages tasks, whatever their size, and leaves out those without weight", () => {
    const score = taskMacroF1("m", { rescaling: "none" }).prepare(tasks);
    expect(score()).toBeCloseTo(((2 / 3 + 0) / 2 + 1) / 2, 12);
    expect(score(Uint32Array.of(1, 1, 0, 1))).toBeCloseTo(1 / 3, 12);
    expect(score(Uint32Array.of(0, 0, 0, 5))).toBeNull();
    expect(taskMacroF1("m", { rescaling: "none" }).prepare([])()).toBeNull();
  });

  it("keeps the rescaled predictions of the whole set in a slice", () => {
    expect(taskMacroF1("m", { rescaling: "all" }).prepare(example)(Uint32Array.of(0, 1, 0))).toBe(
      1,
    );
  });

  it("names everything in its signature", () => {
    expect(taskMacroF1("m", { rescaling: "all", ties: "last" }).signature).toBe(
      "task-macro-f1|classes:union|rescaling:all|ties:last|unanswered:miss|weightless:dropped|v:2",
    );
  });
});
