/** One unit of evaluation. Families add their own fields. */
export interface Sample {
  readonly id: string;
  /** What the sample shares with others, usually the video: intervals and tests treat groups, not samples, as independent. */
  readonly group: string;
  readonly split?: string | undefined;
}

/** A picture or a video that a sample refers to, relative to the task's media folder. */
export interface MediaRef {
  readonly kind: "image" | "video";
  readonly path: string;
}
