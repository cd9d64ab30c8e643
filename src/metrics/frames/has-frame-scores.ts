/**
 * Frames from the first to the last, both included; the first frame of a video is 1, as in
 * UCF-Crime's annotations.
 */
export interface FrameSpan {
  readonly firstFrame: number;
  readonly lastFrame: number;
}

/**
 * What a system says about every frame of a video for one type of event, and where that type is.
 */
export interface FrameTrack {
  readonly type: string;
  /**
   * One for each run of `framesPerScore` frames. The last one holds to the end of the video; scores
   * past the end are not read.
   */
  readonly scores: readonly number[];
  /** Parts past the end of the video are not read. */
  readonly truths: readonly FrameSpan[];
}

/** What metrics of frames read of one video. */
export interface HasFrameScores {
  readonly frameCount: number;
  /**
   * 1 where every frame has a score of its own; 16 where a score stands for a clip of 16 frames, as
   * with C3D and I3D features.
   */
  readonly framesPerScore: number;
  /**
   * A type that other videos have and this one does not is nowhere in it, and scored below
   * everything.
   */
  readonly tracks: readonly FrameTrack[];
}
