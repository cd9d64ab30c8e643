import { statSync } from "node:fs";
import type { TaskConfig } from "../../config/config.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import type { DecodePool } from "../../media/decode-pool.ts";
import type { TaskMedia } from "../task/task-media.ts";

/** How many frames of a video would be shown, and how far apart. */
interface LikelyFrames {
  readonly count: number;
  readonly perSecond: number;
}

type Frames = TaskConfig["frames"];

/** So many videos are looked into; others are taken to be like them on average. */
const mostLooked = 16;
/** A probe reads the whole file. */
const largestBytes = 200_000_000;
const timeLimitMs = 10_000;
const never = new AbortController().signal;

/** Whether how many frames there are depends on the video. */
export function dependsOnVideo({ strategy }: Pick<Frames, "strategy">): boolean {
  return strategy === "all" || strategy === "fps";
}

/**
 * Looks into a few videos that lie on this machine, to count frames whose number depends on the
 * video. Nothing is fetched for it.
 */
export class FrameCounter implements AsyncDisposable {
  readonly #frames: Frames;
  readonly #media: Pick<TaskMedia, "state" | "locate">;
  #pool: Promise<DecodePool> | undefined;
  readonly #found = new Map<string, LikelyFrames | undefined>();
  #looked = 0;

  constructor(frames: Frames, media: Pick<TaskMedia, "state" | "locate">) {
    this.#frames = frames;
    this.#media = media;
  }

  /** Looks into the videos of a sample, unless enough are known. */
  async meet(refs: readonly MediaRef[]): Promise<void> {
    for (const ref of refs)
      if (ref.kind === "video" && !this.#found.has(ref.path) && this.#looked < mostLooked) {
        this.#looked++;
        this.#found.set(ref.path, await this.#look(ref));
      }
  }

  /** Its own count, else the mean of those that are known; `undefined` where none is. */
  of(path: string): LikelyFrames | undefined {
    const own = this.#found.get(path);
    if (own) return own;
    const known = [...this.#found.values()].filter((found) => found !== undefined);
    if (known.length === 0) return undefined;
    const mean = (part: keyof LikelyFrames) =>
      known.reduce((sum, found) => sum + found[part], 0) / known.length;
    return { count: Math.max(1, Math.round(mean("count"))), perSecond: mean("perSecond") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#pool)?.[Symbol.asyncDispose]();
  }

  async #look(ref: MediaRef): Promise<LikelyFrames | undefined> {
    // Without a state it is not there yet, or not in the media folder.
    if ((await this.#media.state(ref)) === "") return undefined;
    const place = await this.#media.locate(ref).catch(() => undefined);
    if (place === undefined || statSync(place).size > largestBytes) return undefined;
    this.#pool ??= openPool();
    const { path: name, framesPerSecond: stored } = ref;
    const outcome = await (await this.#pool).run(
      { work: "probe", kind: "video", path: place, name, framesPerSecond: stored },
      never,
    );
    if (outcome.kind !== "answered" || outcome.value.kind !== "video") return undefined;
    const { frameCount, framesPerSecond, firstSeconds, lastSeconds } = outcome.value;
    if (this.#frames.strategy !== "fps")
      return { count: Math.max(1, frameCount.count), perSecond: framesPerSecond ?? 1 };
    const { rate, max } = this.#frames;
    return {
      count: Math.min(max, Math.floor((lastSeconds - firstSeconds) * rate) + 1),
      perSecond: rate,
    };
  }
}

/** Decoders are large. */
async function openPool(): Promise<DecodePool> {
  const { DecodePool: Pool } = await import("../../media/decode-pool.ts");
  return new Pool({ timeLimitMs, processes: 1 });
}
