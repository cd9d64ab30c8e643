import { answered, type Outcome } from "../run/outcome.ts";
import type { FrameRef } from "./chat.ts";
import type { Seen, Want } from "./steps.ts";

/**
 * What looks see of frames that are there already, in the order of time: those of the first picture
 * or video, of whose length nothing is known.
 */
export function seenInFrames(
  frames: readonly FrameRef[],
  wants: readonly Want[],
): readonly Outcome<Seen>[] {
  return wants.map((want) =>
    answered({
      frames: want.ref === 0 ? wanted(frames, want) : [],
      seconds: null,
      framesPerSecond: null,
    }),
  );
}

function wanted(frames: readonly FrameRef[], want: Want): readonly FrameRef[] {
  if ("factsOnly" in want) return [];
  if ("atSeconds" in want)
    return want.atSeconds.flatMap((at) => frames.findLast((one) => one.atSeconds <= at) ?? []);
  if (!want.span) return frames;
  const [from, to] = want.span;
  return frames.filter(({ atSeconds }) => atSeconds >= from && atSeconds < to);
}
