import { normalProbability } from "../../distribution/normal-probability.ts";

const density = 1 / Math.sqrt(2 * Math.PI);

/**
 * GELU by the error function, x·Φ(x), of each number of `inputs`, with its slope.
 *
 * @param kept 1 where a unit is kept, else 0, and then both are 0; `scale` stretches what is kept.
 */
export function gelu(
  inputs: Float32Array,
  { outputs, slopes }: { readonly outputs: Float32Array; readonly slopes?: Float32Array },
  { kept, scale }: { readonly kept?: ArrayLike<number> | undefined; readonly scale: number },
): void {
  for (let i = 0; i < inputs.length; i++) {
    if (kept?.[i] === 0) {
      outputs[i] = 0;
      if (slopes) slopes[i] = 0;
      continue;
    }
    const x = inputs[i]!;
    const below = normalProbability(x);
    outputs[i] = x * below * scale;
    if (slopes) slopes[i] = (below + x * density * Math.exp(-0.5 * x * x)) * scale;
  }
}
