import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Family } from "../../core/family.ts";
import { families } from "../index.ts";
import { standardRules } from "./extractors/standard.ts";
import { plainRowSchema } from "./formats.ts";
import { multipleChoice } from "./index.ts";

it("multipleChoice is a family among others", () => {
  const all: readonly Family[] = families;
  expect(all.map(({ id }) => id)).toContain(multipleChoice.id);
  expect(multipleChoice.optionsSchema.parse({})).toEqual({ answer: "letter", subtitles: "none" });
  expect(multipleChoice.optionsSchema.safeParse({ answer: "number" }).success).toBe(false);
  expect(multipleChoice.optionsSchema.safeParse({ answers: "letter" }).success).toBe(false);
  expect(multipleChoice.extractors).toEqual(["standard", "strict", "seesim-pilot"]);
});

it("predictions that are none are refused", () => {
  const { predictionSchema } = multipleChoice;
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
    multipleChoice.sampleSchema.safeParse({
      ...sample,
      choices: Array.from({ length: count }, String),
    }).success;
  expect([0, 1, 2, 26, 27, 1000].map(isSample)).toEqual([false, false, true, true, true, true]);
});

it("the README names everything that can be chosen or reported", () => {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const { formats, predictionFormats, extractors, checks, degradations, exports } = multipleChoice;
  const metrics = multipleChoice.metrics({ answer: "letter", subtitles: "none" });
  const analyses = multipleChoice.analyses({ answer: "letter", subtitles: "none" });
  const named = [formats, predictionFormats, checks, degradations, exports, metrics, analyses]
    .flat()
    .map(({ id }) => id);
  const keys = Object.keys(plainRowSchema.shape);
  for (const name of [...named, ...extractors, ...standardRules, ...keys])
    expect(readme).toContain(`\`${name}\``);
});
