import { describe, expect, it } from "vitest";
import { codedParts } from "./coded-parts.ts";
import { changedRanges, outside } from "./file-range.ts";

describe("what is entropy-coded", () => {
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
  it.each([
    ["slices of H.264 by lengths, without side information", "h264", "00000003 06aabb 00000004 65112233", [{ from: 12, to: 15 }]],
    ["slices of H.264 after start codes", "h264", "00000001 67aa 000001 65112233", [{ from: 10, to: 13 }]],
    ["slices of HEVC", "hevc", "00000004 40010c0c 00000005 2601112233", [{ from: 14, to: 17 }]],
    ["a key frame of VP8", "vp8", "100200 9d012a 4000 4000 aabb", [{ from: 10, to: 12 }]],
    ["a frame of VP8 between", "vp8", "110200 aabb", [{ from: 3, to: 5 }]],
    ["a scan of JPEG", "jpeg", "ffd8 ffda0004 0000 112233ff00 ffd9", [{ from: 8, to: 13 }]],
    ["the strengths and the code of VP9", "vp9", "86004092f1 2140", [{ from: 5, to: 7 }]],
    [
      "what the codes of JPEG stand for",
      "jpeg",
      "ffd8 ffc40015 00 02000000000000000000000000000000 0102 ffda0004 0000 11 ffd9",
      [
        { from: 23, to: 25 },
        { from: 31, to: 32 },
      ],
    ],
    [
      "colours and codes of GIF",
      "gif",
      "474946383961 01000100 80 00 00 111111222222 2c0000000001000100 00 02 03aabbcc 00 3b",
      [
        { from: 13, to: 19 },
        { from: 31, to: 34 },
      ],
    ],
  ] as const)("%s", (_, coding, hex, parts) => {
    expect(codedParts(bytes(hex), coding)).toEqual(parts);
  });
});

describe("ranges", () => {
  it("are where two files differ, also in length", () => {
    expect(changedRanges(Buffer.from("abcdef"), Buffer.from("aXYdeZ"))).toEqual([
      { from: 1, to: 3 },
      { from: 5, to: 6 },
    ]);
    expect(changedRanges(Buffer.from("abc"), Buffer.from("a"))).toEqual([{ from: 1, to: 3 }]);
  });

  it("are cut to what lies outside of others", () => {
    const others = [
      { from: 2, to: 4 },
      { from: 6, to: 8 },
    ];
    expect(outside([{ from: 0, to: 10 }], others)).toEqual([
      { from: 0, to: 2 },
      { from: 4, to: 6 },
      { from: 8, to: 10 },
    ]);
    expect(
      outside(
        [
          { from: 2, to: 3 },
          { from: 7, to: 9 },
        ],
        others,
      ),
    ).toEqual([{ from: 8, to: 9 }]);
  });
});
