import { roundedBytes, type Workspace } from "../workspace.ts";

/** A parameter with what AdamW remembers of it, all in the workspace. */
export interface Parameter {
  readonly value: Float32Array;
  readonly gradient: Float32Array;
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

export interface AdamWOptions {
  readonly rate?: number | undefined;
  /** Taken off the weights in every step, apart from the gradient. */
  readonly decay?: number | undefined;
  readonly meanDecay?: number | undefined;
  readonly varianceDecay?: number | undefined;
  readonly epsilon?: number | undefined;
}

export function openParameter(workspace: Workspace, length: number): Parameter {
  return {
    value: workspace.floats(length),
    gradient: workspace.floats(length),
    mean: workspace.floats(length),
    variance: workspace.floats(length),
  };
}

export const parameterBytes = (length: number): number => 4 * roundedBytes(4 * length);
export const adamWBytes = roundedBytes(4 * 7);

/**
 * AdamW (Loshchilov and Hutter, 2019) with PyTorch's defaults but for rate and decay, which are
 * 1e-3 and 1e-4; calling it takes one step on all parameters.
 */
export function adamW(
  workspace: Workspace,
  parameters: readonly Parameter[],
  {
    rate = 1e-3,
    decay = 1e-4,
    meanDecay = 0.9,
    varianceDecay = 0.999,
    epsilon = 1e-8,
  }: AdamWOptions = {},
): () => void {
  const constants = workspace.floats(7);
  let steps = 0;
  return () => {
    steps += 1;
    constants.set([
      1 - rate * decay,
      1 - meanDecay,
      varianceDecay,
      1 - varianceDecay,
      Math.sqrt(1 - varianceDecay ** steps),
      epsilon,
      rate / (1 - meanDecay ** steps),
    ]);
    // Arrays end on whole vectors; what is beyond their length stays zero.
    for (const { value, gradient, mean, variance } of parameters)
      workspace.kernel.adamW(
        value.byteOffset,
        value.byteOffset + value.byteLength,
        gradient.byteOffset,
        mean.byteOffset,
        variance.byteOffset,
        constants.byteOffset,
      );
  };
}
