import fc from "fast-check";
import { snappyCompress } from "hyparquet-writer/src/snappy.js";
import { describe, expect, it } from "vitest";
import { snappyStream } from "./snappy-stream.ts";

async function unpacked(packed: Uint8Array, chunk: number): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < packed.length; at += chunk) yield packed.subarray(at, at + chunk);
  }
  const pieces: Buffer[] = [];
  for await (const piece of snappyStream(chunks())) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

describe("snappyStream", () => {
  it("unpacks whatever was packed, in chunks of any size", async () => {
    // Runs of few different bytes make copies of all kinds.
    const bytes = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 300 })),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 1, max: 50 }), async (runs, chunk) => {
        const plain = Buffer.concat(runs.map(([value, length]) => Buffer.alloc(length, value)));
        expect(await unpacked(snappyCompress(plain), chunk)).toEqual(plain);
      }),
      { numRuns: 60 },
    );
  });

  it("unpacks what is larger than its window", async () => {
    const plain = Buffer.alloc(3_000_000, "a window is smaller than this ");
    for (let i = 0; i < plain.length; i += 977) plain[i] = i % 251;
    expect(Buffer.compare(await unpacked(snappyCompress(plain), 65_536), plain)).toBe(0);
  });

  it.each([
    ["an end that is missing", [5, 0x10, 1, 2]],
    ["a length that is not reached", [9, 0x00, 7]],
    ["a copy from before the start", [8, 0x00, 7, 0x05, 9]],
  ])("refuses %s", async (_, bytes) => {
    await expect(unpacked(Uint8Array.from(bytes), 100)).rejects.toThrow("compressed data");
  });
});
