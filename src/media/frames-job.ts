import type { MediaFrames } from "../core/data/media.ts";
import type { Outcome } from "../core/run/outcome.ts";
import { UserError } from "../core/user-error.ts";
import { type FrameCache, openFrameCache } from "./cache/frame-cache.ts";
import { readImage } from "./image/read-image.ts";
import { releasePicture } from "./image/release-picture.ts";
import { type Album, albumOf } from "./looks/album.ts";
import type { FileFacts } from "./looks/file-facts.ts";
import type { Look } from "./looks/frames-wanted.ts";
import { factsKey, keptFacts, keptLooks, neededBy } from "./looks/kept-looks.ts";
import {
  type LookedFile,
  type LookPlan,
  mediaError,
  planLooks,
  type TakenFrame,
} from "./looks/plan-looks.ts";
import { timesSinceStart } from "./looks/times-since-start.ts";
import { oneAhead } from "./one-ahead.ts";
import { type DecoderLog, listenToDecoder } from "./video/decoder-log.ts";
import { TableError } from "./video/mp4/table-error.ts";
import { openFrames } from "./video/open-frames.ts";
import type { Video } from "./video/open-video.ts";
import type { PacketIndex } from "./video/packet-index.ts";
import { tablesThenPackets } from "./video/tables-then-packets.ts";

/** Looks at one file; everything a decoding process needs to know. */
export interface FramesJob extends LookedFile {
  readonly work: "frames";
  readonly looks: readonly Look[];
  readonly cache: { readonly directory: string; readonly maxBytes: number };
}

/**
 * After how long what was decoded so far is noted: bytes that no entry names are soon swept away,
 * and a long pass that is killed need not start over.
 */
const notedMs = 60_000;

/**
 * Chooses, decodes and encodes what looks at one file need in one pass over it, and puts it into
 * the cache; what is there already is not decoded again. Pixels are handed over instead. A file that cannot be opened is the
 * outcome of all looks, a frame that cannot be had of those that need it.
 */
export async function framesOf(
  job: FramesJob,
  onFrame: () => void = () => undefined,
): Promise<readonly Outcome<MediaFrames>[]> {
  const cache = openFrameCache(job.cache);
  const known = job.shape ? undefined : await keptLooks(cache, job, job.looks);
  if (known) return known;
  const before = await keptFacts(cache, job);
  const bench = { job, cache, album: albumOf(job, cache), before, onFrame };
  try {
    if (job.kind === "image") return await takeImage(bench);
    // Tables that proved wrong once are not tried again.
    return before?.index === "packets"
      ? await takeVideo(bench, "packets")
      : await tablesThenPackets((index) => takeVideo(bench, index));
  } catch (error) {
    if (error instanceof UserError) throw error;
    const outcome = mediaError(job, error instanceof Error ? error.message : String(error));
    return job.looks.map(() => outcome);
  }
}

interface Bench {
  readonly job: FramesJob;
  readonly cache: FrameCache;
  readonly album: Album;
  /** What was known of the file before. */
  readonly before: FileFacts | undefined;
  readonly onFrame: () => void;
}

async function takeImage({ job, album, before }: Bench): Promise<readonly Outcome<MediaFrames>[]> {
  const facts = before!;
  const { warnings, ...image } = await readImage(job.path);
  const frame = { ...(await album.put(image)), warnings };
  const frames = new Map([[0, frame]]);
  await album.note(facts, frames);
  return planLooks(job, facts, job.looks).map((plan) => plan.answer(frames));
}

async function takeVideo(
  bench: Bench,
  index: PacketIndex["source"],
): Promise<readonly Outcome<MediaFrames>[]> {
  const { job, cache, album, before } = bench;
  using log = listenToDecoder();
  await using video = await openFrames(job, { index });
  const facts = await factsOf(video, log, index);
  const plans = planLooks(job, facts, job.looks);
  const known = await album.known(facts, neededBy(plans));
  const { taken, lost } = await takeFrames(bench, { video, log, facts, plans, known });
  // Not sooner: the tables may prove wrong while frames are decoded.
  if (before?.index !== index) await cache.keepFacts(factsKey(job), facts);
  const frames = new Map([...known, ...taken]);
  return plans.map((plan) => lost.get(plan) ?? plan.answer(frames));
}

async function factsOf(
  video: Video,
  log: DecoderLog,
  index: PacketIndex["source"],
): Promise<FileFacts> {
  return {
    ...(await timesSinceStart(video)),
    framesPerSecond: video.framesPerSecond,
    warnings: [...video.warnings, ...(await log.warnings())],
    index,
  };
}

interface Opened {
  readonly video: Video;
  readonly log: DecoderLog;
  readonly facts: FileFacts;
  readonly plans: readonly LookPlan[];
  readonly known: ReadonlyMap<number, TakenFrame>;
}

interface Taken {
  readonly taken: ReadonlyMap<number, TakenFrame>;
  /** Looks that a frame is missing for. */
  readonly lost: ReadonlyMap<LookPlan, Outcome<never>>;
}

async function takeFrames(
  { job, album, onFrame }: Bench,
  { video, log, facts, plans, known }: Opened,
): Promise<Taken> {
  const encoded = new Map<number, Omit<TakenFrame, "warnings">>();
  const lost = new Map<LookPlan, Outcome<never>>();
  const note = async () => {
    const warnings = [...video.warnings, ...(await log.warnings())];
    const taken = new Map([...encoded].map(([at, frame]) => [at, { ...frame, warnings }]));
    if (taken.size > 0) await album.note(facts, taken);
    return taken;
  };
  let notedAt = performance.now();
  for (;;) {
    const needed = neededBy(plans.filter((plan) => !lost.has(plan)));
    const missing = [...needed].filter((at) => !known.has(at) && !encoded.has(at));
    if (missing.length === 0) return { taken: await note(), lost };
    missing.sort((a, b) => a - b);
    let next = 0;
    try {
      await oneAhead(video.frames(missing, album), async ({ index, atSeconds: _, ...image }) => {
        encoded.set(index, await album.put(image));
        releasePicture(image.rgb);
        next++;
        onFrame();
        if (performance.now() - notedAt < notedMs) return;
        await note();
        notedAt = performance.now();
      });
      if (next < missing.length) throw new Error(`frame ${missing[next]} was not decoded`);
    } catch (error) {
      if (error instanceof TableError || error instanceof UserError) throw error;
      const outcome = mediaError(job, error instanceof Error ? error.message : String(error));
      // Frames come in their order, so it is the next one that cannot be had.
      for (const plan of plans) if (plan.needed.has(missing[next]!)) lost.set(plan, outcome);
    }
  }
}
