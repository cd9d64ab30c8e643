import type { Metric } from "../../../core/scores/metric.ts";
import type { EvidenceOffer, FileEvidence } from "../../../metrics/metric-declaration.ts";
import { prepareMetric } from "../../../scoring/evidence/prepared-metric.ts";
import { scoreTies } from "../../../scoring/score-ties.ts";
import type {
  AskedMetric,
  Figure,
  NamedAnalysis,
  OptionValues,
  ScoredFiles,
} from "./metric-input.ts";

/** What a metric reads of all units, and the signature of the measure that it is evidence of. */
interface Evidence {
  readonly measure: string;
  readonly evidence: readonly FileEvidence[keyof FileEvidence][];
}

/**
 * The figures and tables of metrics that read evidence, by their ids; tables by the name that was
 * asked for.
 */
export function computeMetrics(
  asked: readonly AskedMetric[],
  evidenceOf: (reads: keyof FileEvidence, options: OptionValues) => Evidence,
): Pick<ScoredFiles, "figures" | "analyses"> {
  const figures: Figure[] = [];
  const analyses: NamedAnalysis[] = [];
  for (const { offer, options } of asked as readonly {
    offer: EvidenceOffer;
    options: OptionValues;
  }[]) {
    const { measure, evidence } = evidenceOf(offer.reads, options);
    for (const made of offer.create(measure, ownOptions(offer, options))) {
      if ("analyse" in made)
        analyses.push({ key: offer.id, title: made.title, data: made.analyse(evidence as never) });
      else figures.push(figure(made as Metric, evidence));
    }
  }
  return { figures, analyses };
}

/** Without those that say how files are read. */
function ownOptions({ options: own }: EvidenceOffer, given: OptionValues): OptionValues {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => own.some((option) => option.name === name)),
  );
}

/** A metric with its evidence packed. */
function figure(metric: Metric, evidence: readonly unknown[]): Figure {
  const set = {
    n: evidence.length,
    groups: new Uint32Array(0),
    groupCount: 0,
    answered: new Uint8Array(0),
    slices: [],
    evidence: () => evidence,
  };
  const { metric: _, ...prepared } = prepareMetric(set, metric);
  const { id: key, title, signature, measure, kind, best, worst } = metric;
  return {
    key,
    title,
    signature,
    measure,
    kind,
    best,
    worst,
    ...prepared,
    ...scoreTies(metric, () => evidence),
  };
}
