import { fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeVideo, type TestVideo } from "../../../test/media/encode-video.ts";
import { readFrameNumber } from "../../../test/media/frame-number.ts";
import { packetPlaces } from "../../../test/media/packet-places.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import type { FrameEncoding, MediaFrames, MediaWant, Sampler } from "../../core/data/media.ts";
import type { Outcome } from "../../core/run/outcome.ts";
import { openFrameCache } from "../cache/frame-cache.ts";
import { type FramesJob, framesOf } from "../frames-job.ts";
import type { Look } from "./frames-wanted.ts";

const root = temporaryFolder();
const cacheIn = () => ({ directory: mkdtempSync(join(root.path, "cache-")), maxBytes: 1e9 });
const eight: Sampler = { strategy: "uniform", count: 8 };
const png: FrameEncoding = { format: "png", quality: 90, longestSide: null };

let files = 0;
function write(video: TestVideo, change?: (bytes: Buffer, path: string) => Buffer): string {
  const path = join(root.path, `${files++}.bin`);
  encodeVideo(path, video);
  if (change) writeFileSync(path, change(readFileSync(path), path));
  return path;
}

interface Asked {
  readonly cache?: FramesJob["cache"];
  readonly sampler?: Sampler;
  readonly encoding?: FrameEncoding;
}

function jobOf(path: string, looks: readonly Look[], asked: Asked = {}): FramesJob {
  const { cache = cacheIn(), sampler = eight, encoding = png } = asked;
  const request = { sampler, encoding };
  return {
    work: "frames",
    kind: "video",
    path,
    name: "clip",
    request,
    looks,
    source: path,
    decoder: "",
    cache,
  };
}

/** What looks give, and how many frames were decoded for it. */
async function look(path: string, looks: readonly Look[], asked: Asked = {}) {
  let decoded = 0;
  const outcomes = await framesOf(jobOf(path, looks, asked), () => void decoded++);
  return { outcomes, decoded };
}

const at = (...wants: readonly MediaWant[]): readonly Look[] => wants.map((want) => ({ want }));
const span = (from: number, to: number): MediaWant => ({ span: [from, to] });

function framesIn(outcome: Outcome<MediaFrames> | undefined): MediaFrames {
  if (outcome?.kind !== "answered") throw new Error(outcome?.reason);
  return outcome.value;
}

const digestsIn = (outcome: Outcome<MediaFrames> | undefined) =>
  framesIn(outcome).frames.map(({ digest }) => digest);

/** The numbers that the pictures carry. */
function numbersIn(outcome: Outcome<MediaFrames> | undefined, cache: FramesJob["cache"]) {
  return Promise.all(
    framesIn(outcome).frames.map(async ({ digest, width, height }) => {
      const bytes = await openFrameCache(cache).bytes(digest);
      return readFrameNumber(await sharp(bytes).raw().toBuffer(), width, height);
    }),
  );
}

/** 600 frames at 25 a second, a key frame every 30. */
const long = testVideos["h264 mp4, GOP 30, 600 frames"]!;
const whole = write(long);

