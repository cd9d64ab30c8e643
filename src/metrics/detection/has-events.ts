/** An event that happens in a video. */
export interface TruthEvent {
  /** For an ambiguous event, empty stands for any type. */
  readonly type: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /**
   * Whether an event is there is open: it need not be found, and finding it is neither right nor a
   * false alarm.
   */
  readonly ambiguous?: boolean | undefined;
}

/** An event that a system claims to have seen. */
export interface DetectedEvent {
  readonly type: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /**
   * Only the order matters, but for a fixed threshold. Equal confidences keep the order of the
   * videos (see `TieOrder`), then of their detections.
   */
  readonly confidence: number;
  /** When in the video the system raised the alarm; absent where it did not say. */
  readonly alertSeconds?: number | undefined;
}

/** What metrics of detection read of one video. */
export interface HasEvents {
  /** Its name: orders equal confidences of different videos where a definition says so. */
  readonly video?: string | undefined;
  /**
   * Where it stands in the data: orders equal confidences elsewhere. As videos are given where
   * absent.
   */
  readonly position?: number | undefined;
  readonly truths: readonly TruthEvent[];
  readonly detections: readonly DetectedEvent[];
}

/** What rates per hour read besides. */
export interface HasTimedEvents extends HasEvents {
  /** Length of the video; `null` where it is not known. */
  readonly durationSeconds: number | null;
}
