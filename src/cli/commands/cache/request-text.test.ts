import { expect, it } from "vitest";
import { requestText } from "./request-text.ts";

const key = (sampler: object, encoding: object) =>
  JSON.stringify({ decoder: "x", kind: "video", request: { encoding, sampler }, source: "y" });

it.each([
  [
    key(
      { strategy: "middle", count: 8, strict: false },
      { format: "jpeg", quality: 90, longestSide: 768 },
    ),
    "middle(8), jpeg 90, up to 768",
  ],
  [
    key({ strategy: "all" }, { format: "png", quality: 90, longestSide: null }),
    "all, png, full size",
  ],
  [key({ strategy: "new" }, { format: "png" }), /^\{"decoder":"x"/],
  ["no JSON", "no JSON"],
  ["x".repeat(99), `${"x".repeat(79)}…`],
])("%s", (request, expected) => {
  if (expected instanceof RegExp) expect(requestText(request)).toMatch(expected);
  else expect(requestText(request)).toBe(expected);
});
