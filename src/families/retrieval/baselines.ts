import type { Baselines } from "../../core/family/proof-facet.ts";
import type { RetrievalPrediction, RetrievalSample } from "./schema.ts";

/** What a question can be answered from, most relevant first. */
function oracle({ answer, clips, evidence, saliency }: RetrievalSample): RetrievalPrediction {
  const found = clips.length > 0 ? oracleClips(clips) : oracleIntervals(evidence);
  const spans = evidence.map(({ startSeconds, endSeconds }) => ({ endSeconds, startSeconds }));
  return {
    ...(answer === null ? {} : { answer, citations: spans }),
    clips: found,
    ...(saliency === undefined ? {} : { saliency: oracleSaliency(saliency) }),
    seconds: 0,
  };
}

function oracleClips(clips: RetrievalSample["clips"]): RetrievalPrediction["clips"] {
  return clips
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)
    .map(({ id }, at) => ({ id, score: 1 / (at + 1) }));
}

function oracleIntervals(evidence: RetrievalSample["evidence"]): RetrievalPrediction["clips"] {
  return evidence
    .toSorted((a, b) => (a.relevance === b.relevance ? 0 : a.relevance === "primary" ? -1 : 1))
    .map(({ startSeconds, endSeconds }, at) => ({ endSeconds, score: 1 / (at + 1), startSeconds }));
}

/** Clips by how many raters give them the highest grades. */
export function oracleSaliency({
  clipCount,
  graded,
}: NonNullable<RetrievalSample["saliency"]>): readonly number[] {
  const scores = new Array<number>(clipCount).fill(0);
  for (const { clip, grades } of graded)
    if (clip < clipCount)
      scores[clip] = 1000 * Math.max(...grades) + grades.reduce((sum, grade) => sum + grade, 0);
  return scores;
}

const guesses = 10;

/**
 * Ten stretches of the video as long as the evidence, anywhere; or the known clips in any order.
 */
const chance: Baselines<RetrievalSample, RetrievalPrediction>["chance"] = (
  { clips, evidence, durationSeconds, saliency },
  random,
) => {
  const shuffled = clips.map(({ id }) => ({ id, at: random() })).toSorted((a, b) => a.at - b.at);
  const end = durationSeconds ?? 2 * Math.max(0, ...evidence.map(({ endSeconds }) => endSeconds));
  const spans =
    evidence.length === 0
      ? []
      : Array.from({ length: guesses }, () =>
          stretch(evidence[Math.floor(random() * evidence.length)]!, end, random()),
        );
  return {
    clips: clips.length > 0 ? shuffled.map(({ id }) => ({ id })) : spans,
    ...(saliency === undefined
      ? {}
      : { saliency: Array.from({ length: saliency.clipCount }, () => random()) }),
  };
};

function stretch(
  { startSeconds, endSeconds }: RetrievalSample["evidence"][number],
  end: number,
  where: number,
) {
  const length = endSeconds - startSeconds;
  const start = where * Math.max(0, end - length);
  return { endSeconds: start + length, startSeconds: start };
}

export const retrievalBaselines: Baselines<RetrievalSample, RetrievalPrediction> = {
  oracle,
  chance,
  empty: () => ({ clips: [] }),
};
