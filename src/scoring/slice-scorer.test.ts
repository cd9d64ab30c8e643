import { describe, expect, it } from "vitest";
import { nothingLent } from "../core/family/lent.ts";
import type { Family } from "../core/family.ts";
import { families } from "../families/index.ts";
import { openColumns } from "../summary/browse/column-file.ts";
import { EvidenceSet } from "./evidence/evidence-set.ts";
import { openPacked, packEvidence } from "./evidence/packed-evidence.ts";
import { maskOf } from "./population.ts";
import { scoreEvidence } from "./score-evidence.ts";
import { sliceScorer } from "./slice-scorer.ts";

/** An example of a family often over, two copies to a group, some of it not answered. */
function evidenceOf(family: Family) {
  const { samples, outcomes, options = {} } = family.proof.examples[0]!;
  const facet = family.scoring(family.data.options.parse(options), nothingLent);
  const set = new EvidenceSet(facet.measures, ({ group }) => ({
    half: Number(group) % 2 === 0 ? "even" : "odd",
  }));
  for (let copy = 0; copy < 24; copy++)
    for (const [place, given] of samples.entries()) {
      const sample = { ...given, group: String(copy >> 1) };
      const outcome = outcomes[place]!;
      const isAnswered = outcome.kind === "answered" && (copy + place) % 5 !== 0;
      const prediction = isAnswered ? outcome.value : family.proof.baselines.empty(sample);
      const words = [copy, place].map((word) => word.toString(16).padStart(8, "0"));
      set.add(
        { sample, prediction, outcome: isAnswered ? "answered" : "unparsed", grades: {} },
        words.join(""),
      );
    }
  return { set: set.ordered(), metrics: facet.metrics };
}

describe("sliceScorer", () => {
  it.each(families.map((family): [string, Family] => [family.id, family]))(
    "scores packed evidence as the whole is scored: %s",
    (_, family) => {
      const { set, metrics } = evidenceOf(family);
      const { bytes } = packEvidence(
        set,
        metrics.map(({ measure }) => measure),
      );
      const packed = openPacked(openColumns(bytes.buffer));
      for (const unanswered of ["empty", "exclude"] as const) {
        const settings = { unanswered, seed: 3 };
        const whole = scoreEvidence(set, metrics, { ...settings, unscored: 0 });
        const scorer = sliceScorer(packed, metrics, settings);
        const expected = (scores: typeof whole.metrics) =>
          metrics.map(({ id }) => {
            const { value, low, high, interval, n } = scores[id]!;
            return { value, low, high, interval, n };
          });
        expect(scorer.scores(undefined)).toEqual(expected(whole.metrics));
        const [slice] = set.slices;
        for (const [code, value] of slice!.values.entries()) {
          const mask = maskOf(slice!.codes, code);
          expect(scorer.scores(mask)).toEqual(expected(whole.slices.half![value]!.metrics));
          expect(scorer.points(mask)).toEqual(
            scorer.scores(mask).map(({ value: point, n }) => ({ value: point, n })),
          );
        }
      }
    },
  );
});
