import { valuesOf } from "../misfit.ts";
import type { EpisodePrediction, EpisodeSample } from "../schema.ts";
import { rankOf } from "./match-scoring.ts";

/** The kind of mistake, or `null` where the prediction is right or the truth is hidden. */
export function errorClass(sample: EpisodeSample, prediction: EpisodePrediction): string | null {
  const { truth } = sample;
  switch (truth?.kind) {
    case undefined:
      return null;
    case "class": {
      const label = "label" in prediction ? prediction.label : null;
      if (label === truth.label) return null;
      return label === null ? "no-answer" : classError(sample, truth.label);
    }
    case "labels": {
      const said = new Set("labels" in prediction ? prediction.labels : []);
      const isMissed = truth.labels.some((name) => !said.has(name));
      const isExtra = [...said].some((name) => !truth.labels.includes(name));
      if (isMissed && isExtra) return "missed-and-extra-labels";
      return isMissed ? "missed-labels" : isExtra ? "extra-labels" : null;
    }
    case "values":
      return valuesOf(prediction) === undefined ? "no-answer" : null;
    case "match": {
      const rank = rankOf(prediction, truth.window);
      return rank === 1 ? null : rank === null ? "no-answer" : "not-first";
    }
    case "answer": {
      if (!("answer" in prediction)) return "no-answer";
      if (!prediction.isComplete) return "missing-fields";
      return prediction.answer.action === truth.answer.action ? null : "wrong-action";
    }
  }
}

function classError({ task, set }: EpisodeSample, truth: string): string {
  if (task === "transition_detection") return truth === "transition" ? "missed" : "false-alarm";
  if (task === "temporal_order" || task === "misalignment_detection")
    return truth === "1" ? "false-negative" : "false-positive";
  return set?.unseen.includes(truth) ? "class-unseen-in-training" : "wrong-label";
}
