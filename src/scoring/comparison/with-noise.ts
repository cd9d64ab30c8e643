import type {
  ComparedScore,
  DifferenceNoise,
  SystemComparison,
} from "../../summary/comparison-summary.ts";
import type { AskingNoise } from "../../summary/selfcheck-summary.ts";

/** What is known of a system's noise, by metric id; `undefined` where nobody looked. */
export type KnownNoise = Readonly<Record<string, AskingNoise>> | undefined;

/** 97.5 % of a standard normal number lie below it. */
const z = 1.959963984540054;

/** Adds to every difference what asking both systems again would add to its variance. */
export function withNoise(
  comparison: SystemComparison,
  { own, baseline }: { readonly own: KnownNoise; readonly baseline: KnownNoise },
): SystemComparison {
  if (!own && !baseline) return comparison;
  const known = [...(baseline ? [comparison.baseline] : []), ...(own ? [comparison.system] : [])];
  const add = (id: string, score: ComparedScore): ComparedScore => {
    const parts = [own?.[id], baseline?.[id]].filter((one) => one !== undefined);
    if (parts.length < known.length || score.difference === null || score.isTotal) return score;
    const variance = parts.reduce((sum, part) => sum + part.variance, 0) / score.n;
    const samples = Math.min(...parts.map((part) => part.samples));
    return { ...score, noise: noiseOf(score, { variance, samples, known }) };
  };
  const { metrics, slices, headline } = comparison;
  const all = (scores: Readonly<Record<string, ComparedScore>>, id?: string) =>
    Object.fromEntries(
      Object.entries(scores).map(([name, score]) => [name, add(id ?? name, score)]),
    );
  return {
    ...comparison,
    metrics: all(metrics),
    ...(slices
      ? {
          slices: Object.fromEntries(
            Object.entries(slices).map(([name, values]) => [name, all(values, headline)]),
          ),
        }
      : {}),
  };
}

interface NoiseParts {
  readonly variance: number;
  readonly samples: number;
  readonly known: readonly string[];
}

function noiseOf(
  { difference, low, high, best, worst }: ComparedScore,
  { variance, samples, known }: NoiseParts,
): DifferenceNoise {
  const standardError = Math.sqrt(variance);
  const floor = z * standardError;
  const range = worst === null ? Number.POSITIVE_INFINITY : Math.abs(best - worst);
  const wider = (limit: number | null, side: 1 | -1) =>
    limit === null
      ? null
      : Math.max(
          -range,
          Math.min(range, difference! + side * Math.hypot(limit - difference!, floor)),
        );
  return {
    standardError,
    floor,
    low: wider(low, -1),
    high: wider(high, 1),
    isWithin: Math.abs(difference!) <= floor,
    known,
    samples,
  };
}
