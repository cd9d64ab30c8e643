import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NalFormat, nalDamage, nalFormat } from "./nal-damage.ts";

const avc: NalFormat = { codec: "h264", lengthBytes: 4 };
const avcStream: NalFormat = { codec: "h264", lengthBytes: null };
const hevc: NalFormat = { codec: "hevc", lengthBytes: 4 };
const damaged = "its packet holds bytes that its codec never writes";

/** A picture that others refer to, one that none refers to, and side information, by their first bytes. */
const units = {
  h264: { picture: 0x65, unreferenced: 0x01, other: 0x06 },
  hevc: { picture: 0x02, unreferenced: 0x00, other: 0x4e },
} as const;

/** A packet of one unit with this content, after a length of four bytes or a start code. */
function packet({ codec, lengthBytes }: NalFormat, content: readonly number[], kind: keyof (typeof units)["h264"] = "picture"): Uint8Array {
  const unit = [units[codec][kind], ...content];
  return Uint8Array.from([...(lengthBytes === null ? [0, 0, 0, 1] : [0, 0, 0, unit.length]), ...unit]);
}

/** Puts a 3 wherever two zeros would be followed by less than 4, as encoders do. */
function escaped(bytes: readonly number[]): number[] {
  const out: number[] = [];
  for (const byte of bytes) {
    if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3);
    out.push(byte);
  }
  // The last byte of a unit holds its stop bit.
  return [...out, 0x80];
}

describe("nalDamage", () => {
  it.each<[string, Uint8Array, NalFormat, string | null]>([
    ["two zeros within", packet(avc, [7, 0, 0, 9]), avc, null],
    ["two zeros and an escape", packet(avc, [7, 0, 0, 3, 0, 9]), avc, null],
    ["three zeros", packet(avc, [7, 0, 0, 0, 9]), avc, damaged],
    ["a start code within", packet(avc, [7, 0, 0, 1, 9]), avc, damaged],
    ["two zeros and a two", packet(avc, [7, 0, 0, 2, 9]), avc, damaged],
    ["an escape in front of nothing to escape", packet(avc, [7, 0, 0, 3, 4]), avc, damaged],
    ["the same in a stream", packet(avcStream, [7, 0, 0, 3, 200]), avcStream, damaged],
    ["an escape at the end", packet(avc, [7, 0, 0, 3]), avc, null],
    ["a few zeros at the end", packet(avc, [7, 9, 0, 0, 0]), avc, null],
    ["many zeros at the end", packet(avc, [7, ...Array(20).fill(0)]), avc, damaged],
    ["three zeros in HEVC", packet(hevc, [1, 7, 0, 0, 0, 9]), hevc, damaged],
    ["three zeros in side information", packet(avc, [7, 0, 0, 0, 9], "other"), avc, null],
    ["three zeros in side information of HEVC", packet(hevc, [1, 0, 0, 0, 9], "other"), hevc, null],
    ["a length beyond the packet", packet(avc, [7, 0, 0, 0, 9]).with(3, 99), avc, null],
    ["a length that is cut off", Uint8Array.of(0, 0), avc, null],
    ["nothing", new Uint8Array(0), avc, null],
    ["the second of two units", Uint8Array.from([...packet(avc, [1]), ...packet(avc, [0, 0, 0, 9])]), avc, damaged],
    ["zeros before a start code", Uint8Array.from([...packet(avcStream, [9]), 0, 0, 0, 0, ...packet(avcStream, [9])]), avcStream, null],
    ["zeros at the end of a stream", packet(avcStream, [9, 0, 0, 0, 0]), avcStream, null],
    ["zeros in a stream", packet(avcStream, [9, 0, 0, 0, 0, 9]), avcStream, damaged],
    ["two zeros and a two in a stream", packet(avcStream, [9, 0, 0, 2, 9]), avcStream, damaged],
    ["zeros in a stream's side information", packet(avcStream, [9, 0, 0, 0, 0, 9], "other"), avcStream, null],
  ])("%s", (_, data, format, expected) => {
    expect(nalDamage(data, format, false)).toBe(expected);
  });

  it.each([avc, hevc, avcStream])("leaves out what is not decoded: $codec, $lengthBytes", (format) => {
    const content = [7, 0, 0, 0, 9];
    expect(nalDamage(packet(format, content, "unreferenced"), format, true)).toBeNull();
    expect(nalDamage(packet(format, content, "unreferenced"), format, false)).toBe(damaged);
    expect(nalDamage(packet(format, content), format, true)).toBe(damaged);
  });

  it("finds nothing in what an encoder writes, and every stretch of zeros within it", () => {
    const content = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 255 })), { minLength: 8, maxLength: 200 });
    fc.assert(
      fc.property(content, fc.constantFrom(avc, hevc, avcStream), fc.nat(), (bytes, format, seed) => {
        const written = escaped(bytes);
        expect(nalDamage(packet(format, written), format, false)).toBeNull();
        const from = seed % (written.length - 4);
        const holed = [...written.toSpliced(from, 3, 0, 0, 0), 5];
        // Zeros before a one are a start code.
        fc.pre(format.lengthBytes !== null || holed.find((byte, at) => at >= from && byte !== 0) !== 1);
        expect(nalDamage(packet(format, holed), format, false)).toBe(damaged);
      }),
    );
  });
});

describe("nalFormat", () => {
  it("takes the length from the header of MP4 and Matroska", () => {
    expect(nalFormat("h264", Uint8Array.of(1, 100, 0, 31, 0xff, 0xe1))).toEqual(avc);
    expect(nalFormat("h264", Uint8Array.of(1, 100, 0, 31, 0xfd, 0xe1))).toEqual({ codec: "h264", lengthBytes: 2 });
    expect(nalFormat("hevc", new Uint8Array(23).with(0, 1).with(21, 0x0f))).toEqual(hevc);
  });

  it("knows start codes where there is none", () => {
    for (const header of [null, Uint8Array.of(0, 0, 0, 1, 0x67, 100), Uint8Array.of(1)])
      expect(nalFormat("h264", header)).toEqual(avcStream);
  });
});
