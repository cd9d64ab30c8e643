import type { LookOptions, MediaFrames } from "../../core/data/media.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { FrameCache } from "../cache/frame-cache.ts";
import type { FileFacts } from "../looks/file-facts.ts";
import type { Look } from "../looks/frames-wanted.ts";
import { keptFacts, neededBy } from "../looks/kept-looks.ts";
import type { LookQueue } from "../looks/look-queue.ts";
import { type LookedFile, planLooks } from "../looks/plan-looks.ts";
import { namePixels } from "./name-pixels.ts";
import type { PixelTaker } from "./pixel-taker.ts";

/** For a system that computes on pixels. */
export interface PixelLooksOptions {
  readonly shape: PixelShape;
  readonly taker: PixelTaker;
}

interface LookTools {
  readonly cache: FrameCache;
  readonly queue: LookQueue;
  readonly pixels: PixelLooksOptions;
}

/**
 * Looks that choose frames and decode none of them: the times of a file are enough, and those are
 * kept.
 */
export async function pixelLooks(
  file: LookedFile,
  looks: readonly Look[],
  how: LookOptions,
  { cache, queue, pixels: { shape, taker } }: LookTools,
): Promise<readonly Outcome<MediaFrames>[]> {
  const facts = (await keptFacts(cache, file)) ?? (await learnFacts(file, how, { cache, queue }));
  if ("kind" in facts) return looks.map(() => facts);
  const plans = planLooks(file, facts, looks);
  const { request: _, ...rest } = file;
  const named = { ...rest, shape, counted: facts.index };
  const frames = namePixels(named, facts, neededBy(plans), taker);
  return plans.map((plan) => plan.answer(frames));
}

async function learnFacts(
  file: LookedFile,
  how: LookOptions,
  { cache, queue }: Pick<LookTools, "cache" | "queue">,
): Promise<FileFacts | Outcome<never>> {
  const [seen] = await queue.look(file, [{ want: { factsOnly: true } }], how);
  if (seen?.kind !== "answered") return seen!;
  return (
    (await keptFacts(cache, file)) ??
    noAnswer("failed", `${file.name}: what was learnt of the file is not in the cache any more`)
  );
}
