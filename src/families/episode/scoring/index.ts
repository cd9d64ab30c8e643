import type { ScoringFacet } from "../../../core/family/scoring-facet.ts";
import { noticeAnswers } from "../notices.ts";
import type { EpisodeOptions, EpisodePrediction, EpisodeSample } from "../schema.ts";
import { taskOf } from "../tasks.ts";
import { answerScoring } from "./answer-scoring.ts";
import { classScoring } from "./class-scoring.ts";
import { errorClass } from "./error-class.ts";
import { matchScoring } from "./match-scoring.ts";
import { setScoring } from "./set-scoring.ts";
import { valueScoring } from "./value-scoring.ts";

type Facet = ScoringFacet<EpisodeSample, EpisodePrediction, EpisodeOptions>;

function partsOf(options: EpisodeOptions): Pick<Facet, "measures" | "metrics" | "analyses"> {
  const { kind, metrics } = taskOf(options.task);
  switch (kind) {
    case "labels":
      return setScoring(metrics);
    case "values":
      return valueScoring(metrics, options);
    case "match":
      return matchScoring(metrics);
    case "answer":
      return answerScoring(metrics);
    default:
      return classScoring(metrics, options);
  }
}

/** How answers to a task are scored: its metrics come from the list of tasks. */
export function episodeScoring(options: EpisodeOptions): Facet {
  return {
    ...partsOf(options),
    slices: ({ set, truth, episode, group }) => ({
      ...(group === episode ? { episode } : {}),
      ...(set && set.unseen.length > 0 && truth?.kind === "class"
        ? { class: set.unseen.includes(truth.label) ? "unseen in training" : "seen in training" }
        : {}),
    }),
    errorClass,
    noticeAnswers,
    notes: [
      "groups: blocks of consecutive windows, since neighbours share frames (twice what a sample and its target read, or blockFrames); whole episodes where several are tested",
    ],
  };
}
