import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { UserError } from "../../core/user-error.ts";
import { growing } from "../../math/growing-array.ts";
import { type MetricOffer, offer } from "../metric-declaration.ts";
import { numberOption } from "../metric-option.ts";
import { assertWeights } from "../sample-metric.ts";
import { type BoundaryMatch, type HasBoundaries, matchBoundaries } from "./match-boundaries.ts";

interface BoundaryRatio {
  readonly id: string;
  readonly title: string;
  readonly measure: string;
  readonly tolerance: number;
  readonly best: number;
  readonly worst: number | null;
  readonly part: (match: BoundaryMatch) => number;
  readonly whole: (match: BoundaryMatch) => number;
}

/**
 * A metric that divides what all samples add up to; `null` where the divisor is 0. Hidden truths do
 * not count.
 */
export function boundaryRatio({
  part,
  whole,
  tolerance,
  ...described
}: BoundaryRatio): CorpusMetric<HasBoundaries> {
  return {
    ...described,
    signature: signature(described.id, 1, { matching: "nearest-free-in-order", tolerance }),
    kind: "corpus",
    counts: ({ boundaries }) => boundaries !== null,
    prepare(evidence) {
      const [parts, wholes] = [growing.numbers(), growing.numbers()];
      for (const { boundaries, predictedBoundaries } of evidence) {
        const match = boundaries && matchBoundaries(boundaries, predictedBoundaries, tolerance);
        parts.push(match ? part(match) : 0);
        wholes.push(match ? whole(match) : 0);
      }
      const [above, below] = [parts.view(), wholes.view()];
      return (weights) => {
        if (weights) assertWeights(weights, above.length);
        let sum = 0;
        let all = 0;
        for (let at = 0; at < above.length; at++) {
          const weight = weights ? weights[at]! : 1;
          sum += weight * above[at]!;
          all += weight * below[at]!;
        }
        return all === 0 ? null : sum / all;
      };
    },
  };
}

export const toleranceOption = numberOption(
  {
    name: "tolerance",
    default: "none",
    meaning:
      "how far a hit may be off, in the unit of the boundaries; the tolerance itself is within",
  },
  { least: 0 },
);

/** A metric of boundaries by its name on the command line, where the tolerance must be given. */
export function boundaryOffer(
  what: string,
  create: (measure: string, options: { readonly tolerance: number }) => CorpusMetric<HasBoundaries>,
): MetricOffer {
  const id = `boundary-${what}`;
  return offer({
    id,
    title: `Boundaries within a tolerance: ${what.replace("-", " ")}`,
    isApart: true,
    reads: "boundaries",
    options: [toleranceOption],
    create(measure, { tolerance }) {
      if (tolerance === undefined)
        throw new UserError(`${id} needs the tolerance`, "give it by --tolerance <number>");
      return [{ ...create(measure, { tolerance }), id }];
    },
  });
}
