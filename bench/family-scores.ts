import type { Sample } from "../src/core/data/sample.ts";
import { nothingLent } from "../src/core/family/lent.ts";
import type { Family } from "../src/core/family.ts";
import { contentDigest } from "../src/files/content-digest.ts";
import { EvidenceSet } from "../src/scoring/evidence/evidence-set.ts";
import { prepareMetric } from "../src/scoring/evidence/prepared-metric.ts";

/**
 * What a run does at its end, without intervals: measures every answer, packs the evidence and
 * scores every metric.
 */
export function familyScores<S extends Sample, Prediction, Options>(
  family: Family<string, S, Prediction, Options>,
  answers: Iterable<{ readonly sample: S; readonly prediction: Prediction }>,
  { withAnalyses = false } = {},
): Readonly<Record<string, number | null>> {
  const options = family.data.options.parse({});
  const scoring = family.scoring(options, nothingLent);
  const measures = scoring.measures as ConstructorParameters<typeof EvidenceSet>[0];
  const set = new EvidenceSet(
    measures,
    scoring.slices as (sample: Sample) => Readonly<Record<string, string>>,
  );
  for (const { sample, prediction } of answers)
    set.add({ sample, prediction, outcome: "answered", grades: {} }, contentDigest(sample.id));
  const ordered = set.ordered();
  const scores = scoring.metrics.map(
    (metric) => [metric.id, prepareMetric(ordered, metric).score()] as const,
  );
  if (withAnalyses)
    for (const analysis of scoring.analyses) analysis.analyse(ordered.evidence(analysis.measure));
  return Object.fromEntries(scores);
}
