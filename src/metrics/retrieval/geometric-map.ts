import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import type { MetricDeclaration } from "../metric-declaration.ts";
import { assertWeights } from "../sample-metric.ts";
import { averagePrecision } from "./average-precision.ts";
import type { RankedRelevance } from "./ranked-relevance.ts";
import type { RetrievalOptions } from "./retrieval-metric.ts";
import { leastOption, relevanceOptions } from "./retrieval-options.ts";

export interface GeometricMapOptions extends RetrievalOptions {
  /**
   * What stands for a smaller average precision, so that one failed query does not make the mean 0;
   * Default: 0.00001, as in trec_eval.
   */
  readonly least?: number;
}

/**
 * Geometric mean of average precision over queries, which failed queries pull down most. See the
 * page for the rest.
 */
export function geometricMap(
  measure: string,
  { least = 0.00001, ...options }: GeometricMapOptions = {},
): CorpusMetric<RankedRelevance> {
  if (!(least > 0 && least <= 1))
    throw new RangeError(`least is ${least}, but it must be above 0 and at most 1`);
  const { value, signature: perQuery } = averagePrecision(measure, options);
  return {
    id: "gm-map",
    title: "Geometric mean average precision",
    signature: signature("geometric-map", 1, { least, ...parametersOf(perQuery) }),
    measure,
    kind: "corpus",
    best: 1,
    worst: least,
    counts: (query) => value(query) !== null,
    prepare(evidence) {
      const logs = Float64Array.from(evidence, (query) => {
        const precision = value(query);
        return precision === null ? Number.NaN : Math.log(Math.max(precision, least));
      });
      return (weights) => {
        if (weights) assertWeights(weights, logs.length);
        let sum = 0;
        let total = 0;
        for (let i = 0; i < logs.length; i++) {
          if (Number.isNaN(logs[i]!)) continue;
          const weight = weights ? weights[i]! : 1;
          sum += weight * logs[i]!;
          total += weight;
        }
        return total > 0 ? Math.exp(sum / total) : null;
      };
    },
  };
}

/** The parameters of a signature, without its name and version. */
function parametersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split("|")
      .slice(1, -1)
      .map((part) => part.split(":") as [string, string]),
  );
}

export const declarations: readonly MetricDeclaration[] = [
  {
    id: "geometric-map",
    group: "retrieval",
    title: "Geometric MAP",
    options: [leastOption, ...relevanceOptions],
    page: () => ({
      definition:
        "Geometric mean over queries of average precision, each at least 0.00001. It falls where single queries fail, which the arithmetic mean hides. trec_eval's gm_map.",
      formula: "GMAP = exp(1/Q · Σ_q ln max(AP_q, 10⁻⁵))",
      citation: "Robertson, On GMAP: and other transformations, CIKM 2006; trec_eval 9, m_gm_map.c",
      checkedAgainst:
        "trec_eval's own test output (usnistgov/trec_eval @f425365, test/out.test), to its 4 decimals; trec_eval 9 (pytrec_eval-terrier 0.5.11) on a run of our own, unrounded",
      edgeCases:
        "Not defined without a query that counts. A query with average precision 0 counts as 0.00001.",
      signatures: [geometricMap("").signature],
    }),
  },
];
