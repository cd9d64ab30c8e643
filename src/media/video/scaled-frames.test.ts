import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { encodeVideo, type TestVideo } from "../../../test/media/encode-video.ts";
import { readFrameNumber } from "../../../test/media/frame-number.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { fittedSize } from "../image/fitted-size.ts";
import type { DecodedFrame, WantedSize } from "./decoded-frame.ts";
import { openVideo } from "./open-video.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-scaled-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function take(
  name: string,
  video: TestVideo,
  wantedSize?: WantedSize,
): Promise<DecodedFrame> {
  const path = join(folder, name.replaceAll(/\W+/g, "-"));
  encodeVideo(path, video);
  await using opened = await openVideo(path);
  for await (const frame of opened.frames([1], wantedSize ? { wantedSize } : {})) return frame;
  throw new Error("no frame");
}

describe("a scaled frame", () => {
  it.each([
    "h264 mp4, 3 frames",
    "h264 mp4, turned 90",
    "h264 mp4, turned 270",
    "h264 mp4, 10 bits",
    "vp9 webm, odd size",
    "mjpeg mov",
    "gif",
  ])("has the size that is asked for and the number on it: %s", async (name) => {
    const { rgb, width, height } = await take(name, testVideos[name]!, (shown) =>
      fittedSize(shown, 88),
    );
    const { rotation, ...coded } = testVideos[name]!;
    const shown =
      rotation === 90 || rotation === 270 ? { width: coded.height, height: coded.width } : coded;
    expect({ width, height }).toEqual(fittedSize(shown, 88));
    expect(rgb).toHaveLength(width * height * 3);
    expect(readFrameNumber(rgb, width, height)).toBe(1);
  });

  it("is the picture that scaling the whole RGB picture gives", async () => {
    const video = { ...testVideos["h264 mp4, 3 frames"]!, width: 640, height: 360, detail: true };
    const whole = await take("whole", video);
    const scaled = await take("scaled", video, () => ({ width: 224, height: 126 }));
    const byVips = await sharp(whole.rgb, { raw: { width: 640, height: 360, channels: 3 } })
      .resize(224, 126, { kernel: "lanczos3", fit: "fill" })
      .raw()
      .toBuffer();
    expect(decibels(scaled.rgb, byVips)).toBeGreaterThan(40);
  });

  it.each([
    [640, 2, 64],
    [2, 640, 64],
    [640, 360, 1],
  ])("may be as thin as a pixel: %i × %i to %i", async (width, height, longest) => {
    const video = {
      ...testVideos["h264 mp4, 3 frames"]!,
      width,
      height,
      fill: [235, 128, 128] as const,
    };
    const frame = await take(`thin ${width} ${longest}`, video, (shown) =>
      fittedSize(shown, longest),
    );
    expect(Math.min(frame.width, frame.height)).toBe(1);
    expect(frame.rgb.every((value) => value >= 252)).toBe(true);
  });

  it("keeps its colours", async () => {
    const fill = [82, 90, 240] as const;
    const video = { ...testVideos["h264 mp4, 3 frames"]!, fill, encoderOptions: { crf: "1" } };
    const { rgb } = await take("red", video, () => ({ width: 50, height: 30 }));
    for (const [channel, value] of [254, 0, 0].entries())
      expect(Math.abs(rgb[300 + channel]! - value)).toBeLessThanOrEqual(3);
  });
});

function decibels(one: Uint8Array, other: Uint8Array): number {
  let squares = 0;
  for (let at = 0; at < one.length; at++) squares += (one[at]! - other[at]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (squares / one.length));
}
