import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { encodeVideo, type TestVideo } from "../../test/media/encode-video.ts";
import { packetPlaces } from "../../test/media/packet-places.ts";
import { testVideos } from "../../test/media/test-videos.ts";
import type { MediaFrames, Sampler } from "../core/data/media.ts";
import { framesOf } from "./frames-job.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-frames-job-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function write(video: TestVideo, change?: (bytes: Buffer, path: string) => Buffer): string {
  const path = join(folder, `${files++}.bin`);
  encodeVideo(path, video);
  if (change) writeFileSync(path, change(readFileSync(path), path));
  return path;
}

async function take(
  path: string,
  sampler: Sampler = { strategy: "uniform", count: 4 },
  longestSide: number | null = 88,
): Promise<MediaFrames> {
  const [outcome] = await framesOf({
    work: "frames",
    kind: "video",
    path,
    name: path,
    request: { sampler, encoding: { format: "png", quality: 90, longestSide } },
    looks: [{ want: {} }],
    source: path,
    decoder: "",
    cache: { directory: join(folder, "cache"), maxBytes: 1e8 },
  });
  if (outcome?.kind !== "answered") throw new Error(outcome?.reason);
  return outcome.value;
}

const mp4 = testVideos["h264 mp4, B-frames, GOP 12"]!;
const mkv = testVideos["h264 mkv, B-frames"]!;

describe("frames of a video", () => {
  it.each([
    ["a plain MP4", mp4],
    ["an MP4 with an open GOP", testVideos["h264 mp4, open GOP"]!],
    ["Matroska with intra refresh", testVideos["h264 mkv, intra refresh"]!],
    ["HEVC", testVideos["hevc mp4, open GOP"]!],
    ["GIF", testVideos.gif!],
  ])("come scaled and without a warning: %s", async (_, video) => {
    const { frames, warnings } = await take(write(video), { strategy: "uniform", count: 7 });
    expect(frames.map(({ width, height }) => [width, height])).toEqual(Array(7).fill([88, 48]));
    expect(warnings).toEqual([]);
  });

  it("come in their own size where no other is asked for", async () => {
    const { frames } = await take(write(mp4), { strategy: "uniform", count: 1 }, null);
    expect(frames).toMatchObject([
      { width: 176, height: 96, mediaType: "image/png", atSeconds: 0 },
    ]);
  });

  it.each(["mpegts", "matroska", "mp4"])(
    "have times from the start of the video, whatever its clock says there: %s",
    async (container) => {
      const ticks = Array.from({ length: 32 }, (_, at) => 4 * 10 + at);
      const late = {
        encoder: "libx264",
        container,
        width: 64,
        height: 64,
        ticks,
        ticksPerSecond: 4,
      };
      const { frames } = await take(write(late), { strategy: "explicit", times: [0, 3, 7.75] });
      expect(frames.map(({ atSeconds }) => atSeconds)).toEqual([0, 3, 7.75]);
    },
  );
});

describe("what is not well is told", () => {
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.7));
  const zeroed = (bytes: Buffer) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 200);

  it.each<[string, TestVideo, (bytes: Buffer) => Buffer, string]>([
    ["a cut Matroska", mkv, cut, "FFmpeg complains: File ended prematurely"],
    [
      "a cut transport stream",
      testVideos["mpeg2 mpegts, B-frames"]!,
      cut,
      "ends in the middle of a packet",
    ],
    ["a cut AVI", testVideos["mjpeg avi, odd size"]!, cut, "the header counts 60 frames"],
    ["a hole in a Matroska", mkv, zeroed, "FFmpeg complains"],
  ])("%s", async (_, video, change, warning) => {
    const { warnings } = await take(write(video, change), { strategy: "explicit", times: [0] });
    expect(warnings).toEqual(expect.arrayContaining([expect.stringContaining(warning)]));
  });

  it("pixels that are not square, also where only the pictures say so", async () => {
    const video = {
      ...mp4,
      encoderOptions: {
        ...mp4.encoderOptions,
        "x264-params": `${mp4.encoderOptions?.["x264-params"]}:sar=4/3`,
      },
    };
    const withoutBox = (bytes: Buffer) => {
      const place = bytes.indexOf("pasp");
      if (place >= 0) bytes.write("free", place);
      return bytes;
    };
    for (const path of [write(video), write(video, withoutBox)])
      expect((await take(path)).warnings).toEqual([
        "pixels are not square (1.333); frames are not stretched",
      ]);
  });

  it("HEVC pictures whose checksums are wrong", async () => {
    const hevc = testVideos["hevc mp4, B-frames"]!;
    const hashed = (hash: number): TestVideo => ({
      ...hevc,
      detail: true,
      encoderOptions: {
        ...hevc.encoderOptions,
        "x265-params": `${hevc.encoderOptions?.["x265-params"]}:hash=${hash}`,
      },
    });
    // In the middle of the first picture, which is most of the file's first packet.
    const flipped = (bytes: Buffer, path: string) => {
      const { at, size } = packetPlaces(path)[0]!;
      bytes[at + Math.floor(size * 0.6)]! ^= 0x10;
      return bytes;
    };
    const first: Sampler = { strategy: "explicit", times: [0] };
    expect((await take(write(hashed(1)), first)).warnings).toEqual([]);
    expect((await take(write(hashed(1), flipped), first)).warnings).toEqual([
      expect.stringContaining("mismatching checksum"),
    ]);
    expect((await take(write(hashed(0), flipped), first)).warnings).toEqual([]);
  });
});
