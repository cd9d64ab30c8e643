import type { z } from "zod";
import type { ArrayRef, NumberArray } from "../data/array-ref.ts";
import type { Format, PredictionFormat } from "../data/format.ts";
import type { TableRole } from "../data/lent-tables.ts";
import type { MediaRef, Sample } from "../data/sample.ts";
import type { Result } from "../result.ts";
import type { ForeignConfig } from "./foreign-config.ts";
import type { Noticing } from "./noticing.ts";
import type { Profile } from "./profile.ts";
import type { Starter } from "./starter.ts";

/** What samples and predictions are, how files of them are read, and what a sample refers to. */
export interface DataFacet<S extends Sample, Prediction, Options> {
  readonly sample: z.ZodType<S>;
  readonly prediction: z.ZodType<Prediction>;
  readonly options: z.ZodType<Options>;
  /**
   * Why a prediction cannot be about this sample, though its schema allows it, such as a choice
   * that there is not; `undefined` where it can.
   */
  misfit?(prediction: Prediction, sample: S): string | undefined;
  /** The first is the default. */
  readonly formats: readonly Format<S>[];
  readonly predictionFormats: readonly PredictionFormat<S, Prediction>[];
  /** Pictures and videos that the sample is about. */
  refs(sample: S): readonly MediaRef[];
  /**
   * Text files that samples need beside themselves; what is put in is part of the sample's digest.
   */
  readonly texts?: SampleTexts<S, Options>;
  /** What only videos say of samples; part of the sample's digest too. */
  readonly lengths?: SampleLengths<S>;
  /** Numbers of other files that samples are scored by; part of the sample's digest too. */
  readonly arrays?: SampleArrays<S, Options>;
  /** What a task may lend to the metrics; they do without what it does not. */
  readonly tables?: readonly TableRole[];
  readonly checks: readonly Check<S>[];
  /** Published checklists that a benchmark can be held against. */
  readonly profiles?: readonly Profile<S>[];
  /** Configurations of other programs that can be run as they are. */
  readonly foreignConfigs?: readonly ForeignConfig[];
  /**
   * Figures of a file that others published, where the family knows its layout; `undefined` where it
   * does not.
   */
  published?(document: unknown): readonly PublishedFigure[] | undefined;
  /** What `vidimus init` begins a configuration with; families without one it does not know. */
  readonly starter?: Starter;
  /** What is odd about samples that are scored all the same; printed beside the scores. */
  noticeSamples?(): Noticing<S>;
}

/** One figure that others published: of whom, which metric, and where it stands. */
export interface PublishedFigure {
  readonly name: string;
  readonly metric: string;
  readonly value: number;
  readonly source: string;
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
 * How numbers of other files reach samples, such as the positions that a forecast is scored by:
 * families open no files, so they say what they want and put in what was found.
 */
export interface SampleArrays<S extends Sample, Options> {
  /** Files of arrays that systems read about the sample: their digests are part of it. */
  files(sample: S, options: Options): readonly string[];
  /** None where the sample needs none under these options. */
  wanted(sample: S, options: Options): readonly ArrayRef[];
  put(sample: S, found: FoundArrays): Result<S>;
  /**
   * The sample, numbers included, without what settings choose to read of it: what is the same is
   * the same sample under other settings. As it was before numbers were put in, if left out.
   */
  paired?(sample: S): Partial<S>;
}

export interface FoundArrays {
  /** SHA-256 of each file, by path. */
  readonly digests: Readonly<Record<string, string>>;
  /** In the order in which they were wanted. */
  readonly arrays: readonly NumberArray[];
}
