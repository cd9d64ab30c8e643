import { fQuantile } from "../../math/f-quantile.ts";
import { checkConfidence, type Interval } from "../../math/interval.ts";
import { completeRows, type HasNumericRatings, singleRaterCorrelation } from "./intraclass-correlation.ts";
import { meanSquares } from "./mean-squares.ts";

/**
 * The interval of ICC(2,1) for independent items with normal effects: F limits whose second degrees of freedom are Satterthwaite's, since the
 * raters' mean square takes part (Shrout and Fleiss 1979, page 424; McGraw and Wong 1996, "Forming inferences about some intraclass
 * correlation coefficients", table 7, case 2A with absolute agreement). `null` where the correlation is not defined or nothing but the items
 * varies, so that there is no error to judge it by.
 */
export function correlationInterval(evidence: Iterable<HasNumericRatings>, confidence = 0.95): Interval | null {
  checkConfidence(confidence);
  const squares = meanSquares(completeRows(evidence));
  const value = squares && singleRaterCorrelation(squares);
  if (!squares || value === null || value === 1) return null;
  const { items: n, raters: k, betweenItems, betweenRaters, error } = squares;
  const ofRaters = ((k * value) / (n * (1 - value))) * betweenRaters;
  const ofError = (1 + (k * value * (n - 1)) / (n * (1 - value))) * error;
  const spread = ofRaters ** 2 / (k - 1) + ofError ** 2 / ((n - 1) * (k - 1));
  const degrees = (ofRaters + ofError) ** 2 / spread;
  if (!(degrees > 0 && Number.isFinite(degrees))) return null;
  const p = (1 + confidence) / 2;
  const rest = k * betweenRaters + (k * n - k - n) * error;
  const lower = fQuantile(p, n - 1, degrees);
  const upper = fQuantile(p, degrees, n - 1);
  return {
    low: (n * (betweenItems - lower * error)) / (lower * rest + n * betweenItems),
    high: (n * (upper * betweenItems - error)) / (rest + n * upper * betweenItems),
  };
}
