import type { CorpusMetric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { growing } from "../../math/growing-array.ts";
import { assertWeights } from "../sample-metric.ts";
import type { SpokenStream } from "./dialogue-evidence.ts";

/**
 * How many frames a stream has, on how many something is said, on how many something should be, and
 * on how many both.
 */
export interface SpeakingEvidence {
  readonly frames: number;
  readonly said: number;
  readonly wanted: number;
  readonly both: number;
}

export function speakingEvidence({
  frameCount,
  generated,
  references,
}: SpokenStream): SpeakingEvidence {
  const due = new Set(references.map(({ frame }) => frame));
  const both = generated.filter(({ frame }) => due.has(frame)).length;
  return { frames: frameCount, said: generated.length, wanted: due.size, both };
}

interface SpeakingScore {
  readonly id: string;
  readonly title: string;
  readonly score: (total: SpeakingEvidence) => number | null;
}

const ratio = (top: number, bottom: number) => (bottom > 0 ? top / bottom : null);

const scores: readonly SpeakingScore[] = [
  {
    id: "speaking_balanced_acc",
    title: "Balanced accuracy of speaking frames",
    score({ frames, said, wanted, both }) {
      const [hit, silent] = [
        ratio(both, wanted),
        ratio(frames - said - wanted + both, frames - wanted),
      ];
      return hit === null || silent === null ? null : (hit + silent) / 2;
    },
  },
  {
    id: "speaking_precision",
    title: "Precision of speaking frames",
    score: ({ both, said }) => ratio(both, said),
  },
  {
    id: "speaking_recall",
    title: "Recall of speaking frames",
    score: ({ both, wanted }) => ratio(both, wanted),
  },
  {
    id: "speaking_f1",
    title: "F1 of speaking frames",
    score: ({ both, said, wanted }) => ratio(2 * both, said + wanted),
  },
];

/**
 * Whether exactly the frames are spoken on that should be, whatever is said: all frames of all
 * streams together, as PROSPECT's DST evaluator counts them.
 */
export function speakingScores(measure: string): readonly CorpusMetric<SpeakingEvidence>[] {
  return scores.map(({ id, title, score }) => ({
    id,
    title,
    signature: signature(`dialogue-${id}`, 1, { pooled: true }),
    measure,
    kind: "corpus",
    best: 1,
    worst: 0,
    prepare(evidence) {
      const columns = {
        frames: growing.numbers(),
        said: growing.numbers(),
        wanted: growing.numbers(),
        both: growing.numbers(),
      };
      for (const item of evidence) for (const key of keys) columns[key].push(item[key]);
      const packed = {
        frames: columns.frames.view(),
        said: columns.said.view(),
        wanted: columns.wanted.view(),
        both: columns.both.view(),
      };
      return (weights) => {
        if (weights) assertWeights(weights, packed.frames.length);
        const total = { frames: 0, said: 0, wanted: 0, both: 0 };
        for (const key of keys)
          for (let i = 0; i < packed[key].length; i++)
            total[key] += (weights ? weights[i]! : 1) * packed[key][i]!;
        return score(total);
      };
    },
  }));
}

const keys = ["frames", "said", "wanted", "both"] as const;
