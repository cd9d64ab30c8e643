import type { GraderNames } from "../../core/asking/grader.ts";
import type { Analysis } from "../../core/scores/analysis.ts";
import type { Measure } from "../../core/scores/measure.ts";
import type { Metric } from "../../core/scores/metric.ts";
import { signature } from "../../core/scores/signature.ts";
import { byDataset } from "../../metrics/dialogue/by-dataset.ts";
import { dialogueAnalyses } from "../../metrics/dialogue/dialogue-analyses.ts";
import { dialogueAverages } from "../../metrics/dialogue/dialogue-averages.ts";
import {
  type DialogueEvidence,
  matchSignature,
  streamEvidence,
} from "../../metrics/dialogue/dialogue-evidence.ts";
import { dialogueRates, dialogueTotals } from "../../metrics/dialogue/dialogue-rates.ts";
import { dialogueTexts } from "../../metrics/dialogue/dialogue-texts.ts";
import { f1PartsOf } from "../../metrics/dialogue/f1-parts.ts";
import {
  type HalfOracleEvidence,
  halfOracleEvidence,
  halfOracleTable,
} from "../../metrics/dialogue/half-oracles.ts";
import {
  type JudgeEvidence,
  judgeEvidence,
  judgeScores,
} from "../../metrics/dialogue/judge-scores.ts";
import { lexicalSimilarity } from "../../metrics/dialogue/lexical-similarity.ts";
import {
  type SpeakingEvidence,
  speakingEvidence,
  speakingScores,
} from "../../metrics/dialogue/speaking-frames.ts";
import {
  sweptEvidence,
  type TalkSweepEvidence,
  talkLevelsTable,
  talkSweepEvidence,
  talkSweepTable,
} from "../../metrics/dialogue/talk-sweep.ts";
import { type JudgeGrade, judgeRole } from "./judge.ts";
import { lastObserved } from "./last-observed.ts";
import { judgePromptVersion } from "./prompts.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "./schema.ts";
import { similarityRole } from "./similarity.ts";
import { similaritySources } from "./similarity-sources.ts";
import { streamMatcher } from "./stream-matching.ts";
import type { DialogueLoan } from "./tables.ts";

type DialogueMeasure<Evidence> = Measure<DialogueSample, DialoguePrediction, Evidence>;

interface DialogueMeasures {
  readonly matches: DialogueMeasure<DialogueEvidence>;
  readonly halfOracles: DialogueMeasure<HalfOracleEvidence>;
  readonly talkSweep: DialogueMeasure<TalkSweepEvidence>;
}

/** What the measures of a task have in common, so that each stream's words are read once. */
interface SharedParts {
  readonly evidenceOf: ReturnType<typeof streamEvidence>;
  readonly byWords: ReturnType<typeof lexicalSimilarity>;
}

/**
 * Matches what was said with what should have been; meanings are compared by the task's similarity
 * grader, or by words where it has none. What several measures read of one stream is computed once.
 */
function dialogueMeasures(
  options: DialogueOptions,
  similarity: string,
  { evidenceOf, byWords }: SharedParts,
): DialogueMeasures {
  const matcher = streamMatcher(options, similarity, { byWords });
  const matching = lastObserved(({ sample, prediction, grades }) =>
    matcher(sample, prediction, grades),
  );
  const evidence = lastObserved((observation) => {
    const { stream, settings, similarity: compare } = matching(observation);
    return evidenceOf(stream, settings, compare);
  });
  const { window, factor, power, zeroEdge, threshold } = options;
  const matched = matchSignature({ window, factor, power, zeroEdge, similarity });
  return {
    matches: {
      signature: matched,
      measure: evidence,
    },
    halfOracles: {
      signature: `half-oracles|far:graded-else-words|threshold:${threshold ?? "none"}|${matched}`,
      measure: (observation) =>
        halfOracleEvidence(
          { ...matching(observation), asIs: f1PartsOf(evidence(observation), threshold) },
          threshold,
        ),
    },
    talkSweep: {
      signature: `talk-sweep|threshold:${threshold ?? "none"}|${matched}`,
      measure: ({ sample, prediction: { utterances, sweep }, grades }) =>
        sweep
          ? sweptEvidence(
              sweep.map(({ notTalkThreshold, utterances: said }) => [
                notTalkThreshold,
                matcher(sample, { utterances: said }, grades),
              ]),
              { split: sample.split ?? "", threshold },
            )
          : talkSweepEvidence(
              utterances.map(({ confidence }) => confidence),
              {
                split: sample.split ?? "",
                threshold,
                matchingAt: (kept) =>
                  matcher(sample, { utterances: kept.map((at) => utterances[at]!) }, grades),
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

const speakingMeasure: DialogueMeasure<SpeakingEvidence> = {
  signature: signature("speaking-frames", 1, {}),
  measure: ({
    sample: { dataset = "", frameCount, fps, references },
    prediction: { utterances },
  }) => {
    const generated = utterances.filter(({ frame }) => frame < frameCount);
    return speakingEvidence({ dataset, frameCount, framesPerSecond: fps, generated, references });
  },
};

/** A judge's marks, where the task has one. */
function judgeMeasure(
  { judgements }: DialogueOptions,
  judge: string,
): DialogueMeasure<JudgeEvidence> {
  return {
    signature: signature("dialogue-judge", 1, { judge, judgements, prompt: judgePromptVersion }),
    measure: ({ grades }) =>
      judgeEvidence((grades[judgeRole] as JudgeGrade | undefined)?.judgements ?? []),
  };
}

/**
 * Without METEOR's tables it matches equal words and stems; without a scratch all evidence stays in
 * memory.
 */
export function dialogueScoring(
  options: DialogueOptions,
  graders: GraderNames = {},
  loan: DialogueLoan = {},
): DialogueScoring {
  const shared: SharedParts = {
    evidenceOf: streamEvidence(loan.scratch),
    byWords: lexicalSimilarity(),
  };
  const { matches, halfOracles, talkSweep } = dialogueMeasures(
    options,
    similarityOf(graders),
    shared,
  );
  const judge = graders[judgeRole] === undefined ? [] : [judgeMeasure(options, graders[judgeRole])];
  const sources = similaritySources({ ...options, ...loan }, graders, {
    first: matches.measure,
    ...shared,
  });
  const { threshold, documents, averages } = options;
  const texts = { threshold, documents, ...loan };
  const speaking = options.speaking ? [speakingMeasure] : [];
  const metrics = [
    ...dialogueRates(matches.signature, threshold),
    ...dialogueTotals(matches.signature, threshold),
    ...dialogueTexts(matches.signature, texts),
    ...(averages ? dialogueAverages(matches.signature) : []),
    ...speaking.flatMap((measure) => speakingScores(measure.signature)),
    ...judge.flatMap((measure) => judgeScores(measure.signature)),
  ];
  const analyses = [
    ...dialogueAnalyses(matches.signature, threshold),
    byDataset(matches.signature, texts),
    halfOracleTable(halfOracles.signature),
    talkSweepTable(talkSweep.signature),
    talkLevelsTable(talkSweep.signature),
    ...sources.analyses,
  ];
  return {
    measures: [matches, halfOracles, talkSweep, ...speaking, ...judge, ...sources.measures],
    metrics: metrics as readonly Metric[],
    analyses: analyses as readonly Analysis[],
  };
}
