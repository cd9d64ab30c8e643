import type { SanityRules } from "../../core/family.ts";
import { matchUtterances } from "../../metrics/dialogue/match-utterances.ts";
import { similarityOf } from "./metrics.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { streamMatcher } from "./stream-matching.ts";

const least = 0.95;

/** What the sanity check of streams knows: ProAssist's own criteria, and why the oracle falls short of 1. */
export const dialogueSanity: SanityRules<DialogueSample, DialoguePrediction, DialogueOptions> = {
  criteria: { proassist: { precision: least, recall: least, F1: least, jaccard_index: least, Bleu_4: least } },
  // An encoder's cosine of a text with itself is 1 up to single precision.
  roundings: { semantic_score: 1e-6 },
  explain(sample, prediction, { options, graders, grades }) {
    const { stream, settings, similarity } = streamMatcher(options, similarityOf(graders))(sample, prediction, grades);
    const matching = matchUtterances(stream, settings, similarity);
    if ("unassignable" in matching) {
      const { frame, text } = stream.generated[matching.unassignable]!;
      return [`frame ${frame}: "${text}" has no frame left to be matched with${dropNote(settings.zeroEdge)}`];
    }
    const reasons = matching.missed.map((at) => {
      const { frame, text } = stream.references[at]!;
      const isSaid = stream.generated.some((said) => said.frame === frame && said.text === text);
      return isSaid
        ? `frame ${frame}: "${text}" is said on its frame and yet not matched${dropNote(settings.zeroEdge)}`
        : `frame ${frame}: "${text}" is not said`;
    });
    for (const { generated, reference, semantic } of matching.matched) {
      const [said, wanted] = [stream.generated[generated]!, stream.references[reference]!];
      if (said.frame !== wanted.frame) reasons.push(`frame ${said.frame}: matched with the reference of frame ${wanted.frame}`);
      else if (options.threshold !== null && semantic <= options.threshold)
        reasons.push(`frame ${said.frame}: similarity ${semantic.toFixed(3)} is not above ${options.threshold}`);
    }
    return reasons;
  },
};

function dropNote(zeroEdge: "keep" | "drop"): string {
  return zeroEdge === "drop" ? ": a perfect pair costs 0, and zeroEdge: drop takes such pairs away" : "";
}
