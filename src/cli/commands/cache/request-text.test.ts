import { expect, it } from "vitest";
import { requestText } from "./request-text.ts";

const key = (more: object) => JSON.stringify({ decoder: "x", kind: "video", source: "y", ...more });

it.each([
  [
    key({ of: "frames", encoding: { format: "jpeg", quality: 90, longestSide: 768 } }),
    "jpeg 90, up to 768",
  ],
  [
    key({ of: "frames", encoding: { format: "png", quality: 90, longestSide: null } }),
    "png, full size",
  ],
  [key({ of: "something else" }), /^\{"decoder":"x"/],
  ["no JSON", "no JSON"],
  ["x".repeat(99), `${"x".repeat(79)}…`],
])("%s", (request, expected) => {
  if (expected instanceof RegExp) expect(requestText(request)).toMatch(expected);
  else expect(requestText(request)).toBe(expected);
});
