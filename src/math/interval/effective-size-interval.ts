import type { SmallSetBias } from "../../core/scores/metric.ts";
import { normalQuantile } from "../distribution/normal-quantile.ts";
import { studentQuantile } from "../distribution/student-quantile.ts";
import { scaleOf } from "./arcsine-scale.ts";
import { type BootstrapErrorInput, bootstrapError, isSteady } from "./bootstrap-error.ts";
import { clopperPearson } from "./clopper-pearson.ts";
import { checkConfidence, type Interval } from "./interval.ts";
import { jackknifeError } from "./jackknife-scores.ts";
import type { ScoreSpread } from "./score-spread.ts";

export interface EffectiveSizeInput
  extends BootstrapErrorInput,
    Pick<ScoreSpread, "jackknife" | "halves"> {
  /** The values that the score can take. */
  readonly range: Interval;
  /** What small sets add to the score; an amount that falls with the number of groups if absent. */
  readonly bias?: SmallSetBias | undefined;
  readonly confidence?: number;
}

/**
 * The interval of a score of a whole set between a worst and a best value, as that of Korn and
 * Graubard for proportions: Clopper–Pearson on the number of independent yes-or-no answers that
 * would vary as much, 1 ÷ (4 se²) for a standard error on the arcsine scale, corrected by t(G − 1).
 * The error is the bootstrap's or the jackknife's, whichever is larger. The middle is the score
 * without its bias, which halves show: they score as much more than the whole as the whole scores
 * too much, where the bias falls with the number of groups. The highest precision at or after a rank
 * is flattered by an amount that falls only with the square root of that number, most of which
 * resamples of the same size do not show (`root`): there it is what halves score more, over
 * √2 − 1. Where the bias is `kept`, the middle is the score as it is. The estimate is always inside. `null` where nothing varies.
 */
export function effectiveSizeInterval(input: EffectiveSizeInput): Interval | null {
  const { values, estimate, groupCount, draw, range, jackknife, confidence = 0.95 } = input;
  checkConfidence(confidence);
  if (isSteady(values, estimate)) return null;
  const { to } = scaleOf(range);
  const centre = to(estimate);
  const resampled = bootstrapError({
    values: values.map(to),
    estimate: centre,
    groupCount,
    ...(draw && { draw }),
  });
  if (!resampled) return null;
  const error = Math.max(resampled.standardError, jackknifeError(jackknife.map(to)) ?? 0);
  if (error === 0) return null;
  const halves = input.halves.map(to);
  const bias = input.bias === "kept" ? 0 : (biasOf(halves, { ...input, centre }) ?? resampled.bias);
  const probability = (1 + confidence) / 2;
  const correction = normalQuantile(probability) / studentQuantile(probability, groupCount - 1);
  const size = (correction / (2 * error)) ** 2;
  const share = Math.sin(Math.min(Math.PI / 2, Math.max(0, centre - bias))) ** 2;
  const limits = clopperPearson(share * size, size, confidence);
  const width = range.high - range.low;
  return {
    low: Math.min(estimate, range.low + width * limits.low),
    high: Math.max(estimate, range.low + width * limits.high),
  };
}

/**
 * From halves: a bias of c ÷ G is c · (G/m − 1) ÷ G higher on m of G groups, and one of c ÷ √G is
 * c · (√(G/m) − 1) ÷ √G higher. `null` where most halves have no score.
 */
function biasOf(
  halves: Float64Array,
  {
    centre,
    groupCount,
    bias,
  }: Pick<EffectiveSizeInput, "groupCount" | "bias"> & { readonly centre: number },
): number | null {
  const defined = halves.filter((value) => !Number.isNaN(value));
  if (defined.length === 0 || defined.length < halves.length / 2) return null;
  const mean = defined.reduce((sum, value) => sum + value, 0) / defined.length;
  const ratio = groupCount / Math.floor(groupCount / 2);
  return (mean - centre) / ((bias === "root" ? Math.sqrt(ratio) : ratio) - 1);
}
