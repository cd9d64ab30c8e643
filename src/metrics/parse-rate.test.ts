import { expect, it } from "vitest";
import { parseRate } from "./parse-rate.ts";

it("parseRate counts replies that were read among those there were to read", () => {
  const score = parseRate("m").prepare([
    { parsed: 1 },
    { parsed: 0 },
    { parsed: null },
    { parsed: 1 },
  ]);
  expect(score()).toBe(2 / 3);
  expect(score(Uint32Array.of(0, 1, 8, 1))).toBe(1 / 2);
  expect(parseRate("m").prepare([{ parsed: null }])()).toBeNull();
});
