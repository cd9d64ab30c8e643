import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { nothingLent } from "../../core/family/lent.ts";
import type { Family } from "../../core/family.ts";
import { families } from "../index.ts";
import { standardRules } from "./extractors/standard.ts";
import { plainRowSchema } from "./formats.ts";
import { multipleChoice } from "./index.ts";

it("multipleChoice is a family among others", () => {
  const all: readonly Family[] = families;
  expect(all.map(({ id }) => id)).toContain(multipleChoice.id);
  expect(multipleChoice.data.options.parse({})).toEqual({
    answer: "letter",
    subtitles: "none",
    choiceTemplate: "{question} {choice}",
  });
  expect(multipleChoice.data.options.safeParse({ answer: "number" }).success).toBe(false);
  expect(multipleChoice.data.options.safeParse({ answers: "letter" }).success).toBe(false);
  expect(multipleChoice.asking.extractors).toEqual(["standard", "strict", "seesim-pilot"]);
});

it("predictions that are none are refused", () => {
  const {
    data: { prediction: predictionSchema },
  } = multipleChoice;
  expect(predictionSchema.parse({ choice: null })).toEqual({ choice: null });
  for (const bad of [
    {},
    { choice: -1 },
    { choice: 0.5 },
    { choice: "A" },
    { choice: 1, more: 1 },
    "A",
    null,
  ])
    expect(predictionSchema.safeParse(bad).success).toBe(false);
});

it("a sample may have any number of choices from two on", () => {
  const sample = { id: "q", group: "q", question: "Which?", answer: 0, media: [], metadata: {} };
  const isSample = (count: number) =>
    multipleChoice.data.sample.safeParse({
      ...sample,
      choices: Array.from({ length: count }, String),
    }).success;
  expect([0, 1, 2, 26, 27, 1000].map(isSample)).toEqual([false, false, true, true, true, true]);
});

it("the README names everything that can be chosen or reported", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const {
    data: { formats, predictionFormats, checks },
    asking: { extractors },
    proof: { degradations },
    display: { exports },
  } = multipleChoice;
  const metrics = multipleChoice.scoring(
    multipleChoice.data.options.parse({}),
    nothingLent,
  ).metrics;
  const analyses = multipleChoice.scoring(
    multipleChoice.data.options.parse({}),
    nothingLent,
  ).analyses;
  const named = [formats, predictionFormats, checks, degradations, exports, metrics, analyses]
    .flat()
    .map(({ id }) => id);
  const keys = Object.keys(plainRowSchema.shape);
  for (const name of [...named, ...extractors, ...standardRules, ...keys])
    expect(readme).toContain(`\`${name}\``);
});
