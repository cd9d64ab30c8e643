import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBmp } from "./decode-bmp.ts";

interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Stored rows, with their padding. */
  readonly rows: readonly (readonly number[])[];
  readonly compression?: number;
  /** Palette or masks, right behind the header. */
  readonly tail?: readonly number[];
  readonly colours?: number;
}

/** A bitmap by hand: nothing at hand writes them. */
function bitmap({
  width,
  height,
  bits,
  rows,
  compression = 0,
  tail = [],
  colours = 0,
}: Bitmap): Uint8Array {
  const header = Buffer.alloc(54);
  header.write("BM", "latin1");
  header.writeUInt32LE(54 + tail.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(compression, 30);
  header.writeUInt32LE(colours, 46);
  return Buffer.concat([header, Buffer.from(tail), Buffer.from(rows.flat())]);
}

function coreBitmap(rows: readonly (readonly number[])[], palette: readonly number[]): Uint8Array {
  const header = Buffer.alloc(26);
  header.write("BM", "latin1");
  header.writeUInt32LE(26 + palette.length, 10);
  header.writeUInt32LE(12, 14);
  header.writeUInt16LE(2, 18);
  header.writeUInt16LE(rows.length, 20);
  header.writeUInt16LE(8, 24);
  return Buffer.concat([header, Buffer.from(palette), Buffer.from(rows.flat())]);
}

const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255);
const limit = 1000;
const read = (bytes: Uint8Array) => {
  const { width, height, rgb } = decodeBmp(bytes, limit);
  return { width, height, rgb: [...rgb] };
};

describe("decodeBmp", () => {
  const lower = [3, 2, 1, 6, 5, 4, 0, 0];
  const upper = [9, 8, 7, 12, 11, 10, 0, 0];

  it("reads 24 bits from the bottom up", () => {
    const expected = { width: 2, height: 2, rgb: [7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6] };
    expect(read(bitmap({ width: 2, height: 2, bits: 24, rows: [lower, upper] }))).toEqual(expected);
  });

  it("reads them from the top down", () => {
    const expected = { width: 2, height: 2, rgb: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] };
    expect(read(bitmap({ width: 2, height: -2, bits: 24, rows: [lower, upper] }))).toEqual(
      expected,
    );
  });

  it("drops the fourth byte of 32 bits", () => {
    expect(
      read(bitmap({ width: 2, height: 1, bits: 32, rows: [[3, 2, 1, 99, 6, 5, 4, 0]] })).rgb,
    ).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("reads masks", () => {
    const tail = [0xff, 0xff00, 0xff0000].flatMap((mask) => little(mask, 4));
    expect(
      read(bitmap({ width: 1, height: 1, bits: 32, compression: 3, tail, rows: [[1, 2, 3, 99]] }))
        .rgb,
    ).toEqual([1, 2, 3]);
    const high = [0xff000000, 0xff0000, 0xff00].flatMap((mask) => little(mask, 4));
    expect(
      read(
        bitmap({
          width: 1,
          height: 1,
          bits: 32,
          compression: 3,
          tail: high,
          rows: [[9, 1, 2, 200]],
        }),
      ).rgb,
    ).toEqual([200, 2, 1]);
    const narrow = [0xf800, 0x7e0, 0x1f].flatMap((mask) => little(mask, 4));
    const row = [...little((31 << 11) | (32 << 5) | 1, 2), 0, 0];
    expect(
      read(bitmap({ width: 1, height: 1, bits: 16, compression: 3, tail: narrow, rows: [row] }))
        .rgb,
    ).toEqual([255, 129, 8]);
  });

  it("reads 16 bits without masks as five bits each", () => {
    const row = [...little((31 << 10) | (16 << 5) | 1, 2), 0, 0];
    expect(read(bitmap({ width: 1, height: 1, bits: 16, rows: [row] })).rgb).toEqual([255, 131, 8]);
  });

  it("looks colours up in a palette of 8, 4 or 1 bits", () => {
    const tail = [3, 2, 1, 0, 6, 5, 4, 0];
    const expected = [4, 5, 6, 1, 2, 3];
    expect(
      read(bitmap({ width: 2, height: 1, bits: 8, tail, colours: 2, rows: [[1, 0, 0, 0]] })).rgb,
    ).toEqual(expected);
    expect(
      read(bitmap({ width: 2, height: 1, bits: 4, tail, colours: 2, rows: [[0x10, 0, 0, 0]] })).rgb,
    ).toEqual(expected);
    expect(
      read(bitmap({ width: 2, height: 1, bits: 1, tail, rows: [[0x80, 0, 0, 0]] })).rgb,
    ).toEqual(expected);
    expect(read(coreBitmap([[1, 0, 0, 0]], [3, 2, 1, 6, 5, 4])).rgb).toEqual(expected);
  });

  it.each([
    [
      "a cut row",
      bitmap({ width: 2, height: 2, bits: 24, rows: [lower, upper.slice(0, 7)] }),
      "truncated: 69 bytes of 70",
    ],
    [
      "a cut header",
      bitmap({ width: 2, height: 2, bits: 24, rows: [] }).subarray(0, 40),
      "truncated",
    ],
    [
      "run-length coding",
      bitmap({ width: 2, height: 1, bits: 8, compression: 1, rows: [lower] }),
      "BMP compression 1 is not read",
    ],
    ["an odd depth", bitmap({ width: 2, height: 1, bits: 7, rows: [lower] }), "7 bits per pixel"],
    ["no pixels", bitmap({ width: 0, height: 1, bits: 24, rows: [lower] }), "no pixels"],
    [
      "too many pixels",
      bitmap({ width: 2000, height: 2000, bits: 24, rows: [] }),
      "2000x2000 are more than the 1000 pixels allowed",
    ],
    [
      "no palette",
      bitmap({ width: 1, height: 1, bits: 8, rows: [[0, 0, 0, 0]] }),
      "palette is missing",
    ],
    [
      "a colour too many",
      bitmap({ width: 1, height: 1, bits: 8, tail: [0, 0, 0, 0], rows: [[1, 0, 0, 0]] }),
      "colour 1 of a palette of 1",
    ],
  ])("refuses %s", (_, bytes, reason) => {
    expect(() => read(bytes)).toThrow(reason);
  });

  it("refuses pixels within the header", () => {
    const whole = bitmap({ width: 2, height: 2, bits: 24, rows: [lower, upper] });
    expect(() => read(whole.with(10, 53))).toThrow("the pixels begin at 53, within the header");
  });

  it("gives an image or an Error for whatever follows the signature", () => {
    const whole = bitmap({ width: 2, height: 2, bits: 24, rows: [lower, upper] });
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(damage, fc.nat(whole.length), (changes, length) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          const { width, height, rgb } = decodeBmp(bytes.subarray(0, length), limit);
          expect(rgb).toHaveLength(3 * width * height);
        } catch (error) {
          expect((error as Error).name).toBe("Error");
        }
      }),
      { numRuns: 2000 },
    );
  });
});
