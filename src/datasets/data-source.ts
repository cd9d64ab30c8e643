import type { DataFile } from "../core/data/data-file.ts";
import type { SourceConfig } from "../core/data/source-config.ts";
import type { Json } from "../core/json.ts";
import type { Result } from "../core/result.ts";
import type { FileFacts } from "../files/content-digest.ts";
import type { BlobSink } from "./blobs/blob.ts";

/**
 * Where samples come from, whatever kind of place that is. Nothing is fetched before it is needed.
 */
export interface DataSource {
  readonly file: DataFile;
  /** Whether the split was chosen by file, so that rows need not name theirs. */
  readonly isSplitByFile: boolean;
  /** The folder that media of rows are relative to, where the configuration names none. */
  mediaRoot(): Promise<string>;
  /** Where tables that were derived from it are, once it was read. */
  derivedFolder?(): string | undefined;
  /** Media that the source holds itself, where the configuration names no other place. */
  readonly media?: SourceMedia | undefined;
  /** Size and digest of every file, also of those that were not fetched. */
  facts(): Promise<Readonly<Record<string, FileFacts>>>;
  /** What was read, as the manifest tells it. */
  origin(): Promise<Json>;
}

/** Pictures and videos of a source that are fetched one by one, when somebody wants to see them. */
export interface SourceMedia {
  /**
   * Brings the file that rows call so to this disk, and says where it lies; what the source does
   * not have is a reason, what cannot be fetched an error.
   */
  bring(path: string): Promise<Result<string>>;
  /**
   * The same where what was brought may have to make room for others: it stays until it is
   * released.
   */
  hold?(
    path: string,
    signal?: AbortSignal,
  ): Promise<Result<AsyncDisposable & { readonly path: string }>>;
  /**
   * Whether the source has it, as far as that can be told without fetching anything; `undefined`
   * where it cannot.
   */
  knows(path: string): Promise<Result<KnownMedia> | undefined>;
}

interface KnownMedia {
  readonly sha256?: string | undefined;
  /** Where it lies, if it does already. */
  readonly path?: string | undefined;
  /** Changes where the file does; absent where it cannot change under its name. */
  readonly state?: string | undefined;
  /** Whether it is another one than was brought before. */
  readonly isChanged?: boolean | undefined;
}

export interface SourceOptions {
  /** What paths are relative to. */
  readonly directory: string;
  /** Where everything that is fetched is kept. */
  readonly cache: string;
  readonly blobs: BlobSink;
  readonly isOffline: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Told of what takes long. */
  onNote?(message: string): void;
}

/** The paths of a configuration as a list. */
export function pathsOf(path: SourceConfig["path"]): readonly string[] {
  return path === undefined ? [] : typeof path === "string" ? [path] : path;
}
