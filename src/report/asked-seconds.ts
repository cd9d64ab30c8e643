import type { EndedSample } from "../core/ended-sample.ts";

/**
 * How long a system took over a sample: the longest ask of every step, one step after the other, from sending a request to its last byte. Waiting for a
 * free place and decoding are ours and do not count. `undefined` where any of it was not timed or came from the cache.
 */
export function askedSeconds({ replies, facts }: Pick<EndedSample, "replies" | "facts">): number | undefined {
  const asks = facts ? [{ step: 0, facts }] : replies;
  if (asks.length === 0 || asks.some((ask) => ask.facts?.totalMs === undefined || ask.facts.cached)) return undefined;
  const longest = new Map<number, number>();
  for (const { step, facts: own } of asks) longest.set(step, Math.max(longest.get(step) ?? 0, own!.totalMs!));
  return [...longest.values()].reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000;
}
