import type { AskFacts } from "../core/asking/asked.ts";
import type { EndedSample } from "../core/run/ended-sample.ts";

/**
 * How long a system took over a sample: the longest ask of every step, one step after the other,
 * from sending a request to its last byte. Waiting for a free place and decoding are ours and do
 * not count, nor does what was asked again later. `undefined` where any of it was not timed or came
 * from the cache.
 */
export function askedSeconds({
  replies,
  facts,
}: Pick<EndedSample, "replies" | "facts">): number | undefined {
  if (facts || replies.length === 1) return ownSeconds(facts ?? replies[0]!.facts);
  if (replies.length === 0) return undefined;
  const asks = [...new Map(replies.map((ask) => [`${ask.step} ${ask.position}`, ask])).values()];
  if (asks.some((ask) => ask.facts?.totalMs === undefined || ask.facts.cached)) return undefined;
  const longest = new Map<number, number>();
  for (const { step, facts: own } of asks)
    longest.set(step, Math.max(longest.get(step) ?? 0, own!.totalMs!));
  return [...longest.values()].reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
}

/** Most samples are one ask. */
function ownSeconds(facts: AskFacts | undefined): number | undefined {
  return facts?.totalMs === undefined || facts.cached ? undefined : facts.totalMs / 1000;
}
