import fc from "fast-check";
import { expect, it } from "vitest";
import { hexWord } from "./hex-word.ts";

it("reads what parsing the cut-out digits gives, also where they are few or none", () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789abcdefg-"), maxLength: 24 });
  fc.assert(
    fc.property(digits, fc.nat({ max: 20 }), (text, from) => {
      expect(hexWord(text, from)).toBe(Number.parseInt(text.slice(from, from + 8), 16) || 0);
    }),
  );
  expect(hexWord("00000000ffffffff", 8)).toBe(0xffffffff);
});
