import { intervalRelevance } from "../../metrics/retrieval/interval-relevance.ts";
import { type RankedRelevance, rankedRelevance } from "../../metrics/retrieval/ranked-relevance.ts";
import type { RetrievalOptions, RetrievalPrediction, RetrievalSample } from "./schema.ts";

/** Any overlap at all. */
const leastPart = 1e-9;
const gains = { primary: 1, context: 0.5 } as const;

export interface RelevanceRule extends Pick<RetrievalOptions, "relevance" | "minOverlap"> {
  /** Whether several clips may be relevant by the same evidence; one each if absent. */
  readonly credit?: "one-to-one" | "every-clip";
}

/**
 * How relevant each retrieved clip is: by name where the truth names clips, otherwise by its times.
 */
export function clipRelevance(
  sample: RetrievalSample,
  clips: RetrievalPrediction["clips"] | undefined,
  { relevance, minOverlap, credit }: RelevanceRule,
): RankedRelevance {
  if (sample.clips.length > 0 || sample.evidence.length === 0)
    return rankedRelevance(
      clips?.map(({ id }, at) => id ?? `\u0000${at}`),
      new Map(sample.clips.map(({ id, gain }) => [id, gain])),
    );
  const evidence = sample.evidence.map(({ startSeconds, endSeconds, relevance: kind }) => ({
    startSeconds,
    endSeconds,
    gain: gains[kind],
  }));
  return intervalRelevance(clips, evidence, {
    by: relevance === "tiou" ? "tiou" : "containment",
    threshold: relevance === "overlap" ? leastPart : minOverlap,
    credit,
  });
}
