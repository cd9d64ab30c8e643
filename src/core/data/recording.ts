import type { Json } from "../json.ts";
import type { Result } from "../result.ts";
import type { ArrayRef, NumberArray } from "./array-ref.ts";

/** The files of one recording among those of a folder. */
export interface RecordingPlace {
  /** Path of its folder below the folder of the data; empty for the same. */
  readonly folder: string;
  /** Its files, relative to its folder, in a fixed order. */
  readonly paths: readonly string[];
}

/** Frames of a video, small and in their order, as far as they could be decoded. */
export interface RecordedFrames {
  /** How many the video has. */
  readonly count: number;
  /** Frames that could not be decoded; they are read as the one before. */
  readonly failed: number;
  readonly framesPerSecond: number | null;
  /** Packed RGB of the frames from `from` up to `to`, one after the other. */
  read(from: number, to: number): Promise<Uint8Array>;
}

/** Sound of a file: one channel, as many numbers a second as were asked for. */
export interface RecordedAudio {
  readonly length: number;
  read(from: number, to: number): Promise<Float32Array>;
}

/** A recording as a format sees it: opened by the program, since families open no files. */
export interface Recording {
  readonly paths: readonly string[];
  /** Sizes of an array; `undefined` where the file has none of this name. */
  shape(path: string, name: string): Promise<readonly number[] | undefined>;
  /** @throws {UserError} that names file, array and what is wrong. */
  read(ref: ArrayRef): Promise<NumberArray>;
  /** @throws {UserError} as `read` does. */
  texts(path: string, name: string): Promise<readonly string[]>;
  /** Scaled to this size by areas; a reason where nothing of the file can be decoded. */
  frames(
    path: string,
    size: { readonly width: number; readonly height: number },
  ): Promise<Result<RecordedFrames>>;
  audio(path: string, samplesPerSecond: number): Promise<Result<RecordedAudio>>;
}

/** An array of a table that is written. */
export interface TableArray {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int32Array | { readonly bool: readonly boolean[] };
}

/** A matrix that is written part by part, in any order; what is never written is 0. */
interface TableMatrix {
  put(row: number, column: number, values: Float32Array): Promise<void>;
}

/** Where a derived table goes. */
export interface TableDraft {
  text(path: string, text: string): Promise<void>;
  /** One `.npz` file: a matrix that is filled while the table is derived, and other arrays. */
  matrix(
    path: string,
    matrix: { readonly name: string; readonly rows: number; readonly columns: number },
    others: Readonly<Record<string, TableArray>>,
  ): Promise<TableMatrix>;
  arrays(path: string, arrays: Readonly<Record<string, TableArray>>): Promise<void>;
}

/** What a derivation reports while it goes on. */
export interface DerivationEvents {
  readonly signal?: AbortSignal | undefined;
  /** Such as ("video_stereo_left", 200, 5821). */
  onProgress(what: string, done: number, of: number): void;
}

/**
 * How a format makes a table of a recording. Equal files, options and versions give equal tables,
 * which are kept and not derived again.
 */
export interface Derivation {
  /** The recordings among the files of a folder; none where it holds tables already. */
  recordings(paths: readonly string[]): readonly RecordingPlace[];
  /** All that decides a table beside the files: settings, and versions of what computes it. */
  identity(options: unknown): Json;
  derive(
    recording: Recording,
    draft: TableDraft,
    context: DerivationEvents & { readonly options: unknown },
  ): Promise<DerivationNotes>;
}

export interface DerivationNotes {
  /** What a reader of scores should know, such as frames that were repeated; told every time. */
  readonly warnings: readonly string[];
}
