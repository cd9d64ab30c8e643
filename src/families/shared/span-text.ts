/** A part of a video in words, such as `3.5–7 s`. */
export function spanText(startSeconds: number, endSeconds: number): string {
  const [start, end] = [startSeconds, endSeconds].map((seconds) => Number(seconds.toFixed(1)));
  return start === end ? `${start} s` : `${start}–${end} s`;
}
