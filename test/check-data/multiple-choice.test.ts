import { describe, expect, test } from "vitest";
import {
  seesimPilotFormat,
  seesimPilotPredictions,
} from "../../src/families/multiple-choice/foreign/seesim-pilot.ts";
import { choiceMetrics } from "../../src/families/multiple-choice/metrics.ts";
import { choiceSampleSchema } from "../../src/families/multiple-choice/schema.ts";
import { nextqaFigures, nextqaSamples } from "../reference/nextqa-figures.ts";
import { choiceEvidence } from "../support/choice-evidence.ts";
import { expectDoubtedChoices, expectGivenChoices } from "../support/reply-forms.ts";
import { checkText } from "./check-file.ts";

describe("NExT-QA's validation set", () => {
  const samples = nextqaSamples(checkText("multiple-choice/val.csv"));

  test("has the published figures of HGA", () => {
    expect(new Set(samples.map(({ id }) => id)).size).toBe(4996);
    const published = { Acc_C: "46.26", Acc_T: "50.74", Acc_D: "59.33", Acc: "49.74" };
    const predictions: unknown = JSON.parse(checkText("multiple-choice/HGA-bert-ft-h256-val.json"));
    expect(nextqaFigures(samples, predictions)).toMatchObject(published);
  });

  test("right choices in the words of a reply", () => expectGivenChoices(samples));

  test("right choices that a reply denies or doubts", () =>
    expectDoubtedChoices(samples.filter((_, at) => at % 10 === 0)));
});

test("OpenSeeSimE's pilot, always true", () => {
  const read = seesimPilotFormat.read(
    JSON.parse(checkText("multiple-choice/seesim/qa-benchmark-with-qids.json")),
  );
  if (!read.ok) throw new Error(read.reason);
  const samples = read.value.map((sample) => choiceSampleSchema.parse(sample));
  const always: Record<string, Record<string, Record<string, boolean>>> = {};
  for (const { id } of samples) {
    const [domain, file, qid] = id.split("/") as [string, string, string];
    always[domain] ??= {};
    always[domain][file] ??= {};
    always[domain][file][qid] = true;
  }
  const evidence = choiceEvidence(samples, seesimPilotPredictions, always);
  expect(evidence).toHaveLength(240);
  expect(choiceMetrics[0]!.prepare(evidence)()).toBe(127 / 240);
  expect(new Set(samples.map(({ media }) => media[0]!.path)).size).toBe(12);
});
