import { expect, it } from "vitest";
import { audioFeatures } from "../../src/families/episode/features/audio-frame.ts";
import { depthFeatures } from "../../src/families/episode/features/depth-frame.ts";
import { textBucket } from "../../src/families/episode/features/hashed-text.ts";
import { logMelFeatures } from "../../src/families/episode/features/log-mel.ts";
import { pointCloudFeatures } from "../../src/families/episode/features/static-features.ts";
import { temporalStatistics } from "../../src/families/episode/features/temporal-statistics.ts";
import { videoFeatures } from "../../src/families/episode/features/video-frame.ts";
import { shrinker } from "../../src/media/streams/shrink-picture.ts";
import reference from "./episode-features.json" with { type: "json" };

/** The formulas of episode-features.py. */
function hash32(n: number): number {
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  n = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  return (n ^ (n >>> 16)) >>> 0;
}

const hashes = (count: number, seed = 0) =>
  Array.from({ length: count }, (_, i) => hash32(i + 1 + seed));

function picture(width: number, height: number): Uint8Array {
  return Uint8Array.from(hashes(width * height * 3), (noise, at) => {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
    const slope = Math.floor((x * 128) / width) + Math.floor((y * 64) / height);
    return slope + (at % 3) * 10 + (noise & 63);
  });
}

function expectNear(
  actual: ArrayLike<number>,
  expected: readonly number[],
  tolerance: number,
): void {
  expect(actual.length).toBe(expected.length);
  let worst = 0;
  for (const [i, value] of expected.entries())
    worst = Math.max(worst, Math.abs(actual[i]! - value) / Math.max(1, Math.abs(value)));
  expect(worst).toBeLessThanOrEqual(tolerance);
}

it.each(reference.pictures)(
  "makes a picture of $width × $height small as OpenCV does by areas",
  ({ width, height, small }) => {
    const ours = shrinker({ width: 32, height: 32 })(picture(width, height), { width, height });
    const differ = small.filter((level, i) => level !== ours[i]).length;
    // OpenCV adds up in single precision: where a mean is a half, which is common where a pixel is
    // made of three, the last bit decides.
    expect(differ).toBeLessThanOrEqual(small.length / (width < 100 ? 40 : 500));
    expectNear(ours, small, 1);
  },
);

it.each(reference.pictures)(
  "takes the features of a frame of $width × $height as NumPy does",
  ({ small, features }) => {
    expectNear(videoFeatures(Uint8Array.from(small)), features, 1e-9);
  },
);

it.each(reference.depth)(
  "takes the features of a depth frame of $width × $height as NumPy does",
  ({ width, height, range, features }) => {
    const depth = hashes(width * height).map((hash) => (hash % 4000) / 1000);
    const frame = {
      depth: depth.map((value) => (value < 0.4 ? 0 : value)),
      confidence: hashes(width * height, 99).map((hash) => hash % 256),
      range: (range as [number, number] | null) ?? undefined,
    };
    // OpenCV's weights of areas are of single precision.
    expectNear(depthFeatures({ width, height })(frame), features, 1e-7);
  },
);

it.each(reference.audio)(
  "takes the features of $length samples of sound as NumPy does",
  ({ length, features }) => {
    const samples = hashes(length, length).map(
      (hash, i) => ((hash & 0xffff) - 32768) / 65536 + Math.sin(i * 0.3) / 4,
    );
    expectNear(audioFeatures()(samples), features, 1e-9);
  },
);

it("takes log-mel features of a window as NumPy does", () => {
  const { length, features } = reference.logMel;
  const samples = Float32Array.from(hashes(length, 5), (hash) => ((hash & 0xffff) - 32768) / 65536);
  expectNear(logMelFeatures()(samples), features, 1e-6);
});

it("takes statistics over frames as NumPy does", () => {
  const values = hashes(100).map((hash) => (hash % 1000) / 100);
  expectNear(temporalStatistics(values, { count: 20, width: 5 }), reference.statistics, 1e-6);
});

it.each(Object.entries(reference.words))("hashes %s as Python's BLAKE2b does", (word, expected) => {
  const { bucket, sign } = textBucket(word);
  expect([bucket, sign]).toEqual(expected);
});

it("takes the features of points as NumPy does", () => {
  const points = hashes(900, 11).map((hash) => (hash % 2000) / 1000 - 1);
  expectNear(pointCloudFeatures(points), reference.cloud, 1e-6);
});
