import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { encodeAudio } from "../../../test/media/encode-audio.ts";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { extractAudio } from "./audio.ts";
import { MediaError } from "./media-error.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-audio-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Strength of one frequency: 0.5 for a sine of that height over the whole. */
function strength(samples: Float32Array, hertz: number, sampleRate: number): number {
  let cos = 0;
  let sin = 0;
  for (const [at, sample] of samples.entries()) {
    cos += sample * Math.cos((2 * Math.PI * hertz * at) / sampleRate);
    sin += sample * Math.sin((2 * Math.PI * hertz * at) / sampleRate);
  }
  return Math.hypot(cos, sin) / samples.length;
}

describe("extractAudio", () => {
  it.each([
    { encoder: "pcm_s16le", container: "wav", sampleRate: 16_000 },
    { encoder: "pcm_s16le", container: "wav", sampleRate: 44_100 },
    { encoder: "aac", container: "mp4", sampleRate: 16_000 },
    { encoder: "aac", container: "matroska", sampleRate: 8_000 },
  ] as const)("gives $encoder in $container as mono at $sampleRate Hz", async ({ encoder, container, sampleRate }) => {
    const path = join(folder, `${encoder}-${sampleRate}.${container}`);
    encodeAudio(path, { encoder, container, sampleRate: 44_100, hertz: 440, seconds: 1.5 });
    const samples = await extractAudio(path, { sampleRate });
    expect(samples.length / sampleRate).toBeGreaterThan(1.49);
    expect(samples.length / sampleRate).toBeLessThan(1.56);
    // Half of a sine of 0.5 in one channel, mixed with silence in the other: 0.125.
    expect(strength(samples, 440, sampleRate)).toBeCloseTo(0.125, 2);
    expect(strength(samples, 700, sampleRate)).toBeLessThan(0.01);
  });

  it("says when there is no sound", async () => {
    const path = join(folder, "silent.mp4");
    encodeVideo(path, { encoder: "mpeg4", container: "mp4", width: 64, height: 64, ticks: [0, 1], ticksPerSecond: 25 });
    await expect(extractAudio(path, { sampleRate: 16_000 })).rejects.toThrow(new MediaError(path, "has no audio stream"));
  });

  it("refuses a sample rate that is none", async () => {
    await expect(extractAudio("x", { sampleRate: 0.5 })).rejects.toThrow(RangeError);
  });
});
