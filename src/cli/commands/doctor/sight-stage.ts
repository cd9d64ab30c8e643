import type { FrameRef } from "../../../core/asking/chat.ts";
import { seededRandom } from "../../../math/seeded-random.ts";
import type { Showing } from "./ask-sight.ts";
import type { SightUnit } from "./judge-sight.ts";
import { type SightClip, type SightClipOptions, sightClip } from "./sight-clip.ts";
import { sightSlides } from "./sight-slides.ts";

/** Frames of a request before the last, which holds as many as tasks show. */
const frameSteps = [1, 4] as const;
/** Moments of a shorter and of a longer video. */
const videoSteps = [2, 8] as const;

interface Staging extends SightClipOptions {
  readonly seed: number;
  /** Told apart from others, so that no two systems are shown the same codes. */
  readonly system: string;
  readonly frames: number;
}

/** What a system is shown, and where the bytes of it are. */
export class SightStage implements AsyncDisposable {
  readonly #clips: SightClip[] = [];

  /** Nothing first, then more and more. */
  async showings({ as, frames, seed, system, ...options }: Staging): Promise<readonly Showing[]> {
    const random = seededRandom(seed, "sight", system);
    const showings: Showing[] = [{ slides: [], frames: [] }];
    const add = async (count: number) => {
      const clip = await sightClip(sightSlides(count, random), { as, ...options });
      this.#clips.push(clip);
      return clip;
    };
    if (as === "video") for (const count of videoSteps) showings.push(shownOf(await add(count)));
    else {
      const { slides, shown } = await add(frames);
      const counts = [...frameSteps.filter((step) => step < frames), frames];
      for (const count of counts)
        showings.push({ slides: slides.slice(0, count), frames: shown.slice(0, count) });
    }
    return showings;
  }

  bytes(frame: FrameRef): Promise<Uint8Array> {
    return this.#clipOf(frame).bytes(frame);
  }

  path(video: FrameRef): string {
    return this.#clipOf(video).path;
  }

  #clipOf({ digest }: FrameRef): SightClip {
    const clip = this.#clips.find(({ shown }) => shown.some((one) => one.digest === digest));
    if (!clip) throw new RangeError(`no frame ${digest} was shown`);
    return clip;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const clip of this.#clips) await clip[Symbol.asyncDispose]();
  }
}

/** What is counted of it. */
export function unitOf(as: SightClipOptions["as"]): SightUnit {
  return as === "video" ? "moment" : "frame";
}

function shownOf({ slides, shown }: SightClip): Showing {
  return { slides, frames: shown };
}
