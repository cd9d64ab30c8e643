import type { LabelEvidence } from "../../core/scores/aspect.ts";
import type { CorpusMetric, Metric, SampleMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { sampleMetric } from "../sample-metric.ts";
import { cohenKappa } from "./cohen-kappa.ts";
import { gwetAc1 } from "./gwet-ac1.ts";
import { krippendorffAlpha } from "./krippendorff-alpha.ts";
import { krippendorffAlphaInterval } from "./krippendorff-alpha-interval.ts";
import { pabak } from "./pabak.ts";
import type { HasRatings } from "./rating-table.ts";

/** The values that people and judges choose from. */
export interface LabelScale {
  readonly values: readonly string[];
  readonly isOrdered: boolean;
}

/** The measure that all figures about labels read. */
export const labelMeasure = signature("labels", 1, { final: "adjudicated,else-majority" });

/**
 * How far raters agree before anything is adjudicated. Two raters: Cohen's kappa (with quadratic
 * weights where values have an order), PABAK, AC1 and the share they agree on. More: Krippendorff's
 * alpha, which needs no rater to have seen everything, and AC1.
 */
export function raterAgreement(
  scale: LabelScale,
  raters: number,
): readonly Metric<LabelEvidence>[] {
  const categories = { categories: scale.values };
  if (raters > 2)
    return [alpha(scale), between("raters", gwetAc1(labelMeasure, categories), ofRaters)];
  return [
    ...pairwise("raters", scale, ofRaters),
    agreementShare("rater-agreement", "Raters agree", ofRaters),
  ];
}

/** How far a judge agrees with what people come to: the same figures as of two raters. */
export function judgeAgreement(scale: LabelScale): readonly Metric<LabelEvidence>[] {
  const ratings: Ratings = ({ final, judged }) => ({ ratings: [final, judged] });
  return [
    ...pairwise("people,judge", scale, ratings),
    agreementShare("judge-agreement", "Judge and people agree", ratings),
  ];
}

type Ratings = (evidence: LabelEvidence) => HasRatings;

const ofRaters: Ratings = ({ ratings }) => ({ ratings });

function pairwise(
  who: string,
  { values: categories, isOrdered }: LabelScale,
  ratings: Ratings,
): readonly Metric<LabelEvidence>[] {
  const kappa = cohenKappa(labelMeasure, {
    categories,
    ...(isOrdered ? { weights: "quadratic" } : {}),
  });
  return [kappa, pabak(labelMeasure, { categories }), gwetAc1(labelMeasure, { categories })].map(
    (metric) => between(who, metric, ratings),
  );
}

function alpha({ isOrdered }: LabelScale): CorpusMetric<LabelEvidence> {
  if (!isOrdered) return between("raters", krippendorffAlpha(labelMeasure), ofRaters);
  return between("raters", krippendorffAlphaInterval(labelMeasure), ({ ratings }) => ({
    ratings: ratings.map((rating) => (rating === null ? null : Number(rating))),
  }));
}

/** A measure of agreement, of those named; only answers count, since only they are labelled. */
function between<From, To>(
  who: string,
  metric: CorpusMetric<To>,
  read: (evidence: From) => To,
): CorpusMetric<From> {
  const {
    ceiling: _ceiling,
    references: _references,
    exposure: _exposure,
    tieRange: _tieRange,
    worstOn: _worstOn,
    counts,
    ...rest
  } = metric;
  return {
    ...rest,
    signature: `${metric.signature}|between:${who}`,
    population: "answered",
    ...(counts ? { counts: (evidence: From) => counts(read(evidence)) } : {}),
    prepare: (evidence) => metric.prepare(Array.from(evidence, read)),
  };
}

function agreementShare(id: string, title: string, ratings: Ratings): SampleMetric<LabelEvidence> {
  return sampleMetric({
    id,
    title,
    signature: signature(id, 1),
    measure: labelMeasure,
    kind: "proportion",
    best: 1,
    worst: 0,
    population: "answered",
    value(evidence) {
      const [first = null, second = null] = ratings(evidence).ratings;
      return first === null || second === null ? null : first === second ? 1 : 0;
    },
  });
}
