import type { z } from "zod";
import type { Noticing } from "../family/noticing.ts";
import type { Result } from "../result.ts";
import type { Outcome } from "../run/outcome.ts";
import type { DataFolder, TableLayout } from "./data-file.ts";
import type { Derivation } from "./recording.ts";
import type { Sample } from "./sample.ts";

interface FormatCommon {
  readonly id: string;
  readonly summary: string;
  /** How its samples name their pictures and videos, for people. */
  readonly media?: string;
  /** Whether its JSON may hold comments and trailing commas. */
  readonly comments?: boolean | undefined;
  /** How its tables are written, where they are not CSV with a header. */
  readonly table?: TableLayout | undefined;
  /**
   * Options that data of this layout is usually scored with, where they are not the family's own.
   */
  readonly suits?: Readonly<Record<string, string | number | boolean>>;
  /**
   * The split that is evaluated where a task names none: of formats that split samples themselves.
   */
  readonly usualSplit?: string;
}

/** A task that a folder of results holds answers for; it is scored under options of its own. */
export interface FolderTask {
  readonly id: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/**
 * What one file of a folder gave, and where in it: a path relative to the folder, with `:line`
 * where that helps.
 */
export interface FolderPiece<T> {
  readonly where: string;
  readonly read: Result<readonly T[]>;
  /**
   * Why samples that were read here can be put to nobody, such as frames that are damaged: they are
   * planned and lower coverage.
   */
  readonly lost?: string | undefined;
  /**
   * Why something of this piece is not among what was read, where the rest can do without: told as
   * a warning.
   */
  readonly leftOut?: string | undefined;
}

/** Where a file says that a folder lies; paths are relative to the file. */
export interface FolderPlaces {
  readonly folder: string;
  /** Where pictures and videos lie, unless the task says so itself. */
  readonly media?: string | undefined;
}

/** What is wrong with a text, and where in it: `line:column`. */
export interface TextProblems {
  readonly problems: readonly { readonly at: string; readonly message: string }[];
}

/**
 * Foreign samples that come one record at a time. A record may hold several samples or, where it is
 * no sample, none. `options` are those of the task, where there is one: some choose what of a file
 * is a sample.
 */
export interface RowFormat<S extends Sample> extends FormatCommon {
  readonly reads: "rows";
  /** What one row holds, where the layout is our own; published as a JSON Schema. */
  readonly row?: z.ZodType;
  read(row: unknown, options?: unknown): Result<readonly S[]>;
}

/** Foreign samples in one document. */
export interface DocumentFormat<S extends Sample> extends FormatCommon {
  readonly reads: "document";
  read(document: unknown, options?: unknown): Result<readonly S[]>;
}

/**
 * Foreign samples spread over the files of a folder. It is given a lister, reads what it needs, and
 * yields samples as it goes.
 */
export interface FolderFormat<S extends Sample> extends FormatCommon {
  readonly reads: "folder";
  /**
   * Where a file can be named in place of the folder, such as the configuration of an experiment:
   * what its text says about where the folder and its media lie. `read` finds the text as
   * `folder.index`.
   */
  places?(text: string): FolderPlaces | TextProblems;
  /** How a table is derived where the folder holds recordings; `read` then sees the table's. */
  readonly derivation?: Derivation | undefined;
  /**
   * The tasks that a folder is about, where it may be several: without a configuration, each of them
   * is scored or checked.
   */
  tasks?(folder: DataFolder): Promise<readonly FolderTask[]>;
  /**
   * `wanted` names the only split that is asked for: a format that knows which files hold it need
   * not read the others.
   */
  read(
    folder: DataFolder,
    options?: unknown,
    wanted?: { readonly split?: string | undefined },
  ): AsyncIterable<FolderPiece<S>>;
}

export type Format<S extends Sample> = RowFormat<S> | DocumentFormat<S> | FolderFormat<S>;

/** One prediction as a file states it, not yet read against its sample. */
export interface RawPrediction {
  readonly id: string;
  readonly raw: unknown;
  /**
   * Which of several answers to the same sample it is, where a file may hold several: a filter of
   * lm-eval, a provider of promptfoo.
   */
  readonly variant?: string | undefined;
}

/**
 * A layout that lists only what was found cannot say that nothing was. A sample that it does not
 * name was answered all the same.
 */
interface FoundOnly {
  /** The raw prediction of a sample for which nothing was found. */
  readonly nothing: unknown;
  /**
   * Whether a raw prediction shows that its file lists samples without finds too: samples that such
   * a file does not name are missing.
   */
  listsAll?(raw: unknown): boolean;
}

interface PredictionFormatCommon<S extends Sample, Prediction> extends FormatCommon {
  /**
   * Whether a file that starts like this is of this format; a format of folders is given the list
   * of paths instead.
   */
  recognises(head: unknown): boolean;
  /**
   * Whether the reply of a service or program, which names no sample, is in this layout: it is then
   * read so without naming the format.
   */
  accepts?(reply: unknown): boolean;
  /**
   * Whether variants are answers of different systems: `vidimus score` scores each of them as a
   * system of that name.
   */
  readonly variantsAreSystems?: boolean;
  /**
   * The model's own words, where the file keeps them: they are journalled, and the task's
   * extractors read them.
   */
  reply?(raw: unknown): string | undefined;
  /** Set for layouts that list only what was found. */
  readonly foundOnly?: FoundOnly;
  /** Notices what is odd about raw predictions that are read all the same. */
  notice?(): Noticing<{ readonly raw: unknown; readonly sample: S }>;
  /** What the raw prediction says about its sample; `unparsed` where it says nothing that fits. */
  interpret(raw: unknown, sample: S): Outcome<Prediction>;
}

export interface RowPredictionFormat<S extends Sample, Prediction>
  extends PredictionFormatCommon<S, Prediction> {
  readonly reads: "rows";
  /**
   * Whether several rows may be about one sample: `interpret` is then given the list of what they
   * hold.
   */
  readonly gathers?: boolean;
  /** `options` are those of the task. */
  read(row: unknown, options?: unknown): Result<RawPrediction>;
}

export interface DocumentPredictionFormat<S extends Sample, Prediction>
  extends PredictionFormatCommon<S, Prediction> {
  readonly reads: "document";
  read(document: unknown, options?: unknown): Result<readonly RawPrediction[]>;
}

export interface FolderPredictionFormat<S extends Sample, Prediction>
  extends PredictionFormatCommon<S, Prediction> {
  readonly reads: "folder";
  read(folder: DataFolder, options?: unknown): AsyncIterable<FolderPiece<RawPrediction>>;
  /** Names of the systems that it holds answers of, which are variants of the predictions. */
  systems?(folder: DataFolder, options?: unknown): Promise<readonly string[]>;
}

/** Foreign predictions: answers that were made elsewhere. */
export type PredictionFormat<S extends Sample, Prediction> =
  | RowPredictionFormat<S, Prediction>
  | DocumentPredictionFormat<S, Prediction>
  | FolderPredictionFormat<S, Prediction>;
