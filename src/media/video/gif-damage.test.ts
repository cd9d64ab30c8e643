import { describe, expect, it } from "vitest";
import { gifDamage } from "./gif-damage.ts";

/** Two by two pixels of two bits: clear, 0, 1, 2, 3, end, in codes of three bits that grow to four. */
function packet({ codes = [4, 0, 1, 2, 3, 5], width = 2, extension = true }): Uint8Array {
  let held = 0n;
  let bits = 0n;
  let size = 3;
  let known = 6;
  for (const [at, code] of codes.entries()) {
    held |= BigInt(code) << bits;
    bits += BigInt(size);
    if (at > 1 && ++known === 1 << size) size++;
  }
  const bytes: number[] = [];
  for (let at = 0n; at < bits; at += 8n) bytes.push(Number((held >> at) & 255n));
  return Uint8Array.from([
    ...(extension ? [0x21, 0xf9, 4, 0, 10, 0, 0, 0] : []),
    ...[0x2c, 0, 0, 0, 0, width, 0, 2, 0, 0],
    ...[2, bytes.length, ...bytes, 0],
  ]);
}

describe("gifDamage", () => {
  it("finds none in whole pictures", () => {
    expect(gifDamage(packet({}))).toBeNull();
    expect(gifDamage(packet({ extension: false }))).toBeNull();
    expect(gifDamage(packet({ codes: [4, 0, 6, 0, 5] }))).toBeNull();
  });

  it.each([
    ["an end before the last pixel", packet({ codes: [4, 0, 1, 5] }), "its picture ends early"],
    ["a picture larger than its codes", packet({ width: 3 }), "its picture ends early"],
    ["a code that cannot be known yet", packet({ codes: [4, 0, 7, 1, 5] }), "it holds an impossible code"],
    ["a first code that is no colour", packet({ codes: [4, 6, 1, 1, 5] }), "it holds an impossible code"],
    ["data that stop", packet({}).subarray(0, 20), "its picture ends early"],
    ["a descriptor that stops", packet({}).subarray(0, 15), "its picture is cut off"],
    ["nothing", new Uint8Array(0), "it holds no picture"],
    ["an unknown block", Uint8Array.of(0x77, 1, 2), "an unknown block stands before its picture"],
  ])("%s", (_, data, reason) => {
    expect(gifDamage(data)).toEqual({ reason, isCertain: true });
  });

  it.each([
    ["codes that go on", packet({ codes: [4, 0, 1, 2, 3, 1, 5] })],
    ["a last code of more pixels than are due", packet({ codes: [4, 0, 1, 6, 6, 5] })],
    ["bytes after the end code", packet({ codes: [4, 0, 1, 2, 3, 5, 0, 0, 0, 0] })],
    ["a picture smaller than its codes", packet({ width: 1 })],
  ])("doubts %s", (_, data) => {
    expect(gifDamage(data)).toEqual({ reason: "its code does not end with its last pixel", isCertain: false });
  });
});
