import type { z } from "zod";
import type { ChatAsk, ChatReply, FrameRef } from "./asking/chat.ts";
import type { EmbedAsk, EmbedReply } from "./asking/embed.ts";
import type { Grader, GraderNames } from "./asking/grader.ts";
import type { ProbeHooks } from "./asking/probe-hooks.ts";
import type { Protocol, ProtocolSettings } from "./asking/protocol.ts";
import type { StreamAsk, StreamReply } from "./asking/stream.ts";
import type { System } from "./asking/system.ts";
import type { Format, PredictionFormat } from "./data/format.ts";
import type { LentTables, TableRole } from "./data/lent-tables.ts";
import type { Sampler } from "./data/media.ts";
import type { MediaRef, Sample } from "./data/sample.ts";
import type { Json } from "./json.ts";
import type { Random } from "./random.ts";
import type { Result } from "./result.ts";
import type { Outcome } from "./run/outcome.ts";
import type { Analysis } from "./scores/analysis.ts";
import type { Aspect } from "./scores/aspect.ts";
import type { Grades, Measure } from "./scores/measure.ts";
import type { Metric } from "./scores/metric.ts";
import type { View } from "./scores/view.ts";

/** Predictions that need no model. */
export interface Baselines<S extends Sample, Prediction> {
  oracle(sample: S): Prediction;
  chance(sample: S, random: Random): Prediction;
  /** What saying nothing looks like; scored where a system gave no answer. */
  empty(sample: S): Prediction;
  readonly majority?: MajorityBaseline<S, Prediction>;
  /** Further ones of this family alone. */
  readonly named?: readonly NamedBaseline<S, Prediction>[];
}

/** A baseline that only one family has, such as talking at fixed intervals. */
export interface NamedBaseline<S extends Sample, Prediction> {
  readonly id: string;
  readonly summary: string;
  /** What its amount is if the configuration names none; without it, it takes none. */
  readonly usualAmount?: number;
  /** `undefined` where the sample lacks what the baseline needs. */
  predict(sample: S, amount: number): Prediction | undefined;
}

/** The most frequent answer, learnt from training samples. */
export interface MajorityBaseline<S extends Sample, Prediction> {
  fit(train: AsyncIterable<readonly S[]>): Promise<Json>;
  predict(state: Json, sample: S): Prediction;
}

/** Makes the oracle's predictions worse in one known way, to show that a metric notices. */
export interface Degradation<S extends Sample, Prediction> {
  readonly id: string;
  /** What it makes worse, and what an amount means. */
  readonly summary: string;
  /** The metric that must never rise along the amounts and must end strictly lower. */
  readonly metric: string;
  readonly amounts: readonly number[];
  /**
   * `random` starts from the same seed for every amount, so that a larger amount spoils a superset.
   */
  apply(
    prediction: Prediction,
    sample: S,
    degrade: { readonly amount: number; readonly random: Random },
  ): Prediction;
}

/** A rule that a dataset should satisfy. */
export interface Check<S extends Sample> {
  readonly id: string;
  readonly summary: string;
  readonly level: "error" | "warning";
  start(): Checking<S>;
}

export interface Checking<S extends Sample> {
  /** What is wrong with this sample, if anything. */
  add(sample: S): string | undefined;
  /** What is wrong with the set as a whole, after all samples. */
  finish?(): string | undefined;
}

/**
 * Counts what a reader of the scores must know of what they are about, and says it in sentences; in
 * none where there is nothing.
 */
export interface Noticing<Item> {
  add(item: Item): void;
  finish(): readonly string[];
}

/** One sample with how it ended, as an export receives it. */
export interface ExportItem<S extends Sample, Prediction> {
  readonly sample: S;
  readonly outcome: Outcome<Prediction>;
  readonly grades?: Grades;
  /** How long the system took over it, where its requests were timed. */
  readonly seconds?: number | undefined;
}

/** What an export knows besides the samples. */
export interface ExportAbout<Options> {
  readonly task?: string;
  readonly system: string;
  readonly options: Options;
  readonly graders?: GraderNames;
  /** What the scores were computed with. */
  readonly tables?: LentTables | undefined;
  /** When the run was started, in milliseconds since 1970; absent where there is no run. */
  readonly startedAt?: number | undefined;
  /** The model behind the system, where it names one, and how that is asked. */
  readonly model?: { readonly name: string; readonly speaks: System["speaks"] } | undefined;
  /** Scores by people that may be quoted, by aspect and then by metric. */
  readonly people?: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
}

/** Writes results in a foreign layout: pieces of text, each appended to the file at `path`. */
export interface Export<S extends Sample, Prediction, Options = unknown> {
  readonly id: string;
  readonly summary: string;
  write(
    items: AsyncIterable<ExportItem<S, Prediction>>,
    about: ExportAbout<Options>,
  ): AsyncIterable<ExportPiece>;
  /**
   * One text of what several tasks of a system gave, where the layout knows all of them in one
   * file; each task gives one file then.
   */
  merge?(texts: readonly string[]): string;
}

