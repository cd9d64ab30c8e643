import type { Analysis } from "../../core/analysis.ts";
import type { GraderNames } from "../../core/grader.ts";
import type { Measure } from "../../core/measure.ts";
import type { Metric } from "../../core/metric.ts";
import { signature } from "../../core/signature.ts";
import { byDataset } from "../../metrics/dialogue/by-dataset.ts";
import { dialogueAnalyses } from "../../metrics/dialogue/dialogue-analyses.ts";
import { dialogueAverages } from "../../metrics/dialogue/dialogue-averages.ts";
import { type DialogueEvidence, dialogueEvidence, matchSignature } from "../../metrics/dialogue/dialogue-evidence.ts";
import { dialogueRates, dialogueTotals } from "../../metrics/dialogue/dialogue-rates.ts";
import { dialogueTexts } from "../../metrics/dialogue/dialogue-texts.ts";
import { type HalfOracleEvidence, halfOracleEvidence, halfOracleTable } from "../../metrics/dialogue/half-oracles.ts";
import { type JudgeEvidence, judgeEvidence, judgeScores } from "../../metrics/dialogue/judge-scores.ts";
import { type TalkSweepEvidence, talkLevelsTable, talkSweepEvidence, talkSweepTable } from "../../metrics/dialogue/talk-sweep.ts";
import { type JudgeGrade, judgeRole } from "./judge.ts";
import { judgePromptVersion } from "./prompts.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { similarityRole } from "./similarity.ts";
import { similaritySources } from "./similarity-sources.ts";
import { streamMatcher } from "./stream-matching.ts";

type DialogueMeasure<Evidence> = Measure<DialogueSample, DialoguePrediction, Evidence>;

interface DialogueMeasures {
  readonly matches: DialogueMeasure<DialogueEvidence>;
  readonly halfOracles: DialogueMeasure<HalfOracleEvidence>;
  readonly talkSweep: DialogueMeasure<TalkSweepEvidence>;
}

/** Matches what was said with what should have been; meanings are compared by the task's similarity grader, or by words where it has none. */
function dialogueMeasures(options: DialogueOptions, similarity: string): DialogueMeasures {
  const matcher = streamMatcher(options, similarity);
  const { window, factor, power, zeroEdge, threshold } = options;
  const matched = matchSignature({ window, factor, power, zeroEdge, similarity });
  return {
    matches: {
      signature: matched,
      measure: ({ sample, prediction, grades }) => {
        const { stream, settings, similarity: compare } = matcher(sample, prediction, grades);
        return dialogueEvidence(stream, settings, compare);
      },
    },
    halfOracles: {
      signature: `half-oracles|threshold:${threshold ?? "none"}|${matched}`,
      measure: ({ sample, prediction, grades }) => halfOracleEvidence(matcher(sample, prediction, grades), threshold),
    },
    talkSweep: {
      signature: `talk-sweep|threshold:${threshold ?? "none"}|${matched}`,
      measure: ({ sample, prediction, grades }) =>
        talkSweepEvidence(
          prediction.utterances.map(({ confidence }) => confidence),
          {
            split: sample.split ?? "",
            threshold,
            matchingAt: (kept) => matcher(sample, { utterances: kept.map((at) => prediction.utterances[at]!) }, grades),
          },
        ),
    },
  };
}

/** What a task is scored by. */
export interface DialogueScoring {
  readonly measures: readonly DialogueMeasure<unknown>[];
  /** The first is the headline. */
  readonly metrics: readonly Metric[];
  readonly analyses: readonly Analysis[];
}

/** What compares meanings; the words themselves where no system is named for it. */
export function similarityOf(graders: GraderNames = {}): string {
  return graders[similarityRole] ?? "lexical";
}

/** A judge's marks, where the task has one. */
function judgeMeasure({ judgements }: DialogueOptions, judge: string): DialogueMeasure<JudgeEvidence> {
  return {
    signature: signature("dialogue-judge", 1, { judge, judgements, prompt: judgePromptVersion }),
    measure: ({ grades }) => judgeEvidence((grades[judgeRole] as JudgeGrade | undefined)?.judgements ?? []),
  };
}

export function dialogueScoring(options: DialogueOptions, graders: GraderNames = {}): DialogueScoring {
  const { matches, halfOracles, talkSweep } = dialogueMeasures(options, similarityOf(graders));
  const judge = graders[judgeRole] === undefined ? [] : [judgeMeasure(options, graders[judgeRole])];
  const sources = similaritySources(options, graders);
  const { threshold, documents, averages } = options;
  const metrics = [
    ...dialogueRates(matches.signature, threshold),
    ...dialogueTotals(matches.signature, threshold),
    ...dialogueTexts(matches.signature, { threshold, documents }),
    ...(averages ? dialogueAverages(matches.signature) : []),
    ...judge.flatMap((measure) => judgeScores(measure.signature)),
  ];
  const analyses = [
    ...dialogueAnalyses(matches.signature, threshold),
    byDataset(matches.signature, { threshold, documents }),
    halfOracleTable(halfOracles.signature),
    talkSweepTable(talkSweep.signature),
    talkLevelsTable(talkSweep.signature),
    ...sources.analyses,
  ];
  return {
    measures: [matches, halfOracles, talkSweep, ...judge, ...sources.measures],
    metrics: metrics as readonly Metric[],
    analyses: analyses as readonly Analysis[],
  };
}
