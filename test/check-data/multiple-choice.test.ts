import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { DocumentPredictionFormat, RawPrediction } from "../../src/core/format.ts";
import type { Result } from "../../src/core/result.ts";
import { choiceBaselines } from "../../src/families/multiple-choice/baselines.ts";
import { choiceLetter } from "../../src/families/multiple-choice/choice-letter.ts";
import { nextqaFormat, nextqaPredictions } from "../../src/families/multiple-choice/foreign/nextqa.ts";
import { seesimPilotFormat, seesimPilotPredictions } from "../../src/families/multiple-choice/foreign/seesim-pilot.ts";
import { choiceMeasure, choiceMetrics } from "../../src/families/multiple-choice/metrics.ts";
import { readReply } from "../../src/families/multiple-choice/parse.ts";
import { type ChoicePrediction, type ChoiceSample, choiceSampleSchema } from "../../src/families/multiple-choice/schema.ts";
import { checkText } from "./check-file.ts";

const accuracy = choiceMetrics[0]!;

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.reason);
  return result.value;
}

function evidenceOf(samples: readonly ChoiceSample[], format: DocumentPredictionFormat<ChoiceSample, ChoicePrediction>, document: unknown) {
  expect(format.recognises(document)).toBe(true);
  const raws = new Map<string, RawPrediction>(value(format.read(document)).map((raw) => [raw.id, raw]));
  return samples.map((sample) => {
    const outcome = format.interpret(raws.get(sample.id)!.raw, sample);
    const prediction = outcome.kind === "answered" ? outcome.value : choiceBaselines.empty(sample);
    return choiceMeasure.measure({ sample, prediction, outcome: outcome.kind, grades: {} });
  });
}

describe("published figures", () => {
  it("NExT-QA validation set, HGA", () => {
    const rows: readonly unknown[] = parse(checkText("multiple-choice/val.csv"), { columns: true });
    const samples = rows.flatMap((row) => value(nextqaFormat.read(row))).map((sample) => choiceSampleSchema.parse(sample));
    const evidence = evidenceOf(samples, nextqaPredictions, JSON.parse(checkText("multiple-choice/HGA-bert-ft-h256-val.json")));
    expect(new Set(samples.map(({ id }) => id)).size).toBe(4996);
    const score = accuracy.prepare(evidence);
    const percent = (type?: string) =>
      (100 * score(Uint32Array.from(evidence, (item) => (type === undefined || item.type === type ? 1 : 0)))!).toFixed(2);
    expect([percent("causal"), percent("temporal"), percent("descriptive"), percent()]).toEqual(["46.26", "50.74", "59.33", "49.74"]);
  });

  it("NExT-QA validation set, right choices in the words of a reply", () => {
    const rows: readonly unknown[] = parse(checkText("multiple-choice/val.csv"), { columns: true });
    const forms: readonly ((letter: string, text: string) => string)[] = [
      (letter) => `**${letter}**`,
      (letter, text) => `${letter}. ${text}`,
      (_, text) => `The correct answer is "${text}".`,
      (letter, text) => `The frames show people.\n\nTherefore, the answer is ${letter}) ${text}`,
    ];
    for (const { choices, answer } of rows.flatMap((row) => value(nextqaFormat.read(row)))) {
      for (const form of forms) {
        const said = form(choiceLetter(answer!), choices[answer!]!);
        const outcome = readReply(said, choices);
        const read = outcome.kind === "answered" ? choices[outcome.value.choice!] : outcome.reason;
        expect([said, read]).toEqual([said, choices[answer!]]);
      }
    }
  });

  it("NExT-QA validation set, right choices that a reply denies or doubts", () => {
    const rows: readonly unknown[] = parse(checkText("multiple-choice/val.csv"), { columns: true });
    const forms: readonly ((letter: string, text: string) => string)[] = [
      (_, text) => `It is not ${text}.`,
      (letter) => `I doubt it is ${letter}.`,
      (_, text) => `Anything but ${text}`,
      (letter) => `Option ${letter} is wrong.`,
      (letter) => `I don't think the answer is ${letter}.`,
      (_, text) => `False: ${text}`,
      (_, text) => `I am not sure whether it is ${text}.`,
      (letter) => `If the answer is ${letter}, we would see it.`,
      (letter) => `We can rule out (${letter}).`,
      (_, text) => `It is unlikely that they ${text}.`,
      (letter, text) => `Wrong:\n${letter}. ${text}`,
      (_, text) => `The video does not show ${text}.`,
    ];
    for (const { choices, answer } of rows.filter((_, at) => at % 10 === 0).flatMap((row) => value(nextqaFormat.read(row)))) {
      for (const form of forms) {
        const said = form(choiceLetter(answer!), choices[answer!]!);
        expect([said, readReply(said, choices).kind]).toEqual([said, "unparsed"]);
      }
    }
  });

  it("OpenSeeSimE pilot, always true", () => {
    const samples = value(seesimPilotFormat.read(JSON.parse(checkText("multiple-choice/seesim/qa-benchmark-with-qids.json")))).map(
      (sample) => choiceSampleSchema.parse(sample),
    );
    const always: Record<string, Record<string, Record<string, boolean>>> = {};
    for (const { id } of samples) {
      const [domain, file, qid] = id.split("/") as [string, string, string];
      always[domain] ??= {};
      always[domain][file] ??= {};
      always[domain][file][qid] = true;
    }
    const evidence = evidenceOf(samples, seesimPilotPredictions, always);
    expect(evidence).toHaveLength(240);
    expect(accuracy.prepare(evidence)()).toBe(127 / 240);
    expect(new Set(samples.map(({ media }) => media[0]!.path)).size).toBe(12);
  });
});
