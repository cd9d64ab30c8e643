/**
 * A small dataset with answers to it, as `vidimus init` writes them: rows of the family's first
 * format of samples and of its first format of predictions.
 */
export interface Starter {
  readonly samples: readonly object[];
  readonly answers: readonly object[];
  /** Further lines of the task, indented as in the configuration. */
  readonly task: string;
  /** What `--recording` writes in place of rows; nothing if absent. */
  readonly recording?: StarterRecording;
}

/** A recording that `vidimus init` simulates, with a configuration that runs on it as it is. */
export interface StarterRecording {
  /** What it is written as. */
  readonly layout: RecordingLayout;
  /** Beside the configuration, which names it. */
  readonly folder: string;
  /** The whole text of the configuration. */
  readonly config: string;
}

/** Layouts of recordings that can be simulated. */
export type RecordingLayout = "xperience";
