import type { MetricDeclaration } from "../metric-declaration.ts";
import { dialogueAverages } from "./dialogue-averages.ts";
import {
  documentsOption,
  matchingOptions,
  thresholdWords,
  usualThreshold,
} from "./dialogue-options.ts";
import { dialogueRates, dialogueTotals } from "./dialogue-rates.ts";
import { dialogueTexts } from "./dialogue-texts.ts";
import { judgeScores } from "./judge-scores.ts";
import { speakingScores } from "./speaking-frames.ts";

const citation =
  "Zhang et al., 2025, Proactive Assistant Dialogue Generation from Streaming Egocentric Videos (ProAssist), arXiv:2506.05904";
const checkedAgainst =
  "ProAssist's matcher on 25 cases, and its figures of a recorded run (window −6 to 12 frames: F1 .1778, Jaccard .1333, BLEU-4 .2062, CIDEr 2.0128)";

const matching =
  "What was said and what should have been are matched one to one inside a window of time, at least total cost of meaning and distance in time. A pair above the threshold of similarity is matched (M), another one mismatched (MM); references without a pair are missed (X), utterances without one redundant (U). Counts are summed over all streams.";

function signatures(...ids: readonly string[]): readonly string[] {
  const all = [
    ...dialogueRates("", usualThreshold),
    ...dialogueTotals("", usualThreshold),
    ...dialogueTexts("", { threshold: usualThreshold, documents: "all" }),
    ...dialogueAverages(""),
    ...speakingScores(""),
    ...judgeScores(""),
  ];
  return ids.map((id) => all.find((metric) => metric.id === id)!.signature);
}

