import type { Degradation } from "../../core/family/proof-facet.ts";
import type { RetrievalPrediction, RetrievalSample } from "./schema.ts";

type Clips = RetrievalPrediction["clips"];
const nowhere = 1e7;

/** Clips that answer nothing, named or timed as the others are, and surer than they. */
function strangers(clips: Clips, count: number): Clips {
  return Array.from({ length: count }, (_, at) => ({
    ...(clips[0]?.id === undefined
      ? { endSeconds: nowhere + 10 * at + 1, startSeconds: nowhere + 10 * at }
      : { id: `\u0001stranger-${at}` }),
    score: 1 + count - at,
  }));
}

/** Ways in which the oracle is made worse. */
export const retrievalDegradations: readonly Degradation<RetrievalSample, RetrievalPrediction>[] = [
  {
    id: "rank-noise",
    summary: "so many clips that answer nothing stand before the right ones",
    metric: "mrr",
    amounts: [1, 2, 5, 20],
    apply: (prediction, _sample, { amount }) => ({
      ...prediction,
      clips: [...strangers(prediction.clips, amount), ...prediction.clips],
    }),
  },
  {
    id: "dropped",
    summary: "this share of the right clips is not found",
    metric: "recall@10",
    amounts: [0.1, 0.25, 0.5, 1],
    apply: (prediction, _sample, { amount, random }) => ({
      ...prediction,
      clips: prediction.clips.filter(() => random() >= amount),
    }),
  },
  {
    id: "shifted",
    summary:
      "every clip is moved by this share of its length; clips known by name are lost from one half on",
    metric: "recall@10",
    amounts: [0.2, 0.5, 0.8, 1.2],
    apply: (prediction, sample, { amount }) => ({
      ...prediction,
      clips:
        amount === 0
          ? prediction.clips
          : prediction.clips.flatMap((clip) => shifted(clip, amount, sample)),
    }),
  },
  {
    id: "word-noise",
    summary: "this share of the words of the answer is replaced",
    metric: "answer-f1",
    amounts: [0.25, 0.5, 1],
    apply: (prediction, _sample, { amount, random }) =>
      prediction.answer === undefined
        ? prediction
        : {
            ...prediction,
            answer: prediction.answer
              .split(" ")
              .map((word, at) => (random() < amount ? `zq${at}` : word))
              .join(" "),
          },
  },
];

/**
 * A clip moved later; out of the way where it would come to lie on evidence that it was not on
 * before.
 */
function shifted(clip: Clips[number], share: number, { evidence }: RetrievalSample): Clips {
  const { startSeconds, endSeconds } = clip;
  if (startSeconds === undefined || endSeconds === undefined) return share >= 0.5 ? [] : [clip];
  const shift = share * (endSeconds - startSeconds);
  const moved = { startSeconds: startSeconds + shift, endSeconds: endSeconds + shift };
  const isOnOther = evidence.some(
    (one) => sharedSeconds(one, moved) > sharedSeconds(one, { startSeconds, endSeconds }),
  );
  return [
    {
      ...clip,
      ...(isOnOther
        ? { startSeconds: nowhere, endSeconds: nowhere + endSeconds - startSeconds }
        : moved),
    },
  ];
}

interface Span {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

function sharedSeconds(a: Span, b: Span): number {
  return Math.max(
    0,
    Math.min(a.endSeconds, b.endSeconds) - Math.max(a.startSeconds, b.startSeconds),
  );
}
