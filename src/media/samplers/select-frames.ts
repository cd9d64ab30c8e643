import type { Sampler } from "../../core/data/media.ts";
import { allFrames } from "./all-frames.ts";
import { explicitFrames } from "./explicit-frames.ts";
import { fpsFrames } from "./fps-frames.ts";
import type { FrameSelection } from "./frame-selection.ts";
import { FrameSelectionError } from "./frame-selection-error.ts";
import { middleFrames } from "./middle-frames.ts";
import { samplerName } from "./sampler-name.ts";
import { uniformFrames } from "./uniform-frames.ts";
import { vistaFrames } from "./vista-frames.ts";
import { windowFrames } from "./window-frames.ts";

/**
 * The frames that a sampler takes of a video whose frames are presented at these times (seconds,
 * ascending, equal ones allowed). The sampler is one that `samplerSchema` accepts. Throws a
 * `FrameSelectionError` where the video gives no choice: no frames at all, or too few for a strict
 * sampler.
 */
export function selectFrames(sampler: Sampler, times: Float64Array): FrameSelection {
  refuseDisorder(times);
  if (times.length === 0)
    throw new FrameSelectionError(`${samplerName(sampler)}: the video has no frames`);
  switch (sampler.strategy) {
    case "uniform":
      return uniformFrames(times.length, sampler.count);
    case "middle":
      return middleFrames(times.length, sampler.count, sampler.strict);
    case "vista":
      return vistaFrames(times.length, sampler.count, sampler.strict);
    case "fps":
      return fpsFrames(times, sampler);
    case "explicit":
      return explicitFrames(times, sampler.times);
    case "window":
      return windowFrames(times, sampler);
    case "all":
      return allFrames(times.length);
  }
}

function refuseDisorder(times: Float64Array): void {
  for (let i = 0; i < times.length; i++) {
    const time = times[i]!;
    const inOrder = Number.isFinite(time) && (i === 0 || times[i - 1]! <= time);
    if (!inOrder)
      throw new RangeError(
        `Presentation times must ascend: frame ${i} is at ${time} s after ${times[i - 1]} s`,
      );
  }
}
