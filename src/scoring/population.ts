import type { Metric } from "../core/scores/metric.ts";

/** Which samples count: 1 or 0 for each, or all of them where absent. */
export type Mask = Uint8Array | undefined;

/** The samples that count for a metric. */
export type Population = (metric: Pick<Metric, "population">) => Mask;

export interface CountedSamples {
  readonly slice: Mask;
  /** Which samples the policy on missing answers lets count. */
  readonly policy: Mask;
  readonly answered: Uint8Array;
}

/** Metrics of the same population get the very same mask. */
export function populations({ slice, policy, answered }: CountedSamples): Population {
  const masks = { policy: both(slice, policy), answered: both(slice, answered), all: slice };
  return ({ population }) => masks[population ?? "policy"];
}

/**
 * Weights for masks, the very same ones for masks of the same samples: metrics that share them
 * share their resamples.
 */
export function sharedWeights(): (mask: Mask) => Uint32Array | undefined {
  const known: { readonly mask: Uint8Array; readonly weights: Uint32Array }[] = [];
  return (mask) => {
    if (!mask) return undefined;
    const same = known.find(
      (one) => one.mask === mask || one.mask.every((value, i) => value === mask[i]),
    );
    if (same) return same.weights;
    const weights = new Uint32Array(mask);
    known.push({ mask, weights });
    return weights;
  };
}

/** The samples that have one value of a field. */
export function maskOf(codes: Uint32Array, code: number): Uint8Array {
  const mask = new Uint8Array(codes.length);
  for (let i = 0; i < codes.length; i++) if (codes[i] === code) mask[i] = 1;
  return mask;
}

/** The samples of both. */
export function both(mask: Mask, other: Mask): Mask {
  if (!mask || !other) return mask ?? other;
  const common = new Uint8Array(mask.length);
  for (let i = 0; i < mask.length; i++) common[i] = mask[i]! & other[i]!;
  return common;
}
