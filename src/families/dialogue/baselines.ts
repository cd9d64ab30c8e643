import type { Baselines } from "../../core/family/proof-facet.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

/** Says every reference on its frame. */
function oracle({ references }: DialogueSample): DialoguePrediction {
  return { utterances: references.map(({ frame, text }) => ({ frame, text })) };
}

/**
 * Talks on random frames, about as often as one should, with words that are asked for elsewhere in
 * the stream.
 */
const chance: Baselines<DialogueSample, DialoguePrediction>["chance"] = (
  { references, frameCount },
  random,
) => {
  const rate = references.length / frameCount;
  const utterances: { frame: number; text: string }[] = [];
  for (let frame = 0; frame < frameCount; frame++)
    if (random() < rate)
      utterances.push({ frame, text: references[Math.floor(random() * references.length)]!.text });
  return { utterances };
};

/**
 * What a reader who knows the words but not the moments would say at a frame: the reference nearest
 * in time, the earlier of two.
 */
function nearestReference({ references }: DialogueSample): (frame: number) => string | undefined {
  let at = 0;
  return (frame) => {
    while (
      at + 1 < references.length &&
      Math.abs(references[at + 1]!.frame - frame) < Math.abs(references[at]!.frame - frame)
    )
      at++;
    return references[at]?.text;
  };
}

/** Talks on every so many frames, from the first on. */
function talkEvery(sample: DialogueSample, stride: number): DialoguePrediction {
  const textAt = nearestReference(sample);
  const utterances: { frame: number; text: string }[] = [];
  for (let frame = 0; frame < sample.frameCount; frame += stride) {
    const text = textAt(frame);
    if (text !== undefined) utterances.push({ frame, text });
  }
  return { utterances };
}

/**
 * Says the name of a substep when it follows another one at once; a moment without a substep
 * between them keeps it silent, as in PROSPECT.
 */
function substepTransitions({
  fps,
  frameCount,
  startFrame = 0,
  substeps,
}: DialogueSample): DialoguePrediction | undefined {
  if (!substeps) return undefined;
  const utterances: { frame: number; text: string }[] = [];
  let before: string | undefined;
  for (let frame = 0; frame < frameCount; frame++) {
    const seconds = (startFrame + frame) / fps;
    const now = substeps.find(
      ({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds <= endSeconds,
    )?.name;
    if (before !== undefined && now !== undefined && now !== before)
      utterances.push({ frame, text: now });
    before = now;
  }
  return { utterances };
}

export const dialogueBaselines: Baselines<DialogueSample, DialoguePrediction> = {
  oracle,
  chance,
  empty: () => ({ utterances: [] }),
  named: [
    {
      id: "talk-always",
      summary: "talks on every frame, with the words of the nearest reference",
      predict: (sample) => talkEvery(sample, 1),
    },
    {
      id: "periodic",
      summary: "talks every so many seconds (10), with the words of the nearest reference",
      usualAmount: 10,
      predict: (sample, seconds) =>
        talkEvery(sample, Math.max(1, Math.round(seconds * sample.fps))),
    },
    {
      id: "substep-transitions",
      summary: "says the name of each substep when it begins; needs annotations of substeps",
      predict: substepTransitions,
    },
  ],
};
