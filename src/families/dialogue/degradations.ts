import type { Degradation } from "../../core/family/proof-facet.ts";
import type { Random } from "../../core/random.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

type Utterance = DialoguePrediction["utterances"][number];
type Change = (
  utterances: readonly Utterance[],
  sample: DialogueSample,
  random: Random,
) => readonly Utterance[];

/** One kind of noise: `change` is given how much of it. */
function noise(
  id: string,
  summary: string,
  spec: { metric: string; amounts: readonly number[]; change(amount: number): Change },
) {
  const degradation: Degradation<DialogueSample, DialoguePrediction> = {
    id,
    summary,
    metric: spec.metric,
    amounts: spec.amounts,
    apply: ({ utterances }, sample, { amount, random }) => ({
      utterances:
        amount === 0
          ? utterances
          : inOrder(spec.change(amount)(utterances, sample, random), sample),
    }),
  };
  return degradation;
}

const shares = [0.1, 0.25, 0.5, 1];
/**
 * Within every window, beyond all of them, and out of the stream: two amounts beyond the window
 * would differ by chance alone.
 */
const shifts = [1, 20, 1e6];

/**
 * Ways in which the oracle is made worse. A draw is made for every utterance whatever the amount,
 * so that more spoils what less spoilt.
 */
export const dialogueDegradations: readonly Degradation<DialogueSample, DialoguePrediction>[] = [
  noise(
    "late",
    "every utterance comes so many seconds late; what would come after the end is lost",
    {
      metric: "F1",
      amounts: shifts,
      change: (seconds) => shifted(seconds),
    },
  ),
  noise(
    "early",
    "every utterance comes so many seconds early; what would come before the start is lost",
    {
      metric: "F1",
      amounts: shifts,
      change: (seconds) => shifted(-seconds),
    },
  ),
  noise(
    "jitter",
    "every utterance comes up to so many seconds early or late, each its own; what falls outside the stream is lost",
    {
      metric: "F1",
      amounts: [2, 20, 1e6],
      change:
        (seconds) =>
        (utterances, { fps }, random) =>
          utterances.map((one) => ({
            ...one,
            frame: one.frame + Math.round((2 * random() - 1) * seconds * fps),
          })),
    },
  ),
  noise("dropped", "this share of utterances is not said", {
    metric: "recall",
    amounts: shares,
    change: (share) => (utterances, _sample, random) => utterances.filter(() => random() >= share),
  }),
  noise("duplicated", "this share of utterances is said again on the next silent frame", {
    metric: "precision",
    amounts: shares,
    change:
      (share) =>
      (utterances, { frameCount }, random) => {
        const taken = new Set(utterances.map(({ frame }) => frame));
        return utterances.flatMap((one) => {
          const isAgain = random() < share;
          let frame = one.frame + 1;
          while (taken.has(frame)) frame++;
          if (!isAgain || frame >= frameCount) return [one];
          taken.add(frame);
          return [one, { ...one, frame }];
        });
      },
  }),
  noise("word-noise", "this share of words is replaced by a word that means nothing", {
    metric: "F1",
    amounts: [0.25, 0.5, 1],
    change: (share) => (utterances, _sample, random) =>
      utterances.map((one) => ({
        ...one,
        text: one.text
          .split(" ")
          .map((word, at) => (random() < share ? `zq${at}` : word))
          .join(" "),
      })),
  }),
  noise("swapped", "this share of utterances changes places with the next one", {
    metric: "F1",
    amounts: [0.5, 1],
    change: (share) => (utterances, _sample, random) => {
      const texts = utterances.map(({ text }) => text);
      for (let at = 0; at + 1 < texts.length; at += 2)
        if (random() < share) [texts[at], texts[at + 1]] = [texts[at + 1]!, texts[at]!];
      return utterances.map((one, at) => ({ ...one, text: texts[at]! }));
    },
  }),
];

function shifted(seconds: number): Change {
  return (utterances, { fps }) =>
    utterances.map((one) => ({ ...one, frame: one.frame + Math.round(seconds * fps) }));
}

/** On frames of their own, within the stream; of two on one frame the first stays. */
function inOrder(
  utterances: readonly Utterance[],
  { frameCount }: DialogueSample,
): readonly Utterance[] {
  const sorted = utterances
    .filter(({ frame, text }) => frame >= 0 && frame < frameCount && text !== "")
    .toSorted((a, b) => a.frame - b.frame);
  return sorted.filter((one, at) => at === 0 || one.frame > sorted[at - 1]!.frame);
}
