import { expect, it } from "vitest";
import { mpeg4Damage } from "./mpeg4-damage.ts";

it.each([
  ["a picture", "000001b69643036c10", null],
  ["headers before a picture", "000001b300104700000001b61e23", null],
  ["a picture of H.263", "000082004310aabbcc", null],
  ["a packet that stands for nothing", "7f", null],
  ["a zero too many", "00000001b69643036c10", null],
  ["a picture after whole seconds", "000001b65d238130b852", null],
  ["a header of zeros", "000001b60000000000", "the header of its picture breaks its own rules"],
  ["zeros", "000000000000000000", "its packet does not begin with a picture"],
  ["the middle of a picture", "2f1747f0701022b029", "its packet does not begin with a picture"],
  ["a picture after some bytes", "ff000001b69643036c", "its packet does not begin with a picture"],
])("%s", (_, hex, reason) => {
  expect(mpeg4Damage(Buffer.from(hex, "hex"))).toBe(reason);
});
