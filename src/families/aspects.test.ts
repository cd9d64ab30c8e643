import { describe, expect, it } from "vitest";
import type { Family } from "../core/family.ts";
import { families } from "./index.ts";

const aspects = (families as readonly unknown[] as readonly Family[]).flatMap((family) =>
  (family.people.aspects ?? []).map((aspect) => ({
    name: `${family.id} ${aspect.id}`,
    family,
    aspect,
  })),
);

describe("what people are asked about answers", () => {
  it("is asked in some families", () => {
    expect(aspects.map(({ name }) => name)).toContain("retrieval faithfulness");
    expect(aspects.map(({ name }) => name)).toContain("dialogue promptness");
  });

  it.each(aspects)("$name: values and figures are told apart", ({ aspect, family }) => {
    expect(new Set(aspect.values).size).toBe(aspect.values.length);
    if (aspect.isOrdered)
      expect(aspect.values.map(Number)).toEqual(
        aspect.values.map(Number).toSorted((a, b) => a - b),
      );
    for (const metrics of [
      [...aspect.scores, ...aspect.raterAgreement(2)],
      aspect.raterAgreement(3),
      aspect.judgeAgreement,
    ])
      expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length);
    if (aspect.judge)
      expect(family.people.graders.map(({ role }) => role)).toContain(aspect.judge.role);
  });
});

it("dialogue compares the judge's mean mark as the nearest one", () => {
  const overall = aspects.find(({ name }) => name === "dialogue overall")!.aspect;
  const grade = (...marks: number[]) => ({
    judgements: marks.map((mark) => ({
      correctness: 1,
      promptness: 1,
      efficiency: 1,
      overall: mark,
    })),
  });
  expect(overall.judge!.verdict(grade(4, 5, 5))).toBe("5");
  expect(overall.judge!.verdict(grade(3, 4))).toBe("4");
});

it("retrieval counts answers on which people differ as those nobody can tell", () => {
  const faithfulness = aspects.find(({ name }) => name === "retrieval faithfulness")!.aspect;
  const item = (final: string | null) => ({
    ratings: [],
    final,
    mark: null,
    isDisputed: final === null,
    judged: null,
  });
  const items = ["Faithful", "Faithful", "Partially Faithful", "Unfaithful", "Unknown", null].map(
    item,
  );
  expect(faithfulness.scores.map((metric) => [metric.id, metric.prepare(items)()])).toEqual([
    ["faithfulness", 2 / 4],
    ["faithfulness-lenient", 3 / 4],
    ["faithfulness-coverage", 4 / 6],
  ]);
});
