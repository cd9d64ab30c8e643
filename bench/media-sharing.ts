import { basename } from "node:path";
import type { MediaSource } from "../src/core/data/media.ts";
import type { DecodePool } from "../src/media/decode-pool.ts";
import { compareWays, inFreshCache } from "./media-cost.ts";
import { longVideo } from "./media-memory.ts";

const rounds = 5;
const questions = 10;
const sampler = { strategy: "uniform", count: 8 } as const;

/**
 * Ten questions about one video beside one question, and beside decoding for each: 8 frames of
 * 1080p, a fresh cache, one process.
 */
export async function run(): Promise<void> {
  const path = longVideo(1);
  const fresh = (pool: DecodePool, work: (source: MediaSource) => Promise<void>) =>
    inFreshCache({ path, sampler, pool }, work);
  console.log(
    `8 frames of a minute of 1080p H.264 through the media source; median of ${rounds}, alternating`,
  );
  const middle = await compareWays(
    {
      "one question": (pool) => fresh(pool, (source) => ask(source, path)),
      "ten at once": (pool) =>
        fresh(pool, async (source) => void (await Promise.all(times(() => ask(source, path))))),
      "ten in turn": (pool) => fresh(pool, (source) => inTurn(() => ask(source, path))),
      "ten decodes": (pool) => inTurn(() => fresh(pool, (source) => ask(source, path))),
    },
    rounds,
  );
  const each = middle.get("ten decodes")!;
  for (const name of ["ten at once", "ten in turn"]) {
    const { wall, cpu } = middle.get(name)!;
    console.log(
      `${name}: ${(each.wall / wall).toFixed(1)}× less wall, ${(each.cpu / cpu).toFixed(1)}× less CPU than decoding for each`,
    );
  }
}

/** What a system does that is shown the frames. */
async function ask(source: MediaSource, path: string): Promise<void> {
  const { signal } = new AbortController();
  const [outcome] = await source.look({ kind: "video", path: basename(path) }, [{}], { signal });
  if (outcome?.kind !== "answered") throw new Error(outcome?.reason);
  await Promise.all(outcome.value.frames.map((frame) => source.bytes(frame)));
}

async function inTurn(work: () => Promise<void>): Promise<void> {
  for (let time = 0; time < questions; time++) await work();
}

function times(work: () => Promise<void>): readonly Promise<void>[] {
  return Array.from({ length: questions }, work);
}
