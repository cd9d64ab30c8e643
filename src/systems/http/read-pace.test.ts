import { describe, expect, it } from "vitest";
import { readPace } from "./read-pace.ts";

const now = Date.parse("2026-11-15T12:00:00Z");

describe("readPace", () => {
  it.each([
    [{}, undefined],
    [{ "retry-after": "3" }, { retryAfterMs: 3_000 }],
    [{ "retry-after": "0.5" }, { retryAfterMs: 500 }],
    [{ "retry-after-ms": "70", "retry-after": "1" }, { retryAfterMs: 70 }],
    [{ "retry-after": "Sun, 15 Nov 2026 12:00:05 GMT" }, { retryAfterMs: 5_000 }],
    [{ "retry-after": "Sun, 15 Nov 2026 11:59:00 GMT" }, { retryAfterMs: 0 }],
    [{ "retry-after": "soon" }, undefined],
    [
      { "x-ratelimit-remaining-requests": "12", "x-ratelimit-reset-requests": "6m0s" },
      { remainingRequests: 12, renewedInMs: 360_000 },
    ],
    [
      { "x-ratelimit-remaining-requests": "12", "x-ratelimit-reset-requests": "1.5s" },
      { remainingRequests: 12, renewedInMs: 1_500 },
    ],
    [
      { "x-ratelimit-remaining-requests": "12", "x-ratelimit-reset-requests": "120ms" },
      { remainingRequests: 12, renewedInMs: 120 },
    ],
    [
      {
        "x-ratelimit-remaining-requests": "9",
        "x-ratelimit-remaining-tokens": "0",
        "x-ratelimit-reset-tokens": "2s",
      },
      { remainingRequests: 0, renewedInMs: 2_000 },
    ],
    [
      {
        "anthropic-ratelimit-requests-remaining": "3",
        "anthropic-ratelimit-requests-reset": "2026-11-15T12:01:00Z",
      },
      { remainingRequests: 3, renewedInMs: 60_000 },
    ],
  ])("%j", (headers, pace) => {
    expect(readPace(headers, now)).toEqual(pace);
  });
});