describe("looks at one file", () => {
  it.each([
    "h264 mp4, B-frames, GOP 12",
    "h264 mp4, GOP 250",
    "h264 mkv, open GOP",
    "h264 mpegts, intra refresh",
    "hevc mp4, open GOP",
    "mpeg4 avi, B-frames",
    "vp9 webm, hidden frames, variable rate",
  ])("give the same pictures whatever else is wanted in the same pass: %s", async (name) => {
    const path = write(testVideos[name]!);
    const [all] = (await look(path, at({}), { sampler: { strategy: "all" } })).outcomes;
    const { seconds, frames } = framesIn(all);
    const byTime = new Map(frames.map(({ atSeconds, digest }) => [atSeconds, digest]));
    const windows = Array.from({ length: 3 }, (_, i) =>
      span((i * seconds!) / 3, ((i + 1) * seconds!) / 3),
    );
    const wants = [...windows, {}, { atSeconds: [seconds! / 3, 0, seconds!] }];
    const sampler: Sampler = { strategy: "uniform", count: 3 };
    const together = (await look(path, at(...wants), { sampler })).outcomes;
    for (const [i, want] of wants.entries()) {
      const alone = (await look(path, at(want), { sampler })).outcomes[0];
      expect(together[i]).toEqual(alone);
      for (const { atSeconds, digest } of framesIn(alone).frames)
        expect(byTime.get(atSeconds)).toBe(digest);
    }
  });

  it("show frames of their own window", async () => {
    const cache = cacheIn();
    const path = whole;
    const { seconds, framesPerSecond } = framesIn(
      (await look(path, at({ factsOnly: true }), { cache })).outcomes[0],
    );
    const rate = Math.round(framesPerSecond!);
    const windows = Array.from({ length: 10 }, (_, i) => span(i * 2, i * 2 + 2));
    const { outcomes } = await look(path, at(...windows), { cache });
    for (const [i, outcome] of outcomes.entries()) {
      const first = Math.min(i * 2 * rate, 600);
      const last = Math.min((i * 2 + 2) * rate, 600) - 1;
      const numbers = await numbersIn(outcome, cache);
      if (i * 2 >= seconds!) expect(numbers).toEqual([]);
      else expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([8, first, last]);
    }
  });

  it("decode only what no look before had, whatever the sampler", async () => {
    const cache = cacheIn();
    const path = join(root.path, "gone.bin");
    copyFileSync(whole, path);
    const all: Sampler = { strategy: "all" };
    const one = await look(path, at(span(0, 1)), { cache, sampler: all });
    const each = framesIn(one.outcomes[0]).frames.length;
    expect(one.decoded).toBe(each);
    expect((await look(path, at(span(0, 1)), { cache, sampler: all })).decoded).toBe(0);
    const overlapping = await look(path, at(span(0.4, 1.4)), { cache, sampler: all });
    expect(overlapping.decoded).toBe(each * 0.4);
    // Another sampler, once the file is gone: nothing but the cache can answer.
    rmSync(path);
    const { outcomes, decoded } = await look(path, at(span(0.2, 1.2)), { cache });
    expect([decoded, framesIn(outcomes[0]).distinct]).toEqual([0, 8]);
    expect((await look(path, at({ factsOnly: true }), { cache })).outcomes).toMatchObject([
      { value: { frames: [], framesPerSecond: expect.any(Number) } },
    ]);
    const other = { cache, encoding: { ...png, longestSide: 32 } };
    expect((await look(path, at(span(0.2, 1.2)), other)).outcomes).toMatchObject([
      { kind: "media-error" },
    ]);
  });

  it("are at a part of it as at a video of its own", async () => {
    const cache = cacheIn();
    const path = whole;
    const part = { from: 4, to: 8 };
    const sampler: Sampler = { strategy: "uniform", count: 3 };
    const looks = [{}, span(1, 2), span(5, 9), { atSeconds: [0, 3] }, { factsOnly: true }] as const;
    const { outcomes } = await look(
      path,
      looks.map((want) => ({ want, ...part })),
      { cache, sampler },
    );
    const rate = Math.round(framesIn(outcomes[4]).framesPerSecond!);
    const first = 4 * rate;
    expect(await numbersIn(outcomes[0], cache)).toEqual([first, expect.any(Number), 8 * rate - 1]);
    expect(framesIn(outcomes[0]).frames[0]).toMatchObject({ atSeconds: 0 });
    expect((await numbersIn(outcomes[1], cache))[0]).toBe(first + rate);
    expect(framesIn(outcomes[1]).frames[0]).toMatchObject({ atSeconds: 1 });
    expect(framesIn(outcomes[2]).frames).toEqual([]);
    expect(await numbersIn(outcomes[3], cache)).toEqual([first, first + 3 * rate]);
    for (const outcome of outcomes) expect(framesIn(outcome).seconds).toBe(4);
    const beyond = [{ want: {}, from: 500, to: 510 }, { want: {} }];
    expect((await look(path, beyond, { cache })).outcomes).toMatchObject([
      {
        kind: "media-error",
        reason: expect.stringMatching(
          /^clip: the part from 500 s to 510 s lies beyond the end of the file, at \d+\.\d{3} s$/,
        ),
      },
      { kind: "answered" },
    ]);
  });

  it("have facts without a frame", async () => {
    for (const name of ["h264 mp4, B-frames, GOP 12", "h264 mkv, variable rate", "gif"]) {
      const path = write(testVideos[name]!);
      const wants = [{ factsOnly: true }, span(900, 960), { atSeconds: [900] }] as const;
      const { outcomes, decoded } = await look(path, at(...wants));
      expect(decoded).toBe(0);
      const whole = framesIn(
        (await look(path, at({}), { sampler: { strategy: "all" } })).outcomes[0],
      );
      for (const outcome of outcomes) {
        expect(outcome).toMatchObject({ value: { frames: [], distinct: 0, warnings: [] } });
        expect(framesIn(outcome).seconds).toBe(whole.seconds);
      }
      expect(whole.seconds).toBeGreaterThan(whole.frames.at(-1)!.atSeconds);
    }
  });
});

describe("a file that is not well", () => {
  it("fails the looks that need what is damaged, and no others", async () => {
    const cut = (bytes: Buffer, path: string) => {
      const { at: place, size } = packetPlaces(path)[300]!;
      bytes.fill(0xff, place + 8, place + size);
      return bytes;
    };
    const path = write(long, cut);
    const rate = Math.round(
      framesIn((await look(path, at({ factsOnly: true }))).outcomes[0]).framesPerSecond!,
    );
    const windows = [100, 300, 302, 400].map((frame) => ({ atSeconds: [frame / rate] }));
    const { outcomes } = await look(path, at(...windows));
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "answered",
      "media-error",
      "media-error",
      "answered",
    ]);
    expect(outcomes[1]).toMatchObject({ reason: expect.stringMatching(/^clip: the frame at \d/) });
    for (const [i, want] of windows.entries()) {
      const alone = (await look(path, at(want))).outcomes[0];
      expect(alone?.kind).toBe(outcomes[i]!.kind);
      if (alone?.kind === "answered") expect(digestsIn(outcomes[i])).toEqual(digestsIn(alone));
    }
  });

  it("fails all looks where it cannot be opened", async () => {
    const path = join(root.path, "nonsense.bin");
    writeFileSync(path, "nonsense");
    const { outcomes } = await look(path, at({}, span(1, 2), { factsOnly: true }));
    expect(outcomes).toHaveLength(3);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: "media-error", reason: /^clip: / });
  });
});

it("a pass that is killed leaves nothing wrong behind", async () => {
  const path = whole;
  const wants = Array.from({ length: 12 }, (_, i) => span(i, i + 1));
  const expected = (await look(path, at(...wants))).outcomes;
  const cache = cacheIn();
  const worker = fileURLToPath(new URL("../decode-worker.ts", import.meta.url));
  for (const ms of [300, 450, 600, 750]) {
    const child = fork(worker, { serialization: "advanced", execArgv: [] });
    const exit = once(child, "exit");
    child.send(jobOf(path, at(...wants), { cache }));
    await pause(ms);
    child.kill("SIGKILL");
    await exit;
    expect((await look(path, at(wants[3]!), { cache })).outcomes).toEqual([expected[3]]);
  }
  expect((await look(path, at(...wants), { cache })).outcomes).toEqual(expected);
});
