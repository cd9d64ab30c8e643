import type { MediaFrames } from "../../core/data/media.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import { digestOf } from "../cache/blob-store.ts";
import type { FrameCache } from "../cache/frame-cache.ts";
import type { CacheKey } from "../cache/frame-entry.ts";
import type { FileFacts } from "./file-facts.ts";
import type { Look } from "./frames-wanted.ts";
import { type LookedFile, type LookPlan, planLooks } from "./plan-looks.ts";

/** A picture has no times, and what is noticed in it is noticed with its only frame. */
const imageFacts: FileFacts = {
  times: Float64Array.of(0),
  seconds: null,
  framesPerSecond: null,
  warnings: [],
  index: "packets",
};

/** Looks that the cache answers alone; `undefined` where the file has to be opened. */
export async function keptLooks(
  cache: FrameCache,
  file: LookedFile,
  looks: readonly Look[],
): Promise<readonly Outcome<MediaFrames>[] | undefined> {
  const facts = await keptFacts(cache, file);
  if (!facts) return undefined;
  const plans = planLooks(file, facts, looks);
  const needed = neededBy(plans);
  const frames = needed.size > 0 ? await cache.frames(albumKey(file, facts), needed) : new Map();
  return frames.size === needed.size ? plans.map((plan) => plan.answer(frames)) : undefined;
}

export async function keptFacts(
  cache: FrameCache,
  file: LookedFile,
): Promise<FileFacts | undefined> {
  return file.kind === "image" ? imageFacts : cache.facts(factsKey(file));
}

/** What facts are kept under: they are the same for every encoding and every sampler. */
export function factsKey({ source, kind, decoder, framesPerSecond }: LookedFile): CacheKey {
  const rate = framesPerSecond === undefined ? {} : { framesPerSecond };
  return { source, kind, decoder, of: "facts", ...rate };
}

/**
 * What frames are kept under. By their places in the file: those that tables name are not mixed
 * with those that packets do.
 */
export function albumKey(file: LookedFile, { index, times }: FileFacts): CacheKey {
  const { source, kind, decoder, request } = file;
  const encoding = { ...request.encoding };
  const clock = digestOf(new Uint8Array(times.buffer, times.byteOffset, times.byteLength));
  return { source, kind, decoder, of: "frames", encoding, index, times: clock };
}

export function neededBy(plans: Iterable<LookPlan>): ReadonlySet<number> {
  const needed = new Set<number>();
  for (const plan of plans) for (const index of plan.needed) needed.add(index);
  return needed;
}
