import type { AskFacts, ReplyFacts, TokenUsage } from "../core/asked.ts";

/** Replies that are of no use are paid for too. */
export function sumUsage(one: TokenUsage | undefined, other: TokenUsage | undefined): TokenUsage | undefined {
  if (!one || !other) return one ?? other;
  const sum: { -readonly [Name in keyof TokenUsage]: number } = { ...one };
  for (const name of Object.keys(other) as (keyof TokenUsage)[]) sum[name] = (one[name] ?? 0) + (other[name] ?? 0);
  return sum;
}

interface Scheduling {
  readonly queueMs: number;
  readonly totalMs: number;
  readonly attempts: number;
}

/** What stands in the log about an ask. A system that says nothing of its requests, and was asked once, leaves nothing to tell. */
export function askFacts(facts: ReplyFacts | undefined, { queueMs, totalMs, attempts }: Scheduling): AskFacts | undefined {
  if (facts === undefined && attempts === 1) return undefined;
  const waited = rounded(queueMs);
  return {
    ...facts,
    totalMs: rounded(facts?.totalMs ?? totalMs),
    ...(facts?.firstTokenMs === undefined ? {} : { firstTokenMs: rounded(facts.firstTokenMs) }),
    ...(waited > 0 ? { queueMs: waited } : {}),
    ...(attempts > 1 ? { attempts } : {}),
  };
}

/** Tenths of a millisecond. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
