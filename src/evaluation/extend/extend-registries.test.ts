import { describe, expect, it } from "vitest";
import { nothingLent } from "../../core/family/lent.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { dialogue } from "../../families/dialogue/index.ts";
import { multipleChoice } from "../../families/multiple-choice/index.ts";
import { sampleMetric } from "../../metrics/sample-metric.ts";
import type { UsedModule } from "./check-exports.ts";
import { extendRegistries } from "./extend-registries.ts";

const registries = { families: [multipleChoice, dialogue], systemKinds: [] };
const nothing: UsedModule = {
  families: [],
  systems: [],
  formats: [],
  predictionFormats: [],
  measures: [],
  metrics: [],
};
const about = {
  title: "X",
  signature: "x|v:1",
  kind: "mean",
  best: 1,
  worst: 0,
  value: () => 1,
} as const;
const metric = (id: string, measure: string): Metric => sampleMetric({ ...about, id, measure });

const idsOf = (family: (typeof registries.families)[number]) =>
  family.scoring(family.data.options.parse({}) as never, nothingLent).metrics.map(({ id }) => id);

describe("extendRegistries", () => {
  it("attaches a metric to every family that has its measure, by its first word or in full", () => {
    const [full] = multipleChoice.scoring(
      { answer: "letter", subtitles: "none" },
      nothingLent,
    ).measures;
    const metrics = [metric("by-word", "choice"), metric("in-full", full!.signature)];
    const { families } = extendRegistries(registries, { ...nothing, metrics }, "./m.ts");
    const [choice, other] = families as typeof registries.families;
    expect(idsOf(choice!)).toEqual([...idsOf(multipleChoice), "by-word", "in-full"]);
    expect(
      choice!.scoring(choice!.data.options.parse({}) as never, nothingLent).metrics.at(-2)!.measure,
    ).toBe(full!.signature);
    expect(idsOf(other!)).toEqual(idsOf(dialogue));
  });

  it("adds a measure with the metric that reads it", () => {
    const measures = [
      { family: "multiple-choice", signature: "length|v:1", measure: () => ({ length: 1 }) },
    ];
    const { families } = extendRegistries(
      registries,
      { ...nothing, measures, metrics: [metric("length", "length")] },
      "./m.ts",
    );
    expect(idsOf(families[0] as typeof multipleChoice)).toContain("length");
  });

  it.each<[string, Partial<UsedModule>, string]>([
    [
      "a metric of no measure",
      { metrics: [metric("m", "choise")] },
      './m.ts: metric "m": measure "choise" is a measure of no family',
    ],
    [
      "a metric whose id is taken",
      { metrics: [metric("accuracy", "choice")] },
      'metric "accuracy": the id is taken',
    ],
    [
      "a family whose id is taken",
      { families: [multipleChoice] as never },
      'family "multiple-choice": the id is taken',
    ],
    [
      "a format of no family",
      { formats: [{ ...multipleChoice.data.formats[0]!, id: "f", family: "x" } as never] },
      'format "f": family "x" does not exist',
    ],
    [
      "a format whose id is taken",
      { formats: [{ ...multipleChoice.data.formats[0]!, family: "multiple-choice" } as never] },
      'format "jsonl": the id is taken',
    ],
    [
      "a system twice",
      { systems: [{ id: "s" }, { id: "s" }] as never },
      'system "s": the id is taken',
    ],
  ])("refuses %s", (_, used, problem) => {
    expect(() => extendRegistries(registries, { ...nothing, ...used }, "./m.ts")).toThrow(problem);
  });
});
