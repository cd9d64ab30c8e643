import { statSync } from "node:fs";
import type { TaskConfig } from "../../config/config.ts";
import type { MediaRef } from "../../core/data/sample.ts";
import type { DecodePool } from "../../media/decode-pool.ts";
import type { TaskMedia } from "../task/task-media.ts";

/** A video as it probably is. */
export interface LikelyVideo {
  readonly seconds: number;
  readonly framesPerSecond: number;
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
 * Looks into a few videos that lie on this machine, to count what depends on their length. Nothing
 * is fetched for it.
 */
export class VideoSurvey implements AsyncDisposable {
  readonly #media: Pick<TaskMedia, "isHere" | "locate">;
  #pool: Promise<DecodePool> | undefined;
  readonly #found = new Map<string, LikelyVideo | undefined>();
  #looked = 0;

  constructor(media: Pick<TaskMedia, "isHere" | "locate">) {
    this.#media = media;
  }

  /** Looks into the videos of a sample, unless enough are known. */
  async meet(refs: readonly MediaRef[]): Promise<void> {
    const looks = refs.map(async (ref) => {
      if (ref.kind !== "video" || this.#found.has(ref.path) || this.#looked >= mostLooked) return;
      this.#looked++;
      // Concurrent calls skip this video.
      this.#found.set(ref.path, undefined);
      this.#found.set(ref.path, await this.#look(ref));
    });
    await Promise.all(looks);
  }

  /** What it is, else the mean of those that are known; `undefined` where none is. */
  of(path: string): LikelyVideo | undefined {
    const own = this.#found.get(path);
    if (own) return own;
    const known = [...this.#found.values()].filter((found) => found !== undefined);
    if (known.length === 0) return undefined;
    const mean = (part: keyof LikelyVideo) =>
      known.reduce((sum, found) => sum + found[part], 0) / known.length;
    return { seconds: mean("seconds"), framesPerSecond: mean("framesPerSecond") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#pool)?.[Symbol.asyncDispose]();
  }

  async #look(ref: MediaRef): Promise<LikelyVideo | undefined> {
    if (!(await this.#media.isHere(ref))) return undefined;
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
    const rate = framesPerSecond ?? frameCount.count / Math.max(1, lastSeconds - firstSeconds);
    return { seconds: lastSeconds - firstSeconds + 1 / rate, framesPerSecond: rate };
  }
}

/** Decoders are large. */
async function openPool(): Promise<DecodePool> {
  const { DecodePool: Pool } = await import("../../media/decode-pool.ts");
  return new Pool({ timeLimitMs });
}
