/**
 * A small dataset with answers to it, as `vidimus init` writes them: rows of the family's first
 * format of samples and of its first format of predictions.
 */
export interface Starter {
  readonly samples: readonly object[];
  readonly answers: readonly object[];
  /** Further lines of the task, indented as in the configuration. */
  readonly task: string;
}
