import type { SourceConfig } from "../core/data/source-config.ts";
import type { Where } from "../core/data/where.ts";

/** Where the samples of a task come from, and which of them it takes. */
export interface DataConfig extends SourceConfig {
  readonly format: string;
  /** What media must digest to. */
  readonly checksums?: string | undefined;
  /** Samples of the same format for systems that learn. */
  readonly train?: string | undefined;
  readonly where?: Where | undefined;
  /** What rows that are no samples are: an error if absent. */
  readonly badRows?: "error" | "skip" | undefined;
  /** Files of what is true instead of what the data says. */
  readonly corrections?: string | readonly string[] | undefined;
  /** False where frames and texts of the data may not be handed on. */
  readonly redistribute?: boolean | undefined;
}
