/**
 * What was noticed about media that a system was shown: frames that repeat, complaints of decoders,
 * headers that lie.
 */
export interface WarningSummary {
  /** Samples with at least one warning. */
  readonly samples: number;
  /** The most frequent first; a sample may have several. */
  readonly kinds: readonly WarningKind[];
}

export interface WarningKind {
  /** With ", and alike" where it stands for others that differ only in their figures. */
  readonly warning: string;
  readonly samples: number;
  /** The first few files by name, each with one sample that is about it. */
  readonly examples: readonly WarnedSample[];
}

export interface WarnedSample {
  readonly path: string;
  readonly sample: string;
}
