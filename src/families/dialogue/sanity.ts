import type { SanityRules } from "../../core/family/proof-facet.ts";
import { type MatchSettings, matchUtterances } from "../../metrics/dialogue/match-utterances.ts";
import { similarityOf } from "./metrics.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { streamMatcher } from "./stream-matching.ts";

const nearlyAll = { operator: ">=", value: 0.95 } as const;
/** An encoder's cosine of a text with itself is 1 up to single precision. */
const rounding = 1e-6;

/**
 * What the sanity check of streams knows: ProAssist's own criteria, and why the oracle falls short
 * of 1.
 */
export const dialogueSanity: SanityRules<DialogueSample, DialoguePrediction, DialogueOptions> = {
  criteria: {
    proassist: {
      precision: nearlyAll,
      recall: nearlyAll,
      F1: nearlyAll,
      jaccard_index: nearlyAll,
      Bleu_4: nearlyAll,
      CIDEr: { operator: ">", value: 3 },
      METEOR: nearlyAll,
    },
  },
  roundings: { semantic_score: rounding },
  explain(sample, prediction, { options, graders, grades }) {
    const { stream, settings, similarity } = streamMatcher(options, similarityOf(graders))(
      sample,
      prediction,
      grades,
    );
    const matching = matchUtterances(stream, settings, similarity);
    if ("unassignable" in matching) {
      const { frame, text } = stream.generated[matching.unassignable]!;
      return [
        `frame ${frame}: "${text}" has no frame left to be matched with${ruleNote(settings)}`,
      ];
    }
    const reasons = matching.missed.map((at) => {
      const { frame, text } = stream.references[at]!;
      const isSaid = stream.generated.some((said) => said.frame === frame && said.text === text);
      return isSaid
        ? `frame ${frame}: "${text}" is said on its frame and yet not matched${ruleNote(settings)}`
        : `frame ${frame}: "${text}" is not said`;
    });
    for (const { generated, reference, semantic } of matching.matched) {
      const [said, wanted] = [stream.generated[generated]!, stream.references[reference]!];
      if (said.frame !== wanted.frame)
        reasons.push(`frame ${said.frame}: matched with the reference of frame ${wanted.frame}`);
      else if (options.threshold !== null && semantic <= options.threshold)
        reasons.push(
          `frame ${said.frame}: similarity ${semantic.toFixed(3)} is not above ${options.threshold}`,
        );
      else if (said.text === wanted.text && Math.abs(semantic - 1) > rounding)
        reasons.push(
          `frame ${said.frame}: the similarity of "${said.text}" with itself is ${Number(semantic.toPrecision(7))}, not 1`,
        );
    }
    return reasons;
  },
};

/** The rule that takes a perfect pair away, where one does. */
function ruleNote({ left, right, zeroEdge }: MatchSettings): string {
  if (left > 0 || right < 0)
    return `: the window from ${left} to ${right} frames leaves out its own frame`;
  return zeroEdge === "drop"
    ? ": a perfect pair costs 0, and zeroEdge: drop takes such pairs away"
    : "";
}