export interface ExportPiece {
  readonly path: string;
  readonly text: string;
}

/** What the sanity check of a family knows beyond what holds for all. */
export interface SanityRules<S extends Sample, Prediction, Options> {
  /**
   * Named sets of least scores of the oracle, by metric, for those who do not ask for the ceiling
   * of every metric.
   */
  readonly criteria: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /**
   * How far from its ceiling the truth may stay, by metric, where a score rests on single
   * precision.
   */
  readonly roundings?: Readonly<Record<string, number>>;
  /** Why a perfect prediction is not scored as one: which part of it, and by which rule. */
  explain(sample: S, prediction: Prediction, scored: ScoredBy<Options>): readonly string[];
}

/** Samples with predictions and the scores they must get, worked out by hand. */
export interface Example<S extends Sample, Prediction> {
  readonly name: string;
  readonly samples: readonly S[];
  readonly outcomes: readonly Outcome<Prediction>[];
  /** By metric id; `null` where the metric is not defined on these samples. */
  readonly expected: Readonly<Record<string, number | null>>;
}

/** Wording of a family's prompts, as reports show it. */
export interface PromptNote {
  readonly name: string;
  readonly version: number;
  readonly isOwnWording: boolean;
}

/** A text file that belongs to a sample, such as its subtitles; relative to the media folder. */
export interface SampleText {
  readonly path: string;
  /** Whether a file that is not there is as good as an empty one. */
  readonly isOptional: boolean;
}

/**
 * How text files reach samples: families open no files, so they say what they want and put in what
 * was found.
 */
export interface SampleTexts<S extends Sample, Options> {
  /** `undefined` where the sample needs none under these options. */
  wanted(sample: S, options: Options): SampleText | undefined;
  put(sample: S, content: string): Result<S>;
}

/**
 * How long a video is, where nothing else says how long a sample is. Families open no files, so
 * they say which video and put in what was found.
 */
export interface SampleLengths<S extends Sample> {
  /** `undefined` where the sample says it itself. */
  wanted(sample: S): MediaRef | undefined;
  /** `endSeconds`: the end of the last frame, from the start of the video. */
  put(sample: S, endSeconds: number): Result<S>;
}

/**
 * Which of the frames that there are a system is shown; what is journalled as shown is what comes
 * out of it.
 */
export interface FrameShowing<S extends Sample> {
  /** The condition under which they are shown. */
  readonly condition: string;
  /** Asked for each picture or video of a sample by itself. */
  frames(frames: readonly FrameRef[], sample: S): readonly FrameRef[];
}

/** How a prediction was scored: so can a view show what counted. */
export interface ScoredBy<Options> {
  readonly options: Options;
  readonly graders: GraderNames;
  readonly grades: Grades;
}

/**
 * A kind of question: what its samples and predictions are, how it is put to systems, and how
 * answers are scored. A value, not a class.
 */
export interface Family<
  Id extends string = string,
  S extends Sample = Sample,
  Prediction = unknown,
  Options = unknown,
