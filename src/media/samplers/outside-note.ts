import { sameInstantSeconds } from "./frame-shown-at.ts";

/**
 * What to say of asked times at which no frame is shown; nothing if there are none. Presentation
 * times do not tell how long the last frame lasts: it is taken to last as long as the one before
 * it, or for an instant if it is alone.
 */
export function outsideNote(times: Float64Array, wanted: readonly number[]): readonly string[] {
  const first = times[0]!;
  const last = times.at(-1)!;
  const end = last + (last - (times.at(-2) ?? last));
  const early = wanted.filter((at) => at < first - sameInstantSeconds).length;
  const late = wanted.filter((at) => at > end + sameInstantSeconds).length;
  const told = (count: number, where: string, seconds: number) =>
    count === 0
      ? []
      : [
          `${count} of ${wanted.length} times ${count === 1 ? "lies" : "lie"} ${where} frame, at ${seconds.toFixed(3)} s, which was taken`,
        ];
  return [...told(early, "before the first", first), ...told(late, "after the last", last)];
}
