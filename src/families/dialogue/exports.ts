import type { ScratchMaker } from "../../core/data/scratch.ts";
import type {
  Export,
  ExportAbout,
  ExportItem,
  ExportPiece,
} from "../../core/family/display-facet.ts";
import { type DialogueEvidence, matchStream } from "../../metrics/dialogue/dialogue-evidence.ts";
import type { MatchInput } from "../../metrics/dialogue/f1-parts.ts";
import { exportedJson } from "./exported-json.ts";
import { dialogueScoring, similarityOf } from "./metrics.ts";
import { type PooledResults, type PooledStream, pooledResults } from "./pooled-results.ts";
import {
  type DialogueOptions,
  type DialoguePrediction,
  type DialogueSample,
  talkThresholdOf,
} from "./schema.ts";
import { similarityRole } from "./similarity.ts";
import { streamMatcher } from "./stream-matching.ts";
import { dialogueLoan } from "./tables.ts";

type Item = ExportItem<DialogueSample, DialoguePrediction>;

/** One frame as the original writes it; silence is the empty text. */
interface FrameOutput {
  readonly gen: string;
  readonly ref: string;
  readonly text_inputs: readonly (readonly [string, string])[];
  readonly frame_idx_in_stream: number;
  readonly frame_idx_in_original_video: number | null;
  readonly timestamp_in_stream: number;
}

interface MatchResult {
  readonly matched: readonly (readonly [FrameOutput, FrameOutput])[];
  readonly missed: readonly FrameOutput[];
  readonly redundant: readonly FrameOutput[];
  readonly match_costs: readonly number[];
  readonly semantic_scores: readonly number[];
}

/**
 * Scores are written in the original's order, as 0 where there is nothing to divide by, and with
 * its document frequencies: it finds the same.
 */
const keys = [
  "jaccard_index",
  "missing_rate",
  "redundant_rate",
  "semantic_score",
  "time_diff",
  "precision",
  "recall",
  "F1",
  "num_matched",
  "num_mismatched",
  "num_missed",
  "num_redundant",
  "Bleu_1",
  "Bleu_1_w",
  "Bleu_2",
  "Bleu_2_w",
  "Bleu_3",
  "Bleu_3_w",
  "Bleu_4",
  "Bleu_4_w",
  "CIDEr",
  "CIDEr_w",
  "METEOR",
  "METEOR_w",
];

/** What is gathered for one set: the original writes a folder for each. */
interface SetResults {
  samples: number;
  /** Its lists are laid aside, too. */
  readonly evidence: DialogueEvidence[];
  readonly pool: PooledResults;
}

/**
 * The files of ProAssist's stream evaluator: `results/<n>.json`, `all_results.json` and
 * `metrics.json` in a folder for each set, named as it names them.
 */
const proassist: Export<DialogueSample, DialoguePrediction, DialogueOptions> = {
  id: "proassist",
  summary: "ProAssist's stream results: results/N.json, all_results.json, metrics.json",
  async *write(items, about): AsyncIterable<ExportPiece> {
    const similarity = similarityOf(about.lent.graders);
    const matcher = streamMatcher(about.options, similarity);
    const loan = dialogueLoan(about.lent);
    const { measures, metrics } = dialogueScoring(
      { ...about.options, documents: "matched" },
      { [similarityRole]: similarity },
      loan,
    );
    const sets = new Map<string, SetResults>();
    for await (const item of items) {
      const prediction = predictionOf(item);
      const { sample, grades = {} } = item;
      const folder = folderOf(sample, about);
      const set = sets.get(folder) ?? emptySet(loan.scratch);
      sets.set(folder, set);
      // Files are numbered by the places of their samples in the set: one without a result leaves a
      // gap, which the original then fills itself.
      const number = set.samples++;
      if (!prediction) continue;
      const { evidence, pool } = set;
      const frames = frameOutputs(sample, prediction);
      const match = matchResult(matcher(sample, prediction, grades), frames);
      evidence.push(
        measures[0]!.measure({
          sample,
          prediction,
          outcome: item.outcome.kind,
          grades,
        }) as DialogueEvidence,
      );
      pool.add(pooled(match, { number, sample, threshold: about.options.threshold }));
      yield {
        path: `${folder}/results/${number}.json`,
        text: exportedJson({
          metadata: metadataOf(sample, number, about.options),
          predictions: frames,
          match_result: match,
        }),
      };
    }
    if (sets.size === 0) sets.set("stream", emptySet(loan.scratch));
    for (const [folder, { evidence, pool }] of sets) {
      for (const text of pool.texts()) yield { path: `${folder}/all_results.json`, text };
      const scores = Object.fromEntries(
        metrics.map((metric) => [metric.id, metric.prepare(evidence)() ?? 0]),
      );
      yield {
        path: `${folder}/metrics.json`,
        text: exportedJson(
          Object.fromEntries(keys.flatMap((key) => (key in scores ? [[key, scores[key]]] : []))),
        ),
      };
    }
  },
};

