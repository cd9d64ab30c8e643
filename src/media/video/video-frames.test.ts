import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AVCOL_SPC_BT709 } from "node-av/constants";
import { afterAll, describe, expect, it } from "vitest";
import { encodeVideo, type TestVideo } from "../../../test/media/encode-video.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import type { DecodedFrame } from "./decoded-frame.ts";
import { openVideo } from "./open-video.ts";
import { videoDecoderVersion } from "./video-decoder-version.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-frames-"));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, video: TestVideo): string {
  const path = join(folder, name);
  encodeVideo(path, video);
  return path;
}

async function take(path: string, indices: readonly number[]): Promise<DecodedFrame[]> {
  await using video = await openVideo(path);
  return collect(video.frames(indices));
}

async function collect(frames: AsyncIterable<DecodedFrame>): Promise<DecodedFrame[]> {
  const all: DecodedFrame[] = [];
  for await (const frame of frames) all.push(frame);
  return all;
}

describe("colours", () => {
  const base = {
    encoder: "libx264",
    container: "mp4",
    width: 64,
    height: 48,
    ticks: [0, 1],
    ticksPerSecond: 25,
    encoderOptions: { crf: "1" },
  };
  // Y, U, V of pure red in BT.601, limited range; what other readings make of it follows from the
  // matrices.
  const fill = [82, 90, 240] as const;
  it.each([
    ["no matrix stated: BT.601", { ...base, fill }, [254, 0, 0]],
    [
      "no matrix stated, odd size",
      { ...base, fill, encoder: "mpeg4", width: 63, height: 47, encoderOptions: { b: "4M" } },
      [254, 0, 0],
    ],
    ["no matrix stated, high definition", { ...base, fill, width: 1280, height: 720 }, [254, 0, 0]],
    ["BT.709 stated", { ...base, fill, colorSpace: AVCOL_SPC_BT709 }, [255, 24, 0]],
    ["10 bits", { ...base, fill, pixels: "yuv420p10" }, [254, 0, 0]],
    [
      "full range",
      {
        ...base,
        fill,
        encoder: "mjpeg",
        container: "mov",
        pixels: "yuvj420p",
        encoderOptions: { qmin: "1", qmax: "2" },
      },
      [239, 15, 14],
    ],
    ["white of limited range", { ...base, fill: [235, 128, 128] }, [255, 255, 255]],
    ["black of limited range", { ...base, fill: [16, 128, 128] }, [0, 0, 0]],
  ] as const)("%s", async (name, video, expected) => {
    const [frame] = await take(write(`${name.replaceAll(/\W+/g, "-")}`, video), [1]);
    const middle = ((video.height >> 1) * video.width + (video.width >> 1)) * 3;
    for (const [channel, value] of expected.entries())
      expect(Math.abs(frame!.rgb[middle + channel]! - value)).toBeLessThanOrEqual(3);
    expect(frame!.rgb).toHaveLength(video.width * video.height * 3);
  });
});

describe("economy", () => {
  it("decodes a few groups for a few frames, not the file", async () => {
    const path = write("gop30", testVideos["h264 mp4, GOP 30, 600 frames"]!);
    await using video = await openVideo(path);
    await collect(video.frames([14, 89, 164, 239, 314, 389, 464, 539]));
    // On average 22 and a half packets from the key frame on, of 600.
    expect(video.packetsDecoded).toBeLessThanOrEqual(180);
  });

  it("decodes a group once for all frames of it", async () => {
    const path = write("gop250", testVideos["h264 mp4, GOP 250"]!);
    await using video = await openVideo(path);
    await collect(video.frames([10, 20, 30, 200, 249]));
    expect(video.packetsDecoded).toBeLessThanOrEqual(250);
  });

  it("holds no more than the frames that are taken", async () => {
    const ticks = Array.from({ length: 400 }, (_, at) => at);
    const encoderOptions = { preset: "ultrafast" };
    const path = write("memory", {
      encoder: "libx264",
      container: "mp4",
      width: 640,
      height: 480,
      ticks,
      ticksPerSecond: 25,
      encoderOptions,
    });
    await using video = await openVideo(path);
    await collect(video.frames([0, 200]));
    const before = process.memoryUsage().rss;
    for await (const frame of video.frames([0, 399])) expect(frame.rgb).toHaveLength(640 * 480 * 3);
    // All 400 frames would be 370 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
  });
});

describe("asking", () => {
  const path = () => write("asking", testVideos["h264 mp4, B-frames, GOP 12"]!);

  it("gives index and time with every frame", async () => {
    const frames = await take(path(), [3, 30]);
    expect(
      frames.map(({ index, atSeconds, width, height }) => ({ index, atSeconds, width, height })),
    ).toEqual([
      { index: 3, atSeconds: expect.closeTo(0.12, 9), width: 176, height: 96 },
      { index: 30, atSeconds: expect.closeTo(1.2, 9), width: 176, height: 96 },
    ]);
  });

  it("gives nothing for nothing", async () => {
    expect(await take(path(), [])).toEqual([]);
  });

  it.each([[[-1]], [[60]], [[1.5]], [[3, 3]], [[5, 4]]])("refuses %j", async (indices) => {
    await expect(take(path(), indices)).rejects.toThrow(RangeError);
  });

  it.each([0, 1.5, Number.NaN])("refuses %d threads", async (threads) => {
    await expect(openVideo(path(), { threads })).rejects.toThrow(RangeError);
  });

  it("stops when told to", async () => {
    await using video = await openVideo(path());
    const controller = new AbortController();
    controller.abort(new Error("enough"));
    await expect(collect(video.frames([1], { signal: controller.signal }))).rejects.toThrow(
      "enough",
    );
  });

  it("serves several readers at once, and one that leaves early", async () => {
    await using video = await openVideo(path());
    const [some, others] = await Promise.all([
      collect(video.frames([1, 40])),
      collect(video.frames([2, 59])),
    ]);
    expect([...some, ...others].map(({ index }) => index)).toEqual([1, 40, 2, 59]);
    for await (const frame of video.frames([0, 1, 2])) {
      expect(frame.index).toBe(0);
      break;
    }
  });
});

it("names its version", () => {
  expect(videoDecoderVersion()).toMatch(
    /^node-av \d+\.\d+\.\d+ \(FFmpeg \S+, libavcodec [\d.]+, libswscale [\d.]+\)$/,
  );
});
