import { describe, expect, it } from "vitest";
import { z } from "zod";
import { UserError } from "../../core/user-error.ts";
import { multipleChoice } from "../../families/multiple-choice/index.ts";
import { checkExports } from "./check-exports.ts";

const metric = {
  id: "x",
  title: "X",
  signature: "x|v:1",
  measure: "choice",
  kind: "mean",
  best: 1,
  worst: 0,
  value: () => 1,
  prepare: () => () => 1,
};
const format = {
  family: "multiple-choice",
  id: "f",
  summary: "f",
  reads: "rows",
  read: () => ({ ok: true, value: [] }),
};
const system = {
  id: "s",
  summary: "s",
  configSchema: z.strictObject({}),
  create: async () => undefined,
};

function problemOf(exported: Readonly<Record<string, unknown>>): string {
  try {
    checkExports(exported, "./my.ts");
    return "";
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `${error.message} (${error.hint})`;
  }
}

describe("checkExports", () => {
  it("takes lists under the plural and single ones under the singular", () => {
    const used = checkExports(
      {
        metrics: [metric],
        metric: { ...metric, id: "y" },
        format,
        system,
        family: multipleChoice,
        other: 1,
      },
      "./my.ts",
    );
    expect(used.metrics.map(({ id }) => id)).toEqual(["x", "y"]);
    expect(
      [used.formats, used.systems, used.families, used.measures, used.predictionFormats].map(
        (list) => list.length,
      ),
    ).toEqual([1, 1, 1, 0, 0]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    [
      "a function that is missing",
      { metric: { ...metric, prepare: undefined } },
      './my.ts: metric "x": prepare must be a function, got undefined',
    ],
    [
      "a value of a mean",
      { metric: { ...metric, value: undefined } },
      'metric "x": value must be a function where kind is "mean", got undefined',
    ],
    [
      "a kind",
      { metric: { ...metric, kind: "median" } },
      'kind must be one of proportion, mean, corpus, got "median"',
    ],
    [
      "a bound",
      { metric: { ...metric, worst: "low" } },
      'worst must be a number or null, got "low"',
    ],
    [
      "an id",
      { metrics: [metric, { ...metric, id: 7 }] },
      "./my.ts: metric 2: id must be a text, got 7",
    ],
    ["no object at all", { metrics: [null] }, "metric 1: must be an object, got null"],
    ["no list", { metrics: metric }, "metrics must be a list"],
    [
      "how a format reads",
      { format: { ...format, reads: "lines" } },
      'format "f": reads must be one of rows, document, folder, got "lines"',
    ],
    [
      "the family of a format",
      { format: { ...format, family: undefined } },
      'format "f": family must be a text, got undefined',
    ],
    [
      "settings that are no schema",
      { system: { ...system, configSchema: {} } },
      'system "s": configSchema must be a zod schema, got an object',
    ],
    [
      "baselines of a family",
      {
        family: {
          ...multipleChoice,
          proof: {
            ...multipleChoice.proof,
            baselines: { oracle: () => null, chance: () => null },
          },
        },
      },
      'family "multiple-choice": proof.baselines.empty must be a function, got undefined',
    ],
    [
      "a family without formats",
      { family: { ...multipleChoice, data: { ...multipleChoice.data, formats: [] } } },
      "data.formats must not be empty",
    ],
    [
      "a facet that is missing",
      { family: { ...multipleChoice, asking: undefined } },
      'family "multiple-choice": asking must be an object, got undefined',
    ],
    [
      "a family from before there were facets",
      { family: { ...multipleChoice, data: undefined, sampleSchema: z.string() } },
      "it is written without facets: docs/extending.md says which member goes where",
    ],
    ["nothing of use", { helper: 1 }, "exports nothing that can be used"],
    ["a name that is nearly right", { metrik: metric }, '"metrik" should perhaps be "metric"'],
  ])("names %s", (_, exported, problem) => {
    expect(problemOf(exported)).toContain(problem);
  });

  it("names everything that is wrong at once", () => {
    const problem = problemOf({
      metric: { ...metric, prepare: 1, best: "1" },
      system: { ...system, create: null },
    });
    for (const part of [
      "prepare must be a function, got 1",
      'best must be a number, got "1"',
      "create must be a function, got null",
    ])
      expect(problem).toContain(part);
  });
});
