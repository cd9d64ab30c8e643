import type { Baselines } from "../../core/family.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

/** Says every reference on its frame. */
function oracle({ references }: DialogueSample): DialoguePrediction {
  return { utterances: references.map(({ frame, text }) => ({ frame, text })) };
}

/** Talks on random frames, about as often as one should, with words that are asked for elsewhere in the stream. */
const chance: Baselines<DialogueSample, DialoguePrediction>["chance"] = ({ references, frameCount }, random) => {
  const rate = references.length / frameCount;
  const utterances: { frame: number; text: string }[] = [];
  for (let frame = 0; frame < frameCount; frame++)
    if (random() < rate) utterances.push({ frame, text: references[Math.floor(random() * references.length)]!.text });
  return { utterances };
};

export const dialogueBaselines: Baselines<DialogueSample, DialoguePrediction> = {
  oracle,
  chance,
  empty: () => ({ utterances: [] }),
};
