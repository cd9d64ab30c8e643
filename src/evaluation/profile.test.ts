import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { profile } from "./profile.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
});
afterEach(() => vi.useRealTimers());

describe("profile", () => {
  it("finds the percentiles of known durations, without the first calls", async () => {
    let call = 0;
    // 1,000 ms while it warms up, then 1 to 100 ms in some order.
    const work = async () => {
      const at = call++;
      vi.advanceTimersByTime(at < 3 ? 1_000 : (((at - 3) * 37) % 100) + 1);
    };
    const found = await profile("work", work, { warmUp: 3, runs: 100 });
    expect(call).toBe(103);
    expect(found).toMatchObject({
      name: "work",
      unit: "ms",
      runs: 100,
      p50: { value: 50, low: 40, high: 61 },
      p95: { value: 95 },
      p99: { value: 99, low: null, high: null },
      mean: 50.5,
      min: 1,
      max: 100,
    });
  });

  it("takes functions that do not wait, and passes on what they throw", async () => {
    expect((await profile("sum", () => 1 + 1, { runs: 1, warmUp: 0 })).runs).toBe(1);
    const failing = profile("broken", () => {
      throw new Error("out of order");
    });
    await expect(failing).rejects.toThrow("out of order");
  });

  it("can be stopped, and refuses to measure nothing", async () => {
    await expect(profile("x", () => 1, { signal: AbortSignal.abort() })).rejects.toThrow();
    await expect(profile("x", () => 1, { runs: 0 })).rejects.toThrow("runs must be a whole number");
  });
});
