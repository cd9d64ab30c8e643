import { basename } from "node:path";
import type { MediaSource, MediaWant, Sampler } from "../src/core/data/media.ts";
import type { DecodePool } from "../src/media/decode-pool.ts";
import { compareWays, inFreshCache } from "./media-cost.ts";
import { longVideo } from "./media-memory.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);
const minutes = 10;
const windows = 120;
const count = 8;

/**
 * 120 windows of a ten-minute video with 8 frames each, as one list of looks and by 120 askers,
 * beside one look at the whole video with as many frames: both decode every group of pictures and
 * encode 960 frames. Small pictures, so that what is not decoding weighs more. A fresh cache and one
 * process each.
 */
export async function run(): Promise<void> {
  const path = longVideo(minutes, 360);
  const step = (minutes * 60) / windows;
  const spans = Array.from(
    { length: windows },
    (_, at): MediaWant => ({
      span: [at * step, (at + 1) * step],
    }),
  );
  const way = (sampler: Sampler, lists: readonly (readonly MediaWant[])[]) => (pool: DecodePool) =>
    inFreshCache({ path, sampler, pool }, async (source) => {
      const found = await Promise.all(lists.map((wants) => look(source, path, wants)));
      const frames = found.reduce((sum, one) => sum + one, 0);
      if (frames !== windows * count) throw new Error(`${frames} frames`);
    });
  const each: Sampler = { strategy: "uniform", count };
  console.log(
    `${windows} windows of ${minutes} min 360p H.264, ${count} frames each; median of ${rounds}, alternating`,
  );
  await compareWays(
    {
      "one look, 960 frames": way({ strategy: "uniform", count: windows * count }, [[{}]]),
      "120 windows": way(each, [spans]),
      "120 askers at once": way(
        each,
        spans.map((want) => [want]),
      ),
    },
    rounds,
  );
}

/** How many frames were shown. */
async function look(
  source: MediaSource,
  path: string,
  wants: readonly MediaWant[],
): Promise<number> {
  const { signal } = new AbortController();
  const ref = { kind: "video", path: basename(path) } as const;
  const outcomes = await source.look(ref, wants, { signal });
  return outcomes.reduce((sum, outcome) => {
    if (outcome.kind !== "answered") throw new Error(outcome.reason);
    return sum + outcome.value.frames.length;
  }, 0);
}
