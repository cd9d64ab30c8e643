import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { powerSpectrum } from "../../math/power-spectrum.ts";
import { writeVideo } from "../video/write-video.ts";
import { audioOf } from "./audio-job.ts";
import { thumbnailsOf } from "./thumbnails-job.ts";

const folder = mkdtempSync(join(tmpdir(), "vidimus-streams-"));
afterAll(() => rmSync(folder, { recursive: true }));

const form = { encoder: "libx264", container: "mp4", width: 64, height: 48, framesPerSecond: 10 };
const rate = 44_100;

/** Frames whose brightness rises, noisy so that their code is long; a tone of 440 Hz. */
function video(name: string, frames: number, isLoud = false): string {
  const path = join(folder, name);
  const samples = Float32Array.from(
    { length: (frames * rate) / 10 },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / rate),
  );
  const sound = isLoud ? { samples, samplesPerSecond: rate } : undefined;
  writeVideo(path, { ...form, sound }, pictures(frames));
  return path;
}

function* pictures(frames: number): Generator<Uint8Array> {
  for (let frame = 0; frame < frames; frame++)
    yield Uint8Array.from(
      { length: 64 * 48 * 3 },
      (_, i) => 4 * frame + ((i * 7919 * (frame + 1)) % 41),
    );
}

async function thumbnails(path: string) {
  const output = join(folder, "out.raw");
  const size = { width: 8, height: 8 };
  const found = await thumbnailsOf(
    { work: "thumbnails", path, name: path, size, output },
    () => undefined,
  );
  const bytes = readFileSync(output);
  expect(bytes.length).toBe(found.count * 192);
  const levels = Array.from({ length: found.count }, (_, frame) => {
    const part = bytes.subarray(frame * 192, (frame + 1) * 192);
    return part.reduce((sum, value) => sum + value, 0) / 192;
  });
  return { ...found, levels };
}

describe("frames of a whole video", () => {
  it("come small, all of them, in their order", async () => {
    const { count, failed, framesPerSecond, levels } = await thumbnails(video("whole.mp4", 40));
    expect([count, failed]).toEqual([40, 0]);
    expect(framesPerSecond).toBeCloseTo(10, 9);
    expect(levels.every((level, i) => Math.abs(level - (20 + 4 * i)) < 4)).toBe(true);
  });

  it.each([
    ["at the start", 0.01, 0.2],
    ["in the middle", 0.4, 0.6],
  ])("repeat a neighbour where they are broken %s", async (_, from, to) => {
    const path = video("broken.mp4", 40);
    const bytes = readFileSync(path);
    // The tables of such a file are at its end.
    bytes.fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * to));
    writeFileSync(path, bytes);
    const { count, failed, levels } = await thumbnails(path);
    expect(count).toBe(40);
    expect(failed).toBeGreaterThan(0);
    expect(failed).toBeLessThan(25);
    const repeated = levels.filter(
      (level, i) => level === levels[i - 1] || level === levels[i + 1],
    );
    expect(repeated.length).toBeGreaterThanOrEqual(failed);
    expect(levels.at(-1)).toBeGreaterThan(160);
  });

  it("are an error where there is none", async () => {
    const path = join(folder, "text.mp4");
    writeFileSync(path, "no video");
    await expect(thumbnails(path)).rejects.toThrow("cannot be opened as media");
  });
});

describe("the sound of a file", () => {
  const output = join(folder, "sound.raw");
  const heard = (path: string) =>
    audioOf({ work: "audio", path, name: path, samplesPerSecond: 16_000, output }, () => undefined);

  it("comes as one channel at the rate that was asked for", async () => {
    const { samples } = await heard(video("loud.mp4", 30, true));
    expect(Math.abs(samples - 48_000)).toBeLessThan(2_000);
    const bytes = readFileSync(output);
    const values = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
    expect(values).toHaveLength(samples);
    const power = powerSpectrum(16_000)(values.subarray(8_000, 24_000));
    expect(power.indexOf(power.reduce((a, b) => Math.max(a, b)))).toBe(440);
    const loudness = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / samples);
    expect(loudness).toBeCloseTo(0.5 / Math.SQRT2, 1);
  });

  it("is an error where there is none", async () => {
    await expect(heard(video("silent.mp4", 5))).rejects.toThrow("has no sound");
  });
});
