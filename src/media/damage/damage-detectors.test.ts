import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodeImage } from "../image/decode-image.ts";
import { decodeSource } from "../image/read-image.ts";
import { damageDetectors, packetCheck } from "./damage-detectors.ts";

/** One blue pixel, with four bytes a row. */
function bitmap(): Buffer {
  const header = Buffer.from(
    "424d3a00000000000000360000002800000001000000010000000100180000000000",
    "hex",
  );
  return Buffer.concat([header, Buffer.alloc(54 - header.length), Buffer.of(30, 20, 10, 0)]);
}

describe("detectors for pictures", () => {
  it("find bytes after the end of a source, and never look at frames of our own", async () => {
    const red = { create: { width: 8, height: 8, channels: 3, background: "red" } } as const;
    const webp = Buffer.concat([await sharp(red).webp().toBuffer(), Buffer.alloc(20)]);
    const bmp = Buffer.concat([bitmap(), Buffer.alloc(17)]);
    expect((await decodeSource(webp)).warnings).toEqual([
      "20 bytes follow the end that the file states",
    ]);
    expect((await decodeSource(bmp)).warnings).toEqual([
      "17 bytes follow the pixels: its size may be wrong",
    ]);
    for (const bytes of [webp, bmp]) expect((await decodeImage(bytes)).warnings).toEqual([]);
  });

  it("find nothing in whole ones, nor in a bitmap that is filled up", async () => {
    const red = { create: { width: 9, height: 7, channels: 3, background: "red" } } as const;
    const whole = [
      await sharp(red).webp().toBuffer(),
      await sharp(red).webp({ lossless: true }).toBuffer(),
      bitmap(),
    ];
    for (const bytes of [...whole, Buffer.concat([bitmap(), Buffer.alloc(16)])])
      expect((await decodeSource(bytes)).warnings).toEqual([]);
  });
});

it("a packet of a GIF ends with an empty block or the trailer", () => {
  const check = packetCheck("gif", null)!;
  for (const end of [0, 0x3b]) expect(check(Uint8Array.of(0x2c, 5, end), false)).toBeNull();
  expect(check(Uint8Array.of(0x2c, 5, 6), false)).toBe("its picture is cut off");
  expect(packetCheck("rawvideo", null)).toBeNull();
});

it("docs/media.md says what every detector finds", () => {
  const docs = readFileSync(new URL("../../../docs/media.md", import.meta.url), "utf8");
  expect(damageDetectors.filter(({ finds }) => !docs.includes(finds))).toEqual([]);
});
