/** One unit of evaluation. Families add their own fields. */
export interface Sample {
  readonly id: string;
  /**
   * What the sample shares with others, usually the video: intervals and tests treat groups, not
   * samples, as independent.
   */
  readonly group: string;
  readonly split?: string | undefined;
}

/** A picture or a video that a sample refers to, relative to the task's media folder. */
export interface MediaRef {
  readonly kind: "image" | "video";
  /** As the data names it; with `names`, where its layout usually has it. */
  readonly path: string;
  /**
   * Set where the data names the video and not its file: what the file may be called, without its
   * ending and possibly with the folders above it, best first. The file is then looked for below
   * the media folder.
   */
  readonly names?: readonly string[] | undefined;
  /**
   * Rate of the frames of a file that stores them without times, such as ProAssist's Arrow files.
   */
  readonly framesPerSecond?: number | undefined;
  /**
   * Where only a part of the file is meant: its start and end in seconds, the start and end of the
   * file where left out. The part acts as a video of its own, whose times count from `from`.
   */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}
