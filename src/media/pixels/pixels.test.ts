import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { encodeVideo, type TestVideo } from "../../../test/media/encode-video.ts";
import { readFrameNumber } from "../../../test/media/frame-number.ts";
import { packetPlaces } from "../../../test/media/packet-places.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { FrameEncoding, MediaFrames, MediaWant } from "../../core/data/media.ts";
import type { PixelShape } from "../../core/data/pixel-shape.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import { DecodePool } from "../decode-pool.ts";
import { fitPixels } from "../image/fit-pixels.ts";
import { mediaSource } from "../media-source.ts";
import { openVideo } from "../video/open-video.ts";
import { PixelTaker } from "./pixel-taker.ts";

const root = temporaryFolder();
const video: TestVideo = testVideos["h264 mp4, GOP 30, 600 frames"]!;
const encoding: FrameEncoding = { format: "jpeg", quality: 90, longestSide: null };
const { signal } = new AbortController();

/** A pool that counts the jobs of each kind. */
class CountingPool extends DecodePool {
  readonly jobs: string[] = [];
  override offer(...[take, how]: Parameters<DecodePool["offer"]>): void {
    super.offer(() => {
      const taken = take();
      if (taken) this.jobs.push(taken.job.work);
      return taken;
    }, how);
  }
}
const pools: DecodePool[] = [];
afterAll(async () => {
  for (const pool of pools) await pool[Symbol.asyncDispose]();
});

function setUp(shape: PixelShape, directory = mkdtempSync(join(root.path, "cache-"))) {
  const pool = new CountingPool({ timeLimitMs: 60_000, processes: 1 });
  pools.push(pool);
  const warnings: string[] = [];
  const taker = new PixelTaker((name, list) => warnings.push(`${name}: ${list.join()}`));
  const source = mediaSource({
    root: root.path,
    request: { sampler: { strategy: "uniform", count: 4 }, encoding },
    cache: { directory, maxBytes: 1e9 },
    timeLimitMs: 60_000,
    decoder: "test",
    pool,
    pixels: { shape, taker },
  });
  const look = async (path: string, want: MediaWant = {}) =>
    (await source.look({ path, kind: "video" }, [want], { signal }))[0]!;
  return { source, taker, pool, look, warnings, directory };
}

function framesIn(outcome: Outcome<MediaFrames>) {
  if (outcome.kind !== "answered") throw new Error(outcome.reason);
  return outcome.value.frames;
}

const whole: PixelShape = {
  width: video.width,
  height: video.height,
  resize: "stretch",
  filter: "bicubic",
};
const small: PixelShape = { width: 32, height: 24, resize: "stretch", filter: "bilinear" };

encodeVideo(join(root.path, "clip.mp4"), video);

describe("frames as pixels", () => {
  it("are the frames of the times that were looked at", async () => {
    const { look, taker } = setUp(whole);
    const frames = framesIn(await look("clip.mp4", { atSeconds: [10, 2, 2, 19] }));
    const taken = await taker.take(frames, signal);
    if (taken.kind !== "answered") throw new Error(taken.reason);
    const numbers = taken.value.map((rgb) => readFrameNumber(rgb, whole.width, whole.height));
    expect(numbers).toEqual([250, 50, 50, 475]);
  });

  it("are fitted from the full size", async () => {
    const { look, taker } = setUp(small);
    const frames = framesIn(await look("clip.mp4"));
    expect(frames).toMatchObject(Array(4).fill({ width: 32, height: 24 }));
    const taken = await taker.take(frames.slice(0, 1), signal);
    await using opened = await openVideo(join(root.path, "clip.mp4"));
    const [index] = [await opened.times()].map((times) => times.indexOf(frames[0]!.atSeconds));
    for await (const { rgb, width, height } of opened.frames([index!]))
      expect(taken).toEqual({ kind: "answered", value: [fitPixels(rgb, width, height, small)] });
  });

  it("are decoded with the first look at a file, and taken once without opening it again", async () => {
    const { look, taker, pool } = setUp(small);
    const frames = framesIn(await look("clip.mp4"));
    await look("clip.mp4");
    const taken = await taker.take([...frames, frames[0]!], signal);
    expect(pool.jobs).toEqual(["frames"]);
    const again = await taker.take([...frames, frames[0]!], signal);
    expect(pool.jobs).toEqual(["frames", "frames"]);
    expect(again).toEqual(taken);
  });

  it("of a file that is known are decoded when they are taken, in one pass for all", async () => {
    const first = setUp(small);
    const frames = framesIn(await first.look("clip.mp4"));
    const { look, taker, pool } = setUp(small, first.directory);
    expect(framesIn(await look("clip.mp4"))).toEqual(frames);
    expect(pool.jobs).toEqual([]);
    await Promise.all(frames.map((frame) => taker.take([frame], signal)));
    expect(pool.jobs).toEqual(["frames"]);
  });

  it("are not decoded ahead where too many wait to be taken", async () => {
    const { look, taker, pool } = setUp(small);
    using room = taker.reserve(256 * 1024 ** 2);
    expect(room).toBeDefined();
    const frames = framesIn(await look("clip.mp4"));
    expect(frames).toHaveLength(4);
    expect(pool.jobs).toEqual(["frames"]);
    expect(await taker.take(frames, signal)).toMatchObject({ kind: "answered" });
    expect(pool.jobs).toEqual(["frames", "frames"]);
  });

  it("have addresses of their own for every time, shape and file", async () => {
    const of = async (shape: PixelShape, path: string, at: number) =>
      framesIn(await setUp(shape).look(path, { atSeconds: [at] }))[0]!.digest;
    writeFileSync(join(root.path, "same.mp4"), readFileSync(join(root.path, "clip.mp4")));
    const digests = [
      await of(small, "clip.mp4", 1),
      await of(small, "clip.mp4", 2),
      await of({ ...small, filter: "bicubic" }, "clip.mp4", 1),
      await of({ ...small, resize: "crop", width: 24 }, "clip.mp4", 1),
    ];
    expect(new Set(digests).size).toBe(4);
    expect(await of(small, "same.mp4", 1)).toBe(digests[0]);
  });

  it("are a media error where they cannot be decoded, though the tables of the file say nothing of it", async () => {
    const path = join(root.path, "broken.mp4");
    encodeVideo(path, video);
    const bytes = readFileSync(path);
    for (const { at, size } of packetPlaces(path)) bytes.fill(0xff, at, at + size);
    writeFileSync(path, bytes);
    const { look, taker } = setUp(small);
    const seen = await look("broken.mp4");
    const outcome = seen.kind === "answered" ? await taker.take(framesIn(seen), signal) : seen;
    expect(outcome).toMatchObject({ kind: "media-error" });
    expect(outcome).toMatchObject({ reason: expect.stringContaining("broken.mp4") });
  });

  it("are part of the key of what was asked", () => {
    expect(setUp(small).source.identity).toEqual({
      sampler: { strategy: "uniform", count: 4 },
      pixels: small,
      decoder: "test",
    });
  });
});
