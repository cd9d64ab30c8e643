import type { Where } from "../core/where.ts";

/** Where the samples of a task come from. */
export interface DataConfig {
  readonly format: string;
  /** Files, folders or patterns; within the dataset or archive where one is named. */
  readonly path?: string | readonly string[] | undefined;
  /** `owner/name` */
  readonly huggingface?: string | undefined;
  readonly config?: string | undefined;
  readonly revision?: string | undefined;
  readonly url?: string | undefined;
  readonly sha256?: string | undefined;
  readonly media?: string | undefined;
  /** What media must digest to. */
  readonly checksums?: string | undefined;
  readonly split?: string | undefined;
  /** Samples of the same format for systems that learn. */
  readonly train?: string | undefined;
  readonly where?: Where | undefined;
}
