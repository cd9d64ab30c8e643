import type { TokenUsage } from "./asked.ts";

/** The tokens of several requests together: replies that are of no use are paid for too. */
export function sumUsage(
  one: TokenUsage | undefined,
  other: TokenUsage | undefined,
): TokenUsage | undefined {
  if (!one || !other) return one ?? other;
  const sum: { -readonly [Name in keyof TokenUsage]: number } = { ...one };
  for (const name of Object.keys(other) as (keyof TokenUsage)[])
    sum[name] = (one[name] ?? 0) + (other[name] ?? 0);
  return sum;
}