> {
  readonly id: Id;
  /** Raised whenever stored predictions would no longer mean the same; part of the work key. */
  readonly version: number;
  readonly summary: string;
  readonly sampleSchema: z.ZodType<S>;
  readonly predictionSchema: z.ZodType<Prediction>;
  /**
   * Why a prediction cannot be about this sample, though its schema allows it, such as a choice
   * that there is not; `undefined` where it can.
   */
  misfit?(prediction: Prediction, sample: S): string | undefined;
  readonly optionsSchema: z.ZodType<Options>;
  /** The first is the default. */
  readonly formats: readonly Format<S>[];
  readonly predictionFormats: readonly PredictionFormat<S, Prediction>[];
  /** Names of the ways in which stored replies can be read; the first is the default. */
  readonly extractors: readonly string[];
  /**
   * Versions of extractors that read some reply differently than they once did, by their names; 1
   * if absent.
   */
  readonly extractorVersions?: Readonly<Record<string, number>>;
  /**
   * Signatures name the graders and tables that are read, so that scores by different judges are
   * never taken for the same.
   */
  measures(
    options: Options,
    graders?: GraderNames,
    tables?: LentTables,
  ): readonly Measure<S, Prediction, unknown>[];
  /** The first is the headline. */
  metrics(options: Options, graders?: GraderNames, tables?: LentTables): readonly Metric[];
  analyses(options: Options, graders?: GraderNames, tables?: LentTables): readonly Analysis[];
  /** What a task may lend to the metrics; they do without what it does not. */
  readonly tables?: readonly TableRole[];
  /** The values by which scores are broken down without being asked, by the name of the slice. */
  slices(sample: S): Readonly<Record<string, string>>;
  /**
   * Where slices come from that data often lacks, by their names: said where a target asks for one
   * that no sample has.
   */
  readonly sliceSources?: Readonly<Record<string, string>>;
  /** What must be decoded before the protocol can ask. */
  media(sample: S): readonly MediaRef[];
  /**
   * Which frames of a video systems are shown where the task does not say; 8 of the whole video if
   * left out.
   */
  readonly usualFrames?: Sampler;
  /** Set where a probe shows other frames than the task chooses, or in another order. */
  readonly showing?: FrameShowing<S>;
  /**
   * Text files that samples need beside themselves; what is put in is part of the sample's digest.
   */
  readonly texts?: SampleTexts<S, Options>;
  /** What only videos say of samples; part of the sample's digest too. */
  readonly lengths?: SampleLengths<S>;
  /**
   * What of a sample a system under evaluation may be told: all but the truth and what gives it
   * away. Services and commands are sent this.
   */
  withoutTruth?(sample: S): Readonly<Record<string, unknown>>;
  readonly probes?: ProbeHooks<S, Prediction>;
  readonly protocols: {
    readonly chat?: Protocol<ChatAsk, ChatReply, S, Prediction, Options>;
    readonly encoder?: Protocol<EmbedAsk, EmbedReply, S, Prediction, Options>;
    readonly stream?: Protocol<StreamAsk, StreamReply, S, Prediction, Options>;
  };
  /**
   * What a reader of the scores must know besides, such as what compares meanings; printed beside
   * them.
   */
  notes?(options: Options, graders?: GraderNames): readonly string[];
  /** What is odd about samples that are scored all the same; printed beside the scores. */
  noticeSamples?(): Noticing<S>;
  /** What is odd about the answers of a system; printed beside its scores. */
  noticeAnswers?(): Noticing<{ readonly sample: S; readonly prediction: Prediction }>;
  promptNote?(settings: ProtocolSettings<Options>): PromptNote;
  readonly graders: readonly Grader<S, Prediction, Options>[];
  /** What people can be asked about an answer; files of labels name these. */
  readonly aspects?: readonly Aspect[];
  readonly baselines: Baselines<S, Prediction>;
  /**
   * Set where rules under these options keep the oracle below the ceiling of its metrics, so that
   * reports cannot take the one for the other: `measured`, its scores are computed beside those of
   * each system; `unknown`, they cannot be, since only a grader compares its answers.
   */
  oracleShortfall?(options: Options, graders?: GraderNames): "measured" | "unknown" | undefined;
  readonly degradations: readonly Degradation<S, Prediction>[];
  readonly sanity?: SanityRules<S, Prediction, Options>;
  /**
   * Named sets of targets that were published for this kind of question: comparisons such as `>
   * 0.85`, by `metric` or `metric[slice=value]`.
   */
  readonly targets?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly checks: readonly Check<S>[];
  /**
   * The answer that several answers to the same sample amount to; only where a vote makes sense. At
   * least one is given.
   */
  vote?(predictions: readonly Prediction[], sample: S): Prediction;
  /**
   * The kind of mistake under the rules by which it was `scored`, or `null` where the prediction is
   * right or the truth is hidden.
   */
  errorClass(sample: S, prediction: Prediction, scored?: ScoredBy<Options>): string | null;
  /**
   * Where what counts as a mistake is only known once all samples are, such as by a threshold that
   * is chosen on some of them.
   */
  lateRules?(options: Options): LateRules<Options> | undefined;
  readonly exports: readonly Export<S, Prediction, Options>[];
  /** `scored` says how the two were scored, where they were. */
  view(sample: S, prediction: Prediction | null, scored?: ScoredBy<Options>): View;
  readonly examples: readonly Example<S, Prediction>[];
}

/** Rules for mistakes that no sample shows by itself. */
export interface LateRules<Options> {
  /** The signature of the measure whose evidence decides. */
  readonly measure: string;
  /**
   * The options with what was chosen in its place, and under them the kind of mistake in each
   * sample, in the order of the evidence.
   */
  settle(evidence: Iterable<unknown>): {
    readonly options: Options;
    readonly errors: readonly (string | null)[];
  };
}

export function defineFamily<const Id extends string, S extends Sample, Prediction, Options>(
  family: Family<Id, S, Prediction, Options>,
): Family<Id, S, Prediction, Options> {
  return family;
}

/**
 * How a family puts its question to systems that speak this way; `undefined` where it does not, or
 * where no protocol is needed.
 */
export function protocolFor(family: Family, speaks: System["speaks"]): AnyProtocol | undefined {
  if (speaks === "prediction" || speaks === "similarity") return undefined;
  return family.protocols[speaks] as AnyProtocol | undefined;
}

type AnyProtocol = Protocol<unknown, unknown, Sample, unknown, unknown>;

/**
 * What names an extractor in logs and signatures: replies that another version read are read again.
 */
export function extractorName(
  { extractorVersions }: Pick<Family, "extractorVersions">,
  id: string,
): string {
  const version = extractorVersions?.[id] ?? 1;
  return version === 1 ? id : `${id}@${version}`;
}
