import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeVideo } from "../../../test/media/encode-video.ts";
import { packetPlaces } from "../../../test/media/packet-places.ts";
import { testVideos } from "../../../test/media/test-videos.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { webpWarnings } from "../image/webp-warnings.ts";
import { vp8Damage } from "./vp8-damage.ts";

const folder = temporaryFolder();

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly noise: number;
  readonly quality: number;
  readonly effort: number;
  readonly channels: 3 | 4;
}

/** A gradient under noise, as lossy WebP. */
async function webp({ width, height, noise, quality, effort, channels }: Picture): Promise<Buffer> {
  const random = seededRandom(width * height, "webp");
  const raw = Uint8Array.from({ length: width * height * channels }, (_, at) =>
    Math.min(255, (Math.floor(at / channels) % width) + noise * random()),
  );
  return sharp(raw, { raw: { width, height, channels } }).webp({ quality, effort }).toBuffer();
}

const picture = { width: 120, height: 90, noise: 60, quality: 75, effort: 4, channels: 3 } as const;

describe("lossy WebP", () => {
  it("that is whole ends where its partitions do, whatever is on it", async () => {
    const pictures = fc.record({
      width: fc.integer({ min: 1, max: 130 }),
      height: fc.integer({ min: 1, max: 130 }),
      noise: fc.constantFrom(0, 3, 40, 255),
      quality: fc.integer({ min: 1, max: 100 }),
      effort: fc.integer({ min: 0, max: 6 }),
      channels: fc.constantFrom(3 as const, 4 as const),
    });
    await fc.assert(
      fc.asyncProperty(pictures, async (drawn) => {
        expect(webpWarnings(await webp(drawn))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("that is damaged does not, nearly always", async () => {
    const whole = await webp(picture);
    const from = whole.indexOf("VP8 ") + 20;
    let silent = 0;
    let tried = 0;
    for (let at = from; at < whole.length - 64; at += 3, tried++) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1 << (at % 8);
      if (webpWarnings(damaged).length === 0) silent++;
    }
    expect(tried).toBeGreaterThan(500);
    expect(silent / tried).toBeLessThan(0.1);
  });

  it("is found in animations and beside other chunks; what follows its end is told; lossless is left alone", async () => {
    const frame = await webp({ ...picture, height: 40 });
    const two = await sharp([frame, await sharp(frame).negate().toBuffer()], { join: { animated: true } })
      .webp({ quality: 60 })
      .toBuffer();
    expect(two.indexOf("ANMF")).toBeGreaterThan(0);
    expect(webpWarnings(two)).toEqual([]);
    two[two.indexOf("VP8 ") + 200]! ^= 16;
    expect(webpWarnings(two)).toEqual([expect.stringMatching(/^the picture is probably damaged: its code (takes|leaves) \d+ bits/)]);
    expect(webpWarnings(Buffer.concat([frame, Buffer.alloc(5)]))).toEqual(["5 bytes follow the end that the file states"]);
    const lossless = await sharp(frame).webp({ lossless: true }).toBuffer();
    expect(webpWarnings(lossless)).toEqual([]);
  });
});

describe("a key frame", () => {
  it("of libvpx ends where its partitions do", () => {
    const path = join(folder.path, "vp8.webm");
    encodeVideo(path, { ...testVideos["vp8 webm, hidden frames"]!, detail: true, gop: 1 });
    const bytes = readFileSync(path);
    const frames = packetPlaces(path).map(({ at, size }) => {
      const start = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]), at) - 3;
      return bytes.subarray(start, start + size);
    });
    expect(frames.length).toBe(60);
    for (const frame of frames) expect(vp8Damage(frame)).toBeUndefined();
  });

  it.each([
    ["nothing", Buffer.alloc(0), "the header of the picture is cut off"],
    ["a frame between", Buffer.from("01000000000000000000", "hex"), "the picture is no key frame"],
    ["a first partition without its end", Buffer.from("f0ff009d012a10001000ffff", "hex"), "the first partition is cut off"],
  ])("is told from %s", (_, bytes, reason) => {
    expect(vp8Damage(bytes)).toBe(reason);
  });

  it("may hold anything without harm", () => {
    const tag = [0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x40, 0x00, 0x40, 0x00];
    fc.assert(fc.property(fc.uint8Array({ minLength: 16, maxLength: 200 }), (rest) => void vp8Damage(Uint8Array.from([...tag, ...rest]))));
  });
});