function emptySet(makeScratch: ScratchMaker | undefined): SetResults {
  return { samples: 0, evidence: [], pool: pooledResults(makeScratch) };
}

function matchResult(
  { stream, settings, similarity }: MatchInput,
  frames: readonly FrameOutput[],
): MatchResult {
  const { matched, missed, redundant } = matchStream(stream, settings, similarity);
  const said = (at: number) => frames[stream.generated[at]!.frame]!;
  const wanted = (at: number) => frames[stream.references[at]!.frame]!;
  return {
    matched: matched.map(({ generated, reference }) => [said(generated), wanted(reference)]),
    missed: missed.map(wanted),
    redundant: redundant.map(said),
    match_costs: matched.map(({ cost }) => cost),
    semantic_scores: matched.map(({ semantic }) => semantic),
  };
}

/** Foreign result layouts that this family writes. */
export const dialogueExports: readonly Export<
  DialogueSample,
  DialoguePrediction,
  DialogueOptions
>[] = [proassist];

/**
 * What was answered, or silence where the system gave no answer; nothing for what failed on our
 * side.
 */
function predictionOf({ outcome }: Item): DialoguePrediction | undefined {
  if (outcome.kind === "answered") return outcome.value;
  return outcome.kind === "failed" || outcome.kind === "media-error"
    ? undefined
    : { utterances: [] };
}

function folderOf(
  { dataset = "dialogue" }: DialogueSample,
  { options }: ExportAbout<DialogueOptions>,
): string {
  const method = contextMethod(options);
  const suffix = method === "summarize_and_drop" ? "" : `-${method}`;
  return `eval/${folderName(dataset)}/stream/notalk${pythonFloat(notTalkThreshold(options))}-maxlen_4k${suffix}`;
}

/**
 * As the original has it, which looks for its files there (sets are called
 * `wtag/dialog_val_L0_I5+SEP`), but for what no file system takes.
 */
function folderName(dataset: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to go.
  const name = dataset.replaceAll("/", "-").replaceAll(/[\x00-\x1f\x7f\\:*?"<>|]/g, "_");
  return /^\.*$/.test(name) ? "_" : name;
}

/** The original's 4k but what it keeps free for the next step. */
const contextTokens = 4096 - 128;

/**
 * The original is silent where not talking is likelier than this; 0.5 is its usual one, for systems
 * that decide by themselves.
 */
function notTalkThreshold(options: DialogueOptions): number {
  const talkThreshold = talkThresholdOf(options);
  return talkThreshold === null ? 0.5 : Number((1 - talkThreshold).toFixed(6));
}

function pythonFloat(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

/** The context strategy by the original's name. */
function contextMethod({ context }: DialogueOptions): string {
  return context === "keep"
    ? "none"
    : context.replaceAll("-", "_").replace("summarise", "summarize");
}

function metadataOf(
  { dataset, fps, group }: DialogueSample,
  number: number,
  options: DialogueOptions,
) {
  return {
    dataset: dataset ?? null,
    sample_idx: number,
    video_uid: group,
    fps,
    use_gt_context: false,
    no_talk_threshold: notTalkThreshold(options),
    ctxlen_to_reduce_kv_cache: contextTokens,
    context_handling_strategy: contextMethod(options).toUpperCase(),
  };
}

function frameOutputs(
  { frameCount, fps, startFrame, inputs, references }: DialogueSample,
  { utterances }: DialoguePrediction,
): readonly FrameOutput[] {
  const said = new Map(utterances.map(({ frame, text }) => [frame, text]));
  const wanted = new Map(references.map(({ frame, text }) => [frame, text]));
  const heard = Map.groupBy(inputs, ({ frame }) => frame);
  return Array.from({ length: frameCount }, (_, frame) => ({
    gen: said.get(frame) ?? "",
    ref: wanted.get(frame) ?? "",
    text_inputs: (heard.get(frame) ?? []).map(({ role, text }) => [role, text] as const),
    frame_idx_in_stream: frame,
    frame_idx_in_original_video: startFrame === undefined ? null : startFrame + frame,
    timestamp_in_stream: (frame + 1) / fps,
  }));
}

interface PoolContext {
  readonly number: number;
  readonly sample: DialogueSample;
  readonly threshold: number | null;
}

/** What a stream adds to the results of all. */
function pooled(
  { match_costs, semantic_scores, ...match }: MatchResult,
  { number, sample, threshold }: PoolContext,
): PooledStream {
  const right = [...match.matched.entries()].filter(
    ([at]) => threshold === null || semantic_scores[at]! > threshold,
  );
  return {
    ...match,
    match_costs,
    semantic_scores,
    gen_ref: Object.fromEntries(
      right.map(([at, [gen, ref]]) => {
        const uid = `${number}_${at}_${gen.frame_idx_in_stream}<>${ref.frame_idx_in_stream}`;
        return [uid, [gen.gen, ref.ref, semantic_scores[at]!]];
      }),
    ),
    time_diff: right.map(
      ([, [gen, ref]]) => Math.abs(gen.frame_idx_in_stream - ref.frame_idx_in_stream) / sample.fps,
    ),
  };
}
