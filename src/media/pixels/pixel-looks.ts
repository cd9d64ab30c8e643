import type { LookOptions, MediaFrames } from "../../core/data/media.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import { noAnswer, type Outcome } from "../../core/run/outcome.ts";
import type { FrameCache } from "../cache/frame-cache.ts";
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
  readonly queue: Pick<LookQueue, "look">;
  readonly pixels: PixelLooksOptions;
}

/** As many frames as a look is expected to name at most, before anything is known of its file. */
const expectedFrames = 32;

/**
 * Looks that choose frames by the times of a file, which are kept, and name them by address. Only
 * a file that was never seen before is opened; its frames are decoded then as well, as far as there
 * is room to hold them.
 */
export async function pixelLooks(
  given: LookedFile,
  looks: readonly Look[],
  how: LookOptions,
  { cache, queue, pixels: { shape, taker } }: LookTools,
): Promise<readonly Outcome<MediaFrames>[]> {
  const file = { ...given, shape };
  const known = await keptFacts(cache, file);
  if (!known) how.onRead?.();
  using room = known
    ? undefined
    : taker.reserve(looks.length * expectedFrames * shape.width * shape.height * 3);
  const seen = known
    ? undefined
    : await queue.look(file, room ? looks : [{ want: { factsOnly: true } }], how);
  const facts = known ?? (await keptFacts(cache, file));
  if (!facts) return looks.map((_, at) => problemOf(file, seen?.[room ? at : 0]));
  const plans = planLooks(file, facts, looks);
  const frames = namePixels(file, facts, { needed: neededBy(plans), taker, queue });
  return plans.map((plan, at) => {
    const named = plan.answer(frames);
    const taken = room && seen?.[at];
    if (taken && taken.kind !== "answered") return taken;
    if (taken && named.kind === "answered") taker.hold(named.value.frames, file, taken.value);
    return named;
  });
}

function problemOf(
  { name }: LookedFile,
  seen: Outcome<MediaFrames> | undefined,
): Outcome<MediaFrames> {
  return seen && seen.kind !== "answered"
    ? seen
    : noAnswer("failed", `${name}: what was learnt of the file is not in the cache any more`);
}
