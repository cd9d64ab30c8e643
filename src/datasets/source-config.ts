import type { DataFile } from "../core/data-file.ts";
import type { Json } from "../core/json.ts";
import type { FileFacts } from "../files/content-digest.ts";
import type { BlobSink } from "./blobs/blob.ts";

/** Where samples come from, whatever kind of place that is. Nothing is fetched before it is needed. */
export interface DataSource {
  readonly file: DataFile;
  /** Whether the split was chosen by file, so that rows need not name theirs. */
  readonly isSplitByFile: boolean;
  /** The folder that media of rows are relative to, where the configuration names none. */
  mediaRoot(): Promise<string>;
  /** Size and digest of every file, also of those that were not fetched. */
  facts(): Promise<Readonly<Record<string, FileFacts>>>;
  /** What was read, as the manifest tells it. */
  origin(): Promise<Json>;
}

/** The part of a configuration that says where samples come from. */
export interface SourceConfig {
  readonly path?: string | readonly string[] | undefined;
  readonly huggingface?: string | undefined;
  readonly config?: string | undefined;
  readonly revision?: string | undefined;
  readonly url?: string | undefined;
  readonly sha256?: string | undefined;
  readonly split?: string | undefined;
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
