import type { UnansweredSamples } from "../../summary/comparison-summary.ts";
import type { UnansweredPolicy } from "../../summary/score-summary.ts";
import type { IndexedSystem } from "./aligned-samples.ts";

/** So many samples are named for each outcome. */
const mostNamed = 10;

/** Which samples a system left without an answer by its own doing; `undefined` where none. */
export function unansweredSamples(
  { name, samples }: IndexedSystem,
  policy: UnansweredPolicy,
): UnansweredSamples | undefined {
  const planned = samples.digests.high.length;
  const outcomes = new Map<string, { count: number; samples: string[] }>();
  for (let at = 0; at < planned; at++) {
    const kind = samples.unanswered(at);
    if (!kind) continue;
    const known = outcomes.get(kind) ?? { count: 0, samples: [] };
    outcomes.set(kind, known);
    known.count++;
    if (known.samples.length < mostNamed) known.samples.push(samples.id(at));
  }
  if (outcomes.size === 0) return undefined;
  return {
    system: name,
    planned,
    policy,
    outcomes: [...outcomes].map(([outcome, own]) => ({
      outcome: outcome as UnansweredSamples["outcomes"][number]["outcome"],
      ...own,
    })),
  };
}
