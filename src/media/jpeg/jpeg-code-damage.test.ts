import fc from "fast-check";
import sharp, { type JpegOptions } from "sharp";
import { describe, expect, it } from "vitest";
import { jpegCodeDamage } from "./jpeg-code-damage.ts";

/** Noise on slopes: every block has code of its own. */
function pixels(width: number, height: number, channels: 1 | 3): Buffer {
  return Buffer.from(Array.from({ length: width * height * channels }, (_, at) => (at * 7 + (Math.imul(at, 2654435761) >>> 27)) & 0xff));
}

function jpeg(options: JpegOptions, [width, height, channels = 3]: readonly [number, number, (1 | 3)?] = [67, 45]): Promise<Buffer> {
  const picture = sharp(pixels(width, height, channels), { raw: { width, height, channels } });
  return (channels === 1 ? picture.toColourspace("b-w") : picture).jpeg({ quality: 80, ...options }).toBuffer();
}

/** Where the body of the only segment of this kind starts. */
function segment(bytes: Buffer, marker: number): number {
  return bytes.indexOf(Buffer.from([0xff, marker])) + 4;
}

/** Where the code starts. */
function code(bytes: Buffer): number {
  const header = segment(bytes, 0xda);
  return header - 2 + bytes.readUInt16BE(header - 2);
}

describe("jpegCodeDamage", () => {
  it.each([
    ["colour at full size", { chromaSubsampling: "4:4:4" }],
    ["colour at half the size", { chromaSubsampling: "4:2:0" }],
    ["tables made for the picture", { optimizeCoding: true }],
    ["tables of the standard", { optimizeCoding: false }],
    ["the worst quality", { quality: 1 }],
    ["the best quality", { quality: 100 }],
    ["mozjpeg in one pass", { mozjpeg: true, progressive: false }],
    ["several passes, which are not looked into", { progressive: true }],
  ] as const)("finds nothing in a whole picture: %s", async (_, options) => {
    for (const size of [
      [1, 1],
      [8, 8],
      [16, 16],
      [17, 9],
      [67, 45],
      [128, 64],
    ] as const)
      expect(jpegCodeDamage(await jpeg(options, size)), size.join("x")).toBeUndefined();
    expect(jpegCodeDamage(await jpeg(options, [67, 45, 1]))).toBeUndefined();
  });

  it("knows a picture whose size is not that of its code", async () => {
    const whole = await jpeg({ chromaSubsampling: "4:4:4" });
    for (const [place, name] of [
      [1, "height"],
      [3, "width"],
    ] as const)
      for (const size of [8, 16, 40, 88, 200]) {
        const damaged = Buffer.from(whole);
        damaged.writeUInt16BE(size, segment(whole, 0xc0) + place);
        if (Math.ceil(size / 8) === Math.ceil((name === "width" ? 67 : 45) / 8)) continue;
        expect(jpegCodeDamage(damaged), `${name} ${size}`).toEqual(expect.any(String));
      }
  });

  it("knows a code whose symbol another code has as well", async () => {
    const damaged = await jpeg({});
    const symbols = segment(damaged, 0xc4) + 17;
    damaged[symbols] = damaged[symbols + 1]!;
    expect(jpegCodeDamage(damaged)).toBe("its code has symbols that no encoder writes");
  });

  it("knows code that goes on after its last pixel, but allows for filling", async () => {
    const whole = await jpeg({});
    const end = whole.length - 2;
    const withMore = (...more: number[]) => Buffer.concat([whole.subarray(0, end), Buffer.from(more), whole.subarray(end)]);
    expect(jpegCodeDamage(withMore(0x35, 0x12, 0x77))).toMatch(/^its code (leaves 3 bytes over|does not end with its pixels)$/);
    expect(jpegCodeDamage(withMore(0, 0, 0, 0))).toBeUndefined();
    expect(jpegCodeDamage(withMore(0xff, 0xff))).toBeUndefined();
  });

  it("finds most zeros within the code", async () => {
    const whole = await jpeg({ chromaSubsampling: "4:4:4" });
    let found = 0;
    const places = Array.from({ length: 40 }, (_, at) => code(whole) + 20 + at * 24);
    for (const place of places) {
      const damaged = Buffer.from(whole);
      if (jpegCodeDamage(damaged.fill(0, place, place + 12))) found++;
    }
    expect(found).toBeGreaterThan(0.5 * places.length);
  });

  it("reads restarts, and knows one that is out of order", () => {
    const whole = withRestarts();
    expect(jpegCodeDamage(whole)).toBeUndefined();
    const damaged = Buffer.from(whole);
    damaged[whole.lastIndexOf(Buffer.from([0xff, 0xd1])) + 1] = 0xd2;
    expect(jpegCodeDamage(damaged)).toBe("its code is not cut where it should be");
  });

  it("reads anything without harm", async () => {
    const whole = await jpeg({});
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), { maxLength: 20 }), (changes) => {
        const damaged = Buffer.from(whole);
        for (const [place, value] of changes) damaged[place] = value;
        void jpegCodeDamage(damaged);
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (rest) => void jpegCodeDamage(Uint8Array.from([0xff, 0xd8, 0xff, ...rest]))));
  });
});

/** Three grey blocks, each of the code 0 for "as before" and 0 for "nothing more", with a restart after each. */
function withRestarts(): Buffer {
  const table = (id: number) => Buffer.from([0xff, 0xc4, 0, 20, id, 1, ...new Array<number>(15).fill(0), 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 67, 0, ...new Array<number>(64).fill(16)]),
    Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 8, 0, 24, 1, 1, 0x11, 0]),
    table(0x00),
    table(0x10),
    Buffer.from([0xff, 0xdd, 0, 4, 0, 1, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]),
    Buffer.from([0x3f, 0xff, 0xd0, 0x3f, 0xff, 0xd1, 0x3f, 0xff, 0xd9]),
  ]);
}