/** What the reference says about the metrics of streaming dialogue. */
export const declarations: readonly MetricDeclaration[] = [
  {
    id: "dialogue-rates",
    group: "dialogue",
    title: "F1, precision, recall, Jaccard index, missing and redundant rate",
    options: [thresholdWords, ...matchingOptions],
    page: () => ({
      definition: matching,
      formula:
        "precision = M/(M + MM + U);  recall = M/(M + MM + X);  F1 = 2M/(2M + 2MM + U + X);  Jaccard = M/(M + MM + X + U);  missing rate = X/(M + MM + X);  redundant rate = U/(M + MM + U)",
      citation,
      checkedAgainst,
      edgeCases:
        "Not defined where there is nothing to divide by. The redundant rate is about answered streams only, since silence would flatter it. Where ProAssist stops with an error because an utterance can be given no frame, it counts as redundant.",
      signatures: signatures(
        "F1",
        "precision",
        "recall",
        "jaccard_index",
        "missing_rate",
        "redundant_rate",
      ),
    }),
  },
  {
    id: "dialogue-semantic-score",
    group: "dialogue",
    title: "Semantic score",
    options: [thresholdWords, ...matchingOptions],
    page: () => ({
      definition:
        "Mean similarity of the pairs whose similarity reaches the threshold, over all streams together.",
      formula: "Σ similarity ÷ number of pairs with similarity ≥ threshold",
      citation,
      checkedAgainst,
      edgeCases:
        "Not defined without such a pair. Answered streams only. With a threshold it cannot fall below it.",
      signatures: signatures("semantic_score"),
    }),
  },
  {
    id: "dialogue-time-diff",
    group: "dialogue",
    title: "Time difference",
    options: [thresholdWords, ...matchingOptions],
    page: () => ({
      definition:
        "Mean of the absolute seconds between the two sides of a matched pair, over all streams together.",
      formula: "Σ |t(said) − t(reference)| ÷ M",
      citation,
      checkedAgainst,
      edgeCases:
        "Not defined without a matched pair. Answered streams only. It cannot exceed the window.",
      signatures: signatures("time_diff"),
    }),
  },
  {
    id: "dialogue-counts",
    group: "dialogue",
    title: "Matched, mismatched, missed and redundant",
    options: [thresholdWords, ...matchingOptions],
    page: () => ({
      definition: `The counts behind the rates. ${matching}`,
      citation,
      checkedAgainst,
      edgeCases: "Not defined without streams.",
      signatures: signatures("num_matched", "num_mismatched", "num_missed", "num_redundant"),
    }),
  },
  {
    id: "dialogue-texts",
    group: "dialogue",
    title: "BLEU-1 to 4, CIDEr-D and METEOR of matched pairs, and each times the Jaccard index",
    options: [thresholdWords, documentsOption, ...matchingOptions],
    page: () => ({
      definition:
        "The text metrics on the pairs above the threshold of similarity, each with its one reference, as PTB tokens. METEOR matches words that are equal or have the same stem; its figures are those of coco-caption where the task's `tables.meteor` or `--meteor-resources` names METEOR's own tables of function words, synonyms and paraphrases. The title and the signature say which it was. The names that end in _w multiply by the Jaccard index: what was said and how much of it, in one figure.",
      formula: "X_w = X · M/(M + MM + X + U)",
      citation,
      checkedAgainst,
      edgeCases:
        "Pairs whose reference has no words are left out. Without a pair the plain figure is not defined, and the weighted one is 0.",
      signatures: signatures(
        ...[1, 2, 3, 4].flatMap((order) => [`Bleu_${order}`, `Bleu_${order}_w`]),
        "CIDEr",
        "CIDEr_w",
        "METEOR",
        "METEOR_w",
      ),
    }),
  },
  {
    id: "dialogue-averages",
    group: "dialogue",
    title: "AP, AR and Avg_F1 over similarities",
    options: matchingOptions,
    page: () => ({
      definition:
        "Means of precision, recall and F1 over the similarities .50, .55, …, 1.00 that a pair must exceed: figures that tables of earlier versions of ProAssist hold. They are no average precision in the sense of detection.",
      formula: "mean over s = .50, .55, …, 1.00 of precision, recall or F1 at threshold s − 10⁻⁶",
      citation,
      checkedAgainst: "values worked out by hand",
      edgeCases: "Not defined where one of the rates is not.",
      signatures: signatures("AP", "AR", "Avg_F1"),
    }),
  },
  {
    id: "dialogue-speaking-frames",
    group: "dialogue",
    title: "Speaking frames: balanced accuracy, precision, recall, F1",
    options: [
      { name: "speaking", default: "false", meaning: "whether a task reports these scores" },
    ],
    page: () => ({
      definition:
        "Whether exactly the frames are spoken on that should be, whatever is said, with no tolerance in time: every frame of every stream is one decision, as PROSPECT's DST evaluator counts them (speaking_…). Its figures of DST updates need a system that predicts them, which utterances do not hold.",
      formula:
        "with S frames spoken on, R frames to be spoken on, B both, N in all:  precision = B/S;  recall = B/R;  F1 = 2B/(S + R);  balanced accuracy = (B/R + (N − S − R + B)/(N − R))/2",
      citation,
      checkedAgainst: "values worked out by hand",
      edgeCases: "Not defined where there is nothing to divide by, where PROSPECT writes 0.",
      signatures: signatures(
        "speaking_balanced_acc",
        "speaking_precision",
        "speaking_recall",
        "speaking_f1",
      ),
    }),
  },
  {
    id: "dialogue-judge",
    group: "dialogue",
    title: "A judge's marks: correctness, promptness, efficiency, overall",
    options: [
      {
        name: "judgements",
        default: "3",
        meaning: "how often the judge is asked about each stream",
      },
    ],
    page: () => ({
      definition:
        "A chat system reads what an expert and what the assistant said, with times, and gives marks from 1 to 5, several times. A judgement that cannot be read is left out; the others are averaged for each stream, and streams with at least one count alike.",
      formula: "mean over streams of the mean over judgements",
      citation,
      checkedAgainst:
        "values worked out by hand; the wording of the prompt is our own, so marks are not comparable with published ones",
      edgeCases:
        "Only where the task names a judge. Not defined without a judgement that can be read. Answered streams only.",
      signatures: signatures(
        "judge_correctness",
        "judge_promptness",
        "judge_efficiency",
        "judge_overall",
      ),
    }),
  },
];
