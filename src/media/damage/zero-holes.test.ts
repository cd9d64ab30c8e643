import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { h264Units, hevcUnits, mpeg4Units, type UnitFormat, zeroHole } from "./zero-holes.ts";

const avc = h264Units(Uint8Array.of(1, 100, 0, 31, 0xff, 0xe1));
const stream = h264Units(null);
const hevc = hevcUnits(new Uint8Array(23).with(0, 1).with(21, 0x0f));
const damaged = "its packet has a hole of zeros";
const zeros = (count: number) => Array<number>(count).fill(0);

/** A packet of one unit after a length of four bytes or a start code. */
function packet({ lengthBytes }: UnitFormat, unit: readonly number[]): Uint8Array {
  return Uint8Array.from([
    ...(lengthBytes === null ? [0, 0, 0, 1] : [0, 0, 0, unit.length]),
    ...unit,
  ]);
}

/**
 * A picture that others refer to, one that none refers to, and side information, by their first
 * bytes.
 */
const h264 = { picture: 0x65, unreferenced: 0x01, other: 0x06 } as const;

describe("zeroHole", () => {
  it.each<[string, Uint8Array, UnitFormat | null, string | null]>([
    ["a few zeros in a picture", packet(avc, [h264.picture, 7, ...zeros(15), 9]), avc, null],
    ["a hole in a picture", packet(avc, [h264.picture, 7, ...zeros(16), 9]), avc, damaged],
    ["a hole at the end of a picture", packet(avc, [h264.picture, 7, ...zeros(16)]), avc, damaged],
    ["a hole in side information", packet(avc, [h264.other, 7, ...zeros(16), 9]), avc, null],
    [
      "a hole in the second unit",
      Uint8Array.from([...packet(avc, [6, 1]), ...packet(avc, [0x41, ...zeros(16), 9])]),
      avc,
      damaged,
    ],
    [
      "a length beyond the packet",
      packet(avc, [h264.picture, 7, ...zeros(16), 9]).with(3, 99),
      avc,
      null,
    ],
    ["a hole in a picture of HEVC", packet(hevc, [0x02, 1, 7, ...zeros(16), 9]), hevc, damaged],
    ["a hole in side information of HEVC", packet(hevc, [0x4e, 1, ...zeros(16), 9]), hevc, null],
    [
      "a hole after a start code",
      packet(stream, [h264.picture, 7, ...zeros(16), 9]),
      stream,
      damaged,
    ],
    [
      "padding at the end of a stream's packet",
      packet(stream, [h264.picture, 7, ...zeros(40)]),
      stream,
      null,
    ],
    [
      "padding before a start code",
      Uint8Array.from([...packet(stream, [0x65, 7]), ...zeros(40), 0, 0, 1, 0x65, 7]),
      stream,
      null,
    ],
    [
      "a hole in a picture of MPEG-4",
      Uint8Array.from([0, 0, 1, 0xb6, 7, ...zeros(16), 9]),
      mpeg4Units,
      damaged,
    ],
    ["a packet of nothing else", new Uint8Array(40), mpeg4Units, damaged],
    ["a packet that begins with a hole", Uint8Array.from([...zeros(16), 5]), null, damaged],
    ["a hole in a codec that may write it", Uint8Array.from([5, ...zeros(40), 5]), null, null],
    ["nothing", new Uint8Array(0), avc, null],
  ])("%s", (_, data, format, expected) => {
    expect(zeroHole(data, format, false)).toBe(expected);
  });

  it("leaves out pictures that are not decoded", () => {
    const unreferenced = packet(avc, [h264.unreferenced, 7, ...zeros(16), 9]);
    expect(zeroHole(unreferenced, avc, true)).toBeNull();
    expect(zeroHole(unreferenced, avc, false)).toBe(damaged);
    expect(zeroHole(packet(hevc, [0x00, 1, ...zeros(16), 9]), hevc, true)).toBeNull();
    expect(zeroHole(packet(avc, [h264.picture, 7, ...zeros(16), 9]), avc, true)).toBe(damaged);
  });

  it("reads anything without harm", () => {
    const bytes = fc
      .uint8Array({ maxLength: 60 })
      .map((some) => Uint8Array.from([...some, ...zeros(20), ...some]));
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom(avc, stream, hevc, null),
        (data, format) => void zeroHole(data, format, false),
      ),
    );
  });

  it("takes the width of lengths from the header of MP4 and Matroska", () => {
    expect([avc.lengthBytes, hevc.lengthBytes, stream.lengthBytes]).toEqual([4, 4, null]);
    expect(h264Units(Uint8Array.of(1, 100, 0, 31, 0xfd, 0xe1)).lengthBytes).toBe(2);
    expect(h264Units(Uint8Array.of(0, 0, 0, 1, 0x67, 100)).lengthBytes).toBeNull();
  });
});
