import type { Analysis } from "../core/scores/analysis.ts";
import type { CorpusMetric, Metric } from "../core/scores/metric.ts";
import type { AgreementScore } from "./agreement/agreement-score.ts";
import type { HasNumericRatings, RatingsTable } from "./agreement/rating-table.ts";
import type { HasLabelSets, HasLabels } from "./classification/class-counts.ts";
import type { HasTaskScores } from "./classification/rescale-scores.ts";
import type { HasTimedEvents } from "./detection/has-events.ts";
import type { HasFrameScores } from "./frames/has-frame-scores.ts";
import type { MetricOption, OptionValues, OptionWords } from "./metric-option.ts";
import type { HasMoments, HasSaliency } from "./moments/has-moments.ts";
import type { HasPoses } from "./regression/joint-distances.ts";
import type { HasBoundaries } from "./regression/match-boundaries.ts";
import type { HasVectors } from "./regression/vector-errors.ts";
import type { RankedRelevance } from "./retrieval/ranked-relevance.ts";
import type { MeteorResources } from "./text/meteor-resources.ts";
import type { TextScorer } from "./text/scored-texts.ts";

/** The page of a metric in the reference. */
export interface MetricPage {
  /** In words, exact enough to compute it by hand. */
  readonly definition: string;
  /** In plain text with Unicode signs; only tables and counts, which have no signature, lack it. */
  readonly formula?: string;
  readonly citation: string;
  /**
   * The implementation it was compared with and its version, or that its values were worked out by
   * hand.
   */
  readonly checkedAgainst: string;
  readonly edgeCases: string;
  /** Its signature with the default options, then those of named variants. */
  readonly signatures: readonly string[];
}

/**
 * All there is to know about a metric beside how it is computed, declared once in its own file. The
 * reference, `vidimus metric`, the options of families and the registry (`index.ts`) are made from
 * it.
 */
export interface MetricDeclaration {
  readonly id: string;
  readonly group:
    | "choice"
    | "classification"
    | "text"
    | "detection"
    | "moments"
    | "retrieval"
    | "agreement"
    | "regression"
    | "dialogue";
  readonly title: string;
  /**
   * The options on its page: those that users set, and parameters that only a family or the library
   * sets.
   */
  readonly options: readonly OptionWords[];
  /**
   * Made only where it is shown. A table beside a metric names the metric whose page describes it.
   */
  readonly page?: (() => MetricPage) | string;
  /**
   * The names by which `vidimus metric` computes it from plain files; none where only families do.
   */
  readonly offers?: readonly MetricOffer[];
}

/** What a metric reads of each unit of plain files. */
export interface FileEvidence {
  readonly events: HasTimedEvents;
  readonly frames: HasFrameScores;
  readonly moments: HasMoments;
  readonly saliency: HasSaliency;
  readonly rankings: RankedRelevance;
  readonly labels: HasLabels;
  readonly labelSets: HasLabelSets;
  readonly labelScores: HasTaskScores;
  readonly vectors: HasVectors;
  readonly poses: HasPoses;
  readonly boundaries: HasBoundaries;
}

interface Offered {
  /** The name on the command line. */
  readonly id: string;
  readonly title: string;
  readonly options: readonly MetricOption[];
  /**
   * Computed only when named, not when its group is: another name of the same, or one that needs
   * more than the others.
   */
  readonly isApart?: boolean;
}

/**
 * A metric by the name under which a user asks for it. Metrics of texts and ratings read them
 * whole.
 */
export type MetricOffer = EvidenceOffer | TextOffer | RatingsOffer;

export interface EvidenceOffer<Reads extends keyof FileEvidence = keyof FileEvidence>
  extends Offered {
  readonly reads: Reads;
  /**
   * Metrics and tables of evidence whose measure has this signature; their ids name them in the
   * results.
   */
  create(
    measure: string,
    options: OptionValues,
  ): readonly (Metric<FileEvidence[Reads]> | Analysis<FileEvidence[Reads]>)[];
}

export interface TextOffer extends Offered {
  readonly reads: "tokens" | "texts";
  /**
   * `isTokenized`: the texts are tokens joined by single spaces already. Only METEOR reads
   * resources, and has built-in ones.
   */
  create(
    options: OptionValues,
    given: { readonly isTokenized?: boolean; readonly resources?: MeteorResources },
  ): TextScorer;
}

export interface RatingsOffer extends Offered {
  /** Categories by exactly two raters, by any number of raters, or numbers. */
  readonly reads: "ratingPairs" | "ratings" | "numericRatings";
  create(options: OptionValues, table: RatingsTable): CorpusMetric<never>;
  /** Its own 95 % interval of independent items, where it is better than that of any score. */
  interval?(items: readonly HasNumericRatings[]): Pick<AgreementScore, "low" | "high" | "interval">;
}

type Typed<
  Offer extends Offered & { create(...given: never[]): unknown },
  Options extends readonly MetricOption[],
  Given,
> = Omit<Offer, "create" | "options"> & { readonly options: Options; create: Given };

/** An offer whose `create` gets the values of its own options. */
export function offer<
  const Reads extends keyof FileEvidence,
  const Options extends readonly MetricOption[],
>(
  offered: Typed<
    EvidenceOffer<Reads>,
    Options,
    (measure: string, options: OptionValues<Options>) => ReturnType<EvidenceOffer<Reads>["create"]>
  >,
): MetricOffer {
  return offered as unknown as MetricOffer;
}

export function textOffer<const Options extends readonly MetricOption[]>(
  offered: Typed<
    TextOffer,
    Options,
    (options: OptionValues<Options>, given: Parameters<TextOffer["create"]>[1]) => TextScorer
  >,
): MetricOffer {
  return offered as unknown as MetricOffer;
}

export function ratingsOffer<const Options extends readonly MetricOption[]>(
  offered: Typed<
    RatingsOffer,
    Options,
    (options: OptionValues<Options>, table: RatingsTable) => ReturnType<RatingsOffer["create"]>
  >,
): MetricOffer {
  return offered as unknown as MetricOffer;
}
