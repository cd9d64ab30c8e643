import { parse } from "csv-parse/sync";
import {
  nextqaFormat,
  nextqaPredictions,
} from "../../src/families/multiple-choice/foreign/nextqa.ts";
import { choiceMetrics } from "../../src/families/multiple-choice/metrics.ts";
import {
  type ChoiceSample,
  choiceSampleSchema,
} from "../../src/families/multiple-choice/schema.ts";
import { choiceEvidence } from "../support/choice-evidence.ts";

/** Samples of a CSV file in NExT-QA's shape. */
export function nextqaSamples(csv: string): readonly ChoiceSample[] {
  const rows: readonly unknown[] = parse(csv, { columns: true });
  return rows.flatMap((row) => {
    const read = nextqaFormat.read(row);
    if (!read.ok) throw new Error(read.reason);
    return read.value.map((sample) => choiceSampleSchema.parse(sample));
  });
}

/**
 * Accuracy of predictions in NExT-QA's shape, by the names that eval_mc.py prints, in per cent with
 * two decimals.
 */
export function nextqaFigures(
  samples: readonly ChoiceSample[],
  predictions: unknown,
): Readonly<Record<string, string>> {
  const score = choiceMetrics[0]!.prepare(choiceEvidence(samples, nextqaPredictions, predictions));
  const percent = (counts: (type: string) => boolean) =>
    (
      100 *
      score(
        Uint32Array.from(samples, ({ metadata }) => (counts(String(metadata.subtype)) ? 1 : 0)),
      )!
    ).toFixed(2);
  const names = {
    Why: ["CW"],
    How: ["CH"],
    "Bef&Aft": ["TN", "TP"],
    When: ["TC"],
    Cnt: ["DC"],
    Loc: ["DL"],
    Other: ["DO"],
  };
  return {
    ...Object.fromEntries(
      Object.entries(names).map(([name, types]) => [name, percent((type) => types.includes(type))]),
    ),
    ...Object.fromEntries(
      ["C", "T", "D"].map((letter) => [
        `Acc_${letter}`,
        percent((type) => type.startsWith(letter)),
      ]),
    ),
    Acc: percent(() => true),
  };
}
