import { normalProbability } from "../../distribution/normal-probability.ts";

/** Beyond it, GELU is 0 or the identity in single precision. */
const edge = 8;
const perUnit = 64;
const nodes = 2 * edge * perUnit + 1;
const nodeAt = (i: number) => i / perUnit - edge;

/**
 * The normal distribution and its density at nodes; cubics between them, by the known slopes, are
 * within 1e-9, which single precision does not see, at a fifth of the time (`bench heads`).
 */
const below = Float64Array.from({ length: nodes }, (_, i) => normalProbability(nodeAt(i)));
const density = Float64Array.from(
  { length: nodes },
  (_, i) => Math.exp(-0.5 * nodeAt(i) ** 2) / Math.sqrt(2 * Math.PI),
);

/**
 * GELU by the error function, x·Φ(x), of each number of `inputs`, with its slope.
 *
 * @param kept 1 where a unit is kept, else 0, and then both are 0; `scale` stretches what is kept.
 */
export function gelu(
  inputs: Float32Array,
  { outputs, slopes }: { readonly outputs: Float32Array; readonly slopes: Float32Array },
  { kept, scale }: { readonly kept?: ArrayLike<number> | undefined; readonly scale: number },
): void {
  for (let i = 0; i < inputs.length; i++) {
    const x = inputs[i]!;
    const factor = kept && kept[i] === 0 ? 0 : scale;
    if (!(Math.abs(x) < edge)) {
      outputs[i] = x > 0 || Number.isNaN(x) ? x * factor : 0;
      slopes[i] = x > 0 ? factor : 0;
      continue;
    }
    const place = (x + edge) * perUnit;
    const node = Math.floor(place);
    const t = place - node;
    const [start, end] = [node / perUnit - edge, (node + 1) / perUnit - edge];
    const [low, high] = [density[node]!, density[node + 1]!];
    // Weights of Hermite's cubic.
    const rest = t * t * (3 - 2 * t);
    const atStart = (t * (t - 1) * (t - 1)) / perUnit;
    const atEnd = (t * t * (t - 1)) / perUnit;
    const probability =
      below[node]! + rest * (below[node + 1]! - below[node]!) + atStart * low + atEnd * high;
    const height = low + rest * (high - low) - atStart * start * low - atEnd * end * high;
    outputs[i] = x * probability * factor;
    slopes[i] = (probability + x * height) * factor;
  }
}
