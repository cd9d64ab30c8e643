/** A ten-second event as both truths and detections are written. */
export const event = (type: string, startSeconds: number, confidence: number) => ({
  type,
  startSeconds,
  endSeconds: startSeconds + 10,
  confidence,
});

/** An hour of video with falls of ten seconds that start where the numbers say. */
export const video = (
  split: string,
  truths: readonly number[],
  detections: readonly (readonly [startSeconds: number, confidence: number])[],
) => ({
  split,
  durationSeconds: 3600,
  truths: truths.map((start) => ({ type: "fall", startSeconds: start, endSeconds: start + 10 })),
  detections: detections.map(([start, confidence]) => event("fall", start, confidence)),
});

/** Best thresholded at 0.6, which leaves out its false alarm. */
export const validation = video(
  "val",
  [0, 100],
  [
    [0, 0.9],
    [100, 0.6],
    [200, 0.5],
  ],
);

/** Best thresholded at 0.55, with its false alarm; at 0.6 one of its two falls is missed. */
export const test = video(
  "test",
  [0, 100],
  [
    [0, 0.8],
    [300, 0.7],
    [100, 0.55],
  ],
);
